// What a run was made with, what a reader must know, what is not shown.

function cautions() {
  return el('ul', {}, DATA.run.cautions.map((text) => el('li', {}, text)));
}

function settings() {
  const run = DATA.run;
  const pairs = (list) => list.map(([name, value]) => name + ' ' + value).join(', ');
  const entries = [
    ['Plumb', run.plumb], ['Engine', run.engine + ' ' + run.engine_version], ['Profile', run.profile],
    ['Search', run.settings], ['Rules', run.rules],
    ['Thresholds', Object.entries(run.thresholds).map(([k, v]) => k.replaceAll('_', ' ') + ' ' + v).join(', ')],
    ['Book', pairs(run.book) || 'none'], ['Tables', pairs(run.tables)], ['Endgame tables', run.tablebases || 'none'], ['Games chosen', pairs(run.selection) || 'all'], ['Digest', run.digest],
  ];
  return [
    definitions(entries),
    passesSettings(),
    el('p', {}, 'All runs and reports made here:'), el('ul', {}, run.runs.map((text) => el('li', {}, text))),
  ];
}

function limits() {
  const notes = [];
  if (DATA.run.no_trends) notes.push('Nothing is said of trends of levels: ' + DATA.run.no_trends + '.');
  const say = (shown, all, what, rest) => { if (shown < all) notes.push('Only the first ' + shown + ' of ' + all + ' ' + what + '; ' + rest + '.'); };
  say(DATA.games.length, DATA.all_games, 'games are listed', 'all are in report.jsonl');
  say(DATA.games_in_full, DATA.games.length, 'games have a page with board and curves', 'the others have a row in the tables');
  say(DATA.players.length, DATA.all_players, 'players (by name) are listed', 'all are in report.jsonl');
  say(DATA.players_in_full, DATA.players.length, 'players (by name) have a page', 'the others have a row in the table');
  return notes.map((text) => el('p', { class: 'note limit' }, text));
}

function problems() {
  if (!DATA.all_problems) return null;
  return [
    folded(TEXT.run.problems, () => table('The first ' + DATA.problems.length + ' of ' + DATA.all_problems + '.', ['File', 'Game', 'Line', 'Reason'],
      DATA.problems.map(([file, number, at, reason]) =>
        row(file, el('td', {}, number), el('td', {}, at), el('td', {}, reason))))),
  ];
}
