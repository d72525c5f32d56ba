// The page of a player.

const LESS = [
  ['first_choice', 'MM (T1)', 'share'], ['equal', 'CV', 'share'], ['average_error_cp', 'AE, cp', 'cp'],
  ['capped_loss_cp', 'ACPL, cp', 'cp'], ['accuracy', 'Accuracy', 'points'], ['partial_credit', 'Partial credit', 'number'],
];

// The player less his opponents, paired by game.
function lessOpponents(less) {
  if (!less) return null;
  const rows = LESS.filter(([key]) => less[key]).map(([key, name, unit]) => {
    const { value, low, high } = less[key];
    return row(name, el('td', {}, full(unit, value)), el('td', {}, bare(unit, low) + ' to ' + full(unit, high)));
  });
  return table('Player less opponents, paired by game (' + plural(less.games, 'game') + '): what a game does to both drops out.',
    ['Figure', 'Difference', '95 % interval'], rows);
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
    textColumn(TEXT.player.color, color), { ...textColumn(TEXT.player.opponent, opponent), cell: (game) => el('td', { class: 'text' }, playerLink(opponent(game))) },
    textColumn(TEXT.player.result, (game) => game.result, short), textColumn(TEXT.player.date, (game) => game.date, short),
    { ...textColumn(TEXT.player.event, (game) => game.event), more: true },
    { name: TEXT.player.counted, title: TEXT.player.counted, more: true, value: (game) => sums(game).counted, cell: (game) => el('td', {}, sums(game).counted) },
    ...figureColumns(sums, ['cv', 'ae']).map((column) => ({ ...column, more: true })),
  ];
  return [el('h2', {}, TEXT.player.games), dataTable(TEXT.player.games_caption, columns, games, (game) => [opponent(game), game.event, game.date].join(' '))];
}

async function playerPage(index) {
  const listed = DATA.players[index];
  const detail = listed && await unpacked('player-' + index);
  if (!detail) return null;
  const player = { ...listed, ...detail };
  const names = ['Player', 'Opponents', 'Everybody else'];
  const all = player.beside;
  const points = DATA.players.map((p, at) => ({ name: p.name, figures: p.brief, href: p.detail ? '#/player/' + at : '#/' }));
  const parts = [['Phase', 'phase'], ['Balance before the move', 'balance'], ['Time used', 'pace']]
    .filter(([, name]) => all[0][name].length);
  return [
    el('p', { class: 'way' }, el('a', { href: '#/' }, TEXT.player.all)),
    el('h1', {}, player.name),
    inPlainWords(player),
    fewFigures(player),
    gamesOf(player.name),
    folded(TEXT.player.all_figures, () => allFigures(player, names, all, points, parts)),
  ];
}
PAGES.player = playerPage;

// Everything else, folded until it is wanted.
function allFigures(player, names, all, points, parts) {
  return [
    el('p', {}, excludedText(all[0])),
    el('h2', {}, 'Figures beside opponents and everybody else'),
    mainTable('Under each figure: its count, its 95 % interval, and both as a bar.', names, all),
    DATA.run.reference ? noiseNote(DATA.run.reference.better_than_best_noise) : null,
    lessOpponents(player.less),
    all[0].divided.map(([name, , ], at) => partTables('The same, divided by ' + name.replaceAll('_', ' ') + ' moves.', names, all,
      (f) => [f.divided[at] || [name, 0, null]])),
    el('h2', {}, 'How rare this is among average players from before 1990'),
    commonSection(player),
    el('h2', {}, 'Beside people of the same rating'),
    choiceSection(['Player'], [all[0]]),
    evidenceNote(player.evidence, player.base_rates),
    playerEvents(player.events),
    el('h2', {}, 'How stable this is'),
    stabilitySection({ ...all[0], passes: player.passes }),
    el('h2', {}, 'How losses are spread'),
    lossSpread(names, all),
    el('h2', {}, 'Sensitivity and consistency'),
    skillSection(player.skill, player.relative),
    player.jury ? [el('h2', {}, 'By each member of the jury'), juryFigures(player.jury)] : null,
    parts.map(([title, name]) => [el('h2', {}, title), partTables('', names, all, (f) => f[name])]),
    el('h2', {}, 'Mates, runs and the rest'),
    otherTable(names, all),
    el('h2', {}, 'Moves left out'),
    excludedTable(names, all) || el('p', {}, 'None.'),
    el('h2', {}, 'Among the others'),
    scatterPair(points, DATA.field, player.name),
    player.bins ? [el('h2', {}, 'Over the course of a game'), flagsPlot(player.bins)] : null,
  ];
}
