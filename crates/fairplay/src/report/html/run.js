// What a run was made with, what a reader must know, what is not shown.

function cautions() {
  return el('ul', {}, DATA.run.cautions.map((text) => el('li', {}, text)));
}

const settingsText = (list) => list.map(([name, value]) => say(TEXT.setting[name], { value })).join(', ');
// Tables by the names of their files.
const tablesText = (list) => list.map(([name, digest]) => name + ' ' + digest).join(', ');
const thresholdsText = (thresholds) =>
  Object.entries(thresholds).map(([name, value]) => say(TEXT.threshold[name], { value })).join(', ');

function settings() {
  const run = DATA.run;
  return [
    definitions([
      [TEXT.run.plumb, run.plumb], [TEXT.run.engine, run.engine + ' ' + run.engine_version], [TEXT.run.profile, run.profile],
      [TEXT.run.search, run.settings], [TEXT.run.rules, run.rules], [TEXT.run.thresholds, thresholdsText(run.thresholds)],
      [TEXT.run.book, settingsText(run.book) || TEXT.run.no_book], [TEXT.run.tables, tablesText(run.tables)],
      [TEXT.run.tablebases, run.tablebases || TEXT.run.no_tablebases],
      [TEXT.run.selection, settingsText(run.selection) || TEXT.run.all_games], [TEXT.run.digest, run.digest],
    ]),
    passesSettings(),
    el('p', {}, TEXT.run.runs), el('ul', {}, run.runs.map((text) => el('li', {}, text))),
  ];
}

function limits() {
  const first = (text, shown, all) => (shown < all ? say(text, { shown, all }) : null);
  const notes = [
    DATA.run.no_trends ? say(TEXT.run.no_trends, { reason: DATA.run.no_trends }) : null,
    first(TEXT.run.first_games, DATA.games.length, DATA.all_games),
    first(TEXT.run.first_game_pages, DATA.games_in_full, DATA.games.length),
    first(TEXT.run.first_players, DATA.players.length, DATA.all_players),
    first(TEXT.run.first_player_pages, DATA.players_in_full, DATA.players.length),
  ];
  return notes.filter(Boolean).map((text) => el('p', { class: 'note' }, text));
}

function problems() {
  if (!DATA.all_problems) return null;
  const caption = say(TEXT.run.problems_caption, { shown: DATA.problems.length, all: DATA.all_problems });
  const heads = [TEXT.run.problem_file, TEXT.run.problem_game, TEXT.run.problem_line, TEXT.run.problem_reason];
  return [
    folded(TEXT.run.problems, () => table(caption, heads,
      DATA.problems.map(([file, number, at, reason]) => row(file, el('td', {}, number), el('td', {}, at), el('td', {}, reason))))),
  ];
}
