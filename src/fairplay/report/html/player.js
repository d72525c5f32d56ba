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

async function playerPage(index) {
  const listed = DATA.players[index];
  const detail = listed && await unpacked('player-' + index);
  if (!detail) return null;
  const player = { ...listed, ...detail };
  const names = ['Player', 'Opponents', 'Everybody else'];
  const all = player.beside;
  const games = DATA.games.filter((g) => g.white === player.name || g.black === player.name);
  const points = DATA.players.map((p, at) => ({ name: p.name, figures: p.brief, href: p.detail ? '#/player/' + at : '#/' }));
  const parts = [['Phase', 'phase'], ['Balance before the move', 'balance'], ['Time used', 'pace']]
    .filter(([, name]) => all[0][name].length);
  return [
    el('p', {}, el('a', { href: '#/' }, 'All players')),
    el('h1', {}, player.name),
    el('p', {}, plural(all[0].games, 'game') + '. ' + excludedText(all[0])),
    el('p', {}, 'A figure far from the field’s is a reason to look at games, not a finding. ' +
      'This player is one of ' + plural(DATA.run.looked_at, 'player') + ' looked at.'),
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
    el('h2', {}, 'Games'),
    gamesTable(games, 'Games of this player, in the order of the input.'),
  ];
}
PAGES.player = playerPage;
