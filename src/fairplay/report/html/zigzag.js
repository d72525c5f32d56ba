// The pages of a zig-zag run: all games, and a game move by move.

const D_MIN = DATA.run.settings.d_min;

// A square for each depth: full where the played move was first.
function strip(ply) {
  const bits = [...ply.first];
  const at = bits.flatMap((bit, index) => (bit === '1' ? [index + 1] : []));
  const text = at.length ? 'First at depth ' + at.join(', ') : 'First at no depth';
  return svg('svg', { class: 'strip', viewBox: '0 0 ' + (9 * bits.length + 1) + ' 12', role: 'img' }, svg('title', {}, text),
    bits.map((bit, index) => (bit === '-' ? null
      : svg('rect', { class: (bit === '1' ? 'hit' : 'miss') + (index + 1 < D_MIN ? ' early' : ''), x: 9 * index + 1.5, y: 2.5, width: 7, height: 7 }))));
}

const sideName = (name, side) => (name === null ? side : name);
const signed = (cp) => (cp === null ? '' : (cp > 0 ? '+' : '') + sign(cp));

function leaderCell({ leader }) {
  if (!leader) return el('td', {}, '');
  const [isKept, behind] = leader;
  return el('td', {}, isKept ? 'kept' : 'new score', behind === 0 ? null : el('small', {}, behind === null ? 'not listed' : behind + ' behind'));
}

function movesTable(game) {
  const heads = ['Move', textHead('Engine’s'), textHead('First at depth 1, 2, …'), 'Value', 'Loss', 'Swing', 'Played swing', 'Settled', 'Leader', 'Counts', textHead('Notes')];
  const rows = game.moves.map((ply) => row(moveName(ply),
    el('td', { class: 'text' }, ply.choice === ply.san ? 'the same' : ply.choice || 'none'),
    el('td', { class: 'text' }, strip(ply)),
    el('td', {}, ply.value === null ? 'none' : scoreText(ply.value)),
    el('td', {}, ply.loss === null ? 'mate' : ply.loss),
    el('td', {}, ply.swing === null ? 'mate' : ply.swing),
    el('td', {}, signed(ply.played_swing)),
    el('td', {}, ply.settled, el('small', {}, plural(ply.changes, 'change'))),
    leaderCell(ply),
    el('td', { class: 'trace', title: legendOf(ply.trace)[2] }, ply.trace),
    el('td', { class: 'text notes' }, ply.notes.join('; '))));
  return table('Scores are the player’s, in pawns; losses and swings in centipawns.', heads, rows);
}

function sumsTable(caption, names, sides) {
  const group = (pick) => sides.map((side, index) => ({ name: names[index], estimate: pick(side), moves: side.counted, gate: side.gate }));
  const count = (title, pick) => row(title, sides.map((side) => el('td', {}, pick(side))));
  const last = DATA.run.settings.d;
  const depths = sides[0].by_depth.map(([depth], index) =>
    figureRow('First at depth ' + depth, 'After the round of this depth of the search for one line.', 'share', group((side) => side.by_depth[index][1])));
  return table(caption, ['', ...names], [
    count('Moves tested', (side) => side.tested),
    count('Moves counted', (side) => side.counted),
    figureRow('First at the end', 'The played move was first at the end of the search for one line: depth ' + last + ', or where it was quick a ply or two more.', 'share', group((side) => side.matches)),
    ...depths,
    figureRow('CV', 'First, or as good as the best of the several lines.', 'share', group((side) => side.equal)),
    figureRow('AE, cp', 'The mean loss by the several lines, in centipawns.', 'cp', group((side) => side.error)),
    figureRow('ACPL, cp', 'The same with evaluations held within 10 pawns.', 'cp', group((side) => side.capped)),
    count('Counted moves whose leader kept a deeper score', (side) => side.kept),
  ]);
}

