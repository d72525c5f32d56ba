// The page of a player.

// Figures that are compared game by game: their names in data, and their keys.
const LESS = [
  ['first_choice', 'mm'], ['equal', 'cv'], ['average_error_cp', 'ae'],
  ['capped_loss_cp', 'acpl'], ['accuracy', 'accuracy'], ['partial_credit', 'credit'],
];

// The player less his opponents, paired by game.
function lessOpponents(less) {
  if (!less) return null;
  const rows = LESS.filter(([name]) => less[name]).map(([name, key]) => {
    const { value, low, high } = less[name];
    const m = DATA.measures[measure(key)];
    return row(withUnit(m), el('td', {}, full(m.unit, value)), el('td', {}, reach(m.unit, [low, high])));
  });
  return table(say(TEXT.player.less_caption, { games: counted(less.games, TEXT.noun.game) }),
    [TEXT.figures.figure, TEXT.figures.difference, TEXT.estimate.interval], rows);
}

// A player's games, each with its evaluation at a glance.
function gamesOf(name) {
  const isBlack = (game) => game.white !== name;
  const games = DATA.games.filter((game) => game.white === name || game.black === name);
  const opponent = (game) => (isBlack(game) ? game.white : game.black);
  const sums = (game) => game.sides[isBlack(game) ? 1 : 0];
  const color = (game) => (isBlack(game) ? TEXT.player.black : TEXT.player.white);
  const columns = [
    { name: TEXT.player.game, title: TEXT.player.game, value: (game) => game.id, cell: (game) => el('th', { scope: 'row' }, gameLink(game)) },
    { name: TEXT.player.over, title: TEXT.player.spark, class: 'text', value: (game) => game.id,
      cell: (game) => el('td', { class: 'text' }, sparkline(game.spark, isBlack(game), TEXT.player.spark)) },
    textColumn(TEXT.player.color, color), { ...textColumn(TEXT.player.opponent, opponent), cell: (game) => el('td', { class: 'text' }, sideName(game, isBlack(game) ? 0 : 1)) },
    textColumn(TEXT.player.result, (game) => game.result, short), textColumn(TEXT.player.date, (game) => game.date, short),
    { ...textColumn(TEXT.player.event, (game) => game.event), more: true },
    { name: TEXT.player.counted, title: TEXT.player.counted, more: true, value: (game) => sums(game).counted, cell: (game) => el('td', {}, sums(game).counted) },
    ...figureColumns(sums, ['cv', 'ae']).map((column) => ({ ...column, more: true })),
  ];
  return [el('h2', {}, TEXT.player.games), dataTable(TEXT.player.games_caption + ' ' + TEXT.caution.one_game, columns, games, (game) => [opponent(game), game.event, game.date].join(' '))];
}

async function playerPage(index) {
  const listed = DATA.players[index];
  const detail = listed && await unpacked('player-' + index);
  if (!detail) return null;
  const player = { ...listed, ...detail };
  const names = [TEXT.player.name, TEXT.player.name_opponents, TEXT.player.name_others];
  const all = player.beside;
  const points = playerPoints();
  const parts = [[TEXT.player.phase, 'phase'], [TEXT.player.balance, 'balance'], [TEXT.player.pace, 'pace']]
    .filter(([, name]) => all[0][name].length);
  return [
    el('p', { class: 'way' }, el('a', { href: '#/' }, TEXT.player.all)),
    el('h1', {}, player.name, computerMark(player.computer)),
    player.computer_games ? el('p', {}, say(TEXT.player.computer_games, { games: counted(player.computer_games, TEXT.noun.game) })) : null,
    player.computer ? el('p', { class: 'plain' }, TEXT.player.computer) : [inPlainWords(player), fewFigures(player)],
    gamesOf(player.name),
    folded(TEXT.player.all_figures, () => allFigures(player, names, all, points, parts)),
  ];
}
PAGES.player = playerPage;

// How a person's figures compare with those of other people.
function comparedWithPeople(player, names, all) {
  return [
    el('h2', {}, TEXT.player.rareness),
    commonSection(player),
    el('h2', {}, TEXT.player.peers),
    choiceSection([names[0]], [all[0]]),
    evidenceNote(player.evidence, player.base_rates),
    playerEvents(player.events),
  ];
}

// Everything else, folded until it is wanted.
function allFigures(player, names, all, points, parts) {
  return [
    el('p', {}, excludedText(all[0])),
    el('h2', {}, TEXT.player.beside),
    mainTable(TEXT.player.beside_caption, names, all),
    DATA.run.reference ? noiseNote(DATA.run.reference.better_than_best_noise) : null,
    lessOpponents(player.less),
    all[0].divided.map(([name, , ], at) => partTables(TEXT.divided[name], names, all,
      (f) => [f.divided[at] || [name, 0, null]])),
    player.computer ? null : comparedWithPeople(player, names, all),
    el('h2', {}, TEXT.stability.heading),
    stabilitySection({ ...all[0], passes: player.passes }),
    el('h2', {}, TEXT.losses.title),
    lossSpread(names, all),
    player.computer ? null : [el('h2', {}, TEXT.player.skill), skillSection(player.skill, player.relative)],
    player.jury ? [el('h2', {}, TEXT.player.jury), juryFigures(player.jury)] : null,
    parts.map(([title, name]) => [el('h2', {}, title), partTables('', names, all, (f) => f[name])]),
    el('h2', {}, TEXT.player.other),
    otherTable(names, all),
    el('h2', {}, TEXT.player.left_out),
    excludedTable(names, all) || el('p', {}, TEXT.player.nothing_left_out),
    player.computer ? null : [el('h2', {}, TEXT.player.among), scatterPair(points, DATA.field, player.name)],
    player.bins ? [el('h2', {}, TEXT.course.heading), flagsPlot(player.bins)] : null,
  ];
}