function howToRead() {
  const { d, d_l, d_min } = DATA.run.settings;
  return definitions([
    ['Engine’s', 'The first move of the search for one line at its end, depth ' + d + '. Whether a move matches comes from this search alone.'],
    ['First at depth', 'A square for each depth: full where the played move was first. Depths below ' + d_min + ' are pale and not counted.'],
    ['Value', 'The score of the search for one line.'],
    ['Loss', 'Best less played in the search for several lines, depth ' + d_l + '. What a move is worth comes from this search alone; in the sums a move that was first has no loss.'],
    ['Swing', 'How far the score went up and down from depth ' + d_min + ' on.'],
    ['Played swing', 'The played move’s score at the last round for several lines less that at its first counted one: above 0, its worth shows only deeper; nothing where it was not listed.'],
    ['Settled', 'The depth from which the engine’s move stayed first, and how often it changed.'],
    ['Leader', 'The leader effect: where the several lines end less deep, the engine’s move may keep the score of the deeper search from the table (kept), ' +
      'and losses are skewed, mostly so that findings are weaker; that they are never stronger was not tested. Behind: by how much another line is ahead of it, in centipawns.'],
    ['Counts', 'Why a move is left out, or how it was; the letters are explained below.'],
  ]);
}

function runSettings() {
  const { run } = DATA;
  const pairs = (list) => list.map(([name, value]) => name + ' ' + value).join(', ');
  const s = run.settings;
  const procedure = ['d ' + s.d, 'dL ' + s.d_l, 'dmin ' + s.d_min, plural(s.lines, 'line'), 'hash ' + s.hash_mb + ' MiB',
    s.lost_cp === null ? 'no line lost outright' : 'lost outright from ' + s.lost_cp + ' centipawns on',
    s.quick_nodes === null ? 'none quick' : 'quick below ' + plural(s.quick_nodes, 'node')];
  const named = (object) => Object.entries(object).map(([k, v]) => k.replaceAll('_', ' ') + ' ' + v).join(', ');
  return definitions([
    ['Plumb', run.plumb], ['Engine', run.engine + ' ' + run.version], ['Procedure', procedure.join(', ')], ['Tested', run.tested],
    ['Games chosen', pairs(run.selection) || 'all'], ['Book', pairs(run.book) || 'none'], ['Rules', run.rules], ['Thresholds', named(run.thresholds)], ['Digest', run.digest],
    ['All runs and reports made here', run.runs.map((text) => el('div', {}, text))],
  ]);
}

// A column of a figure of those sums.
const sumsColumn = (name, title, unit, key, sumsOf) => ({
  name, title,
  value: (item) => { const e = sumsOf(item)[key]; return e ? e[0] : null; },
  cell: (item) => { const s = sumsOf(item); return cell(unit, s[key], s.counted, s.gate); },
});
const FIRST_TITLE = 'The played move was first at the end of the search for one line.';
const ERROR_TITLE = 'The mean loss by the several lines, in centipawns.';

function playersColumns() {
  const number = (name, title, pick) => ({ name, title, value: pick, cell: (p) => el('td', {}, pick(p)) });
  const sums = (p) => p.sums;
  return [
    { name: 'Player', title: 'By name', value: (p) => p.name, cell: (p) => el('th', { scope: 'row' }, p.name) },
    number('Games', 'Games in which his moves were tested', (p) => p.games),
    number('Tested', 'Tested moves', (p) => p.sums.tested),
    number('Counted', 'Moves that count', (p) => p.sums.counted),
    sumsColumn('First', FIRST_TITLE, 'share', 'matches', sums),
    sumsColumn('CV', 'First, or as good as the best of the several lines.', 'share', 'equal', sums),
    sumsColumn('AE, cp', ERROR_TITLE, 'cp', 'error', sums),
    sumsColumn('ACPL, cp', 'The same with evaluations held within 10 pawns.', 'cp', 'capped', sums),
    number('Leaders kept', 'Counted moves whose leader kept a deeper score', (p) => p.sums.kept),
  ];
}

function playersSection() {
  if (!DATA.players.length) return null;
  const more = DATA.all_players > DATA.players.length
    ? ' Only the first ' + DATA.players.length + ' of ' + DATA.all_players + ' are listed.' : '';
  return [
    el('h2', {}, 'Players'),
    dataTable('Players by name, all their games together. Below ' + DATA.players[0].sums.gate +
      ' counted moves, and of fewer than two games of ten, figures are withheld.' + more, playersColumns(), DATA.players, (p) => p.name),
  ];
}

function gamesColumns() {
  const side = (name, index, key, unit, title) => sumsColumn(name, title, unit, key, (g) => g.sides[index]);
  return [
    {
      name: 'Game', title: 'In the order of the input', value: (g) => g.id,
      cell: (g) => el('th', { scope: 'row' }, g.moves && !g.failed ? el('a', { href: '#/game/' + g.id }, 'Game ' + g.id) : 'Game ' + g.id),
    },
    textColumn('White', (g) => sideName(g.white, '(no name)')), textColumn('Black', (g) => sideName(g.black, '(no name)')),
    textColumn('Result', (g) => g.result, short), textColumn('Date', (g) => g.date, short), textColumn('Event', (g) => g.event),
    ...['W', 'B'].flatMap((letter, index) => [
      side(letter + ': first', index, 'matches', 'share', FIRST_TITLE),
      side(letter + ': AE, cp', index, 'error', 'cp', ERROR_TITLE),
    ]),
  ];
}

function allGames() {
  const failed = DATA.games.filter((g) => g.failed).length;
  const few = DATA.games_in_full < DATA.all_games
    ? el('p', { class: 'note limit' }, 'Only the first ' + DATA.games_in_full + ' of ' + DATA.all_games + ' games have a page; all are in zigzag.jsonl.') : null;
  return [
    el('h1', {}, 'Zig-zag through ' + plural(DATA.all_games, 'game')),
    el('p', {}, 'K. W. Regan’s procedure: each game once forwards with one table, one line first, then several, ' +
      'so that it shows what a player with this engine would have seen, and what the alternatives were worth.'),
    cautions(),
    few,
    el('p', {}, plural(DATA.run.looked_at, 'player') + ' were looked at. The more players are looked at, the more rare figures turn up.'),
    failed ? el('p', {}, plural(failed, 'game') + ' could not be gone through: ' + DATA.games.find((g) => g.failed).failed) : null,
    DATA.run.problems ? el('p', {}, plural(DATA.run.problems, 'game') + ' left out, because they could not be read or are there twice; zigzag.jsonl says which.') : null,
    playersSection(),
    el('h2', {}, 'Games'),
    dataTable('Games in the order of the input; W is White, B is Black. Below ' + (DATA.games.length ? DATA.games[0].sides[0].gate : 10) +
      ' counted moves of a side figures are withheld.', gamesColumns(), DATA.games, (g) => [g.white, g.black, g.event, g.date].join(' ')),
    el('h2', {}, 'Settings'),
    runSettings(),
  ];
}
PAGES.home = allGames;

PAGES.game = (id) => {
  const game = DATA.games.find((g) => g.id === id);
  if (!game || !game.moves || game.failed) return null;
  const names = [sideName(game.white, 'White'), sideName(game.black, 'Black')];
  return [
    el('p', {}, el('a', { href: '#/' }, 'All games')),
    el('h1', {}, names.join(' – ')),
    el('p', { class: 'note' }, [game.event, game.date, game.result, game.file + ', game ' + game.number].filter(Boolean).join(' · ')),
    el('p', {}, 'One game is never evidence about a player. Book: ' + plural(game.book, 'ply', 'plies') + '; the move before the first tested one only filled the table.'),
    el('h2', {}, 'Both sides'),
    sumsTable('Of this game alone; below ' + game.sides[0].gate + ' counted moves withheld.', names, game.sides),
    el('h2', {}, 'Moves'),
    movesTable(game),
    el('h2', {}, 'How to read it'),
    howToRead(), legend(game.moves),
    el('h2', {}, 'Settings'),
    runSettings(),
  ];
};
