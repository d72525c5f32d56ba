// The pages of a zig-zag run: all games, and a game move by move.

const D_MIN = DATA.run.settings.d_min;

// A square for each depth: full where the played move was first.
function strip(ply) {
  const bits = [...ply.first];
  const at = bits.flatMap((bit, index) => (bit === '1' ? [index + 1] : []));
  const text = at.length ? say(TEXT.zigzag.strip, { depths: at.join(', ') }) : TEXT.zigzag.strip_none;
  return svg('svg', { class: 'strip', viewBox: '0 0 ' + (9 * bits.length + 1) + ' 12', role: 'img' }, svg('title', {}, text),
    bits.map((bit, index) => (bit === '-' ? null
      : svg('rect', { class: (bit === '1' ? 'hit' : 'miss') + (index + 1 < D_MIN ? ' early' : ''), x: 9 * index + 1.5, y: 2.5, width: 7, height: 7 }))));
}

const sideName = (name, side) => (name === null ? side : name);
const signed = (cp) => (cp === null ? '' : (cp > 0 ? '+' : '') + sign(cp));

function leaderCell({ leader }) {
  if (!leader) return el('td', {}, '');
  const [isKept, behind] = leader;
  const far = behind === null ? TEXT.zigzag.not_listed : say(TEXT.zigzag.behind, { behind });
  return el('td', {}, isKept ? TEXT.zigzag.leader_kept : TEXT.zigzag.leader_new, behind === 0 ? null : small(far));
}

function movesTable(game) {
  const heads = [TEXT.zigzag.move, textHead(TEXT.zigzag.choice), textHead(TEXT.zigzag.first_depths), TEXT.zigzag.value, TEXT.zigzag.loss,
    TEXT.zigzag.swing, TEXT.zigzag.played_swing, TEXT.zigzag.settled, TEXT.zigzag.leader, TEXT.zigzag.counts, textHead(TEXT.zigzag.notes)];
  const orMate = (value) => (value === null ? TEXT.zigzag.mate : value);
  const rows = game.moves.map((ply) => row(moveName(ply),
    el('td', { class: 'text' }, ply.choice === ply.san ? TEXT.zigzag.same_choice : ply.choice || TEXT.zigzag.no_choice),
    el('td', { class: 'text' }, strip(ply)),
    el('td', {}, ply.value === null ? TEXT.zigzag.no_choice : scoreText(ply.value)),
    el('td', {}, orMate(ply.loss)),
    el('td', {}, orMate(ply.swing)),
    el('td', {}, signed(ply.played_swing)),
    el('td', {}, ply.settled, small(counted(ply.changes, TEXT.noun.change))),
    leaderCell(ply),
    el('td', { class: 'trace', title: legendOf(ply.trace)[2] }, ply.trace),
    el('td', { class: 'text notes' }, ply.notes.join('; '))));
  return table(TEXT.zigzag.moves_caption, heads, rows);
}

function sumsTable(caption, names, sides) {
  const group = (pick) => sides.map((side, index) => ({ name: names[index], estimate: pick(side), moves: side.counted, gate: side.gate }));
  const count = (title, pick) => row(title, sides.map((side) => el('td', {}, pick(side))));
  const depths = sides[0].by_depth.map(([depth], index) =>
    figureRow(say(TEXT.zigzag.first_depth, { depth }), TEXT.zigzag.first_depth_text, 'share', group((side) => side.by_depth[index][1])));
  return table(caption, ['', ...names], [
    count(TEXT.zigzag.moves_tested, (side) => side.tested),
    count(TEXT.zigzag.moves_counted, (side) => side.counted),
    figureRow(TEXT.zigzag.first_end, say(TEXT.zigzag.first_end_text, { depth: DATA.run.settings.d }), 'share', group((side) => side.matches)),
    ...depths,
    figureRow(TEXT.zigzag.cv, TEXT.zigzag.cv_text, 'share', group((side) => side.equal)),
    figureRow(TEXT.zigzag.ae, TEXT.zigzag.ae_text, 'cp', group((side) => side.error)),
    figureRow(TEXT.zigzag.acpl, TEXT.zigzag.acpl_text, 'cp', group((side) => side.capped)),
    count(TEXT.zigzag.leaders_text, (side) => side.kept),
  ]);
}

function howToRead() {
  const { d, d_l, d_min } = DATA.run.settings;
  return definitions([
    [TEXT.zigzag.choice, say(TEXT.zigzag.choice_text, { depth: d })],
    [TEXT.zigzag.first_depths, say(TEXT.zigzag.strip_text, { depth: d_min })],
    [TEXT.zigzag.value, TEXT.zigzag.value_text],
    [TEXT.zigzag.loss, say(TEXT.zigzag.loss_text, { depth: d_l })],
    [TEXT.zigzag.swing, say(TEXT.zigzag.swing_text, { depth: d_min })],
    [TEXT.zigzag.played_swing, TEXT.zigzag.played_swing_text],
    [TEXT.zigzag.settled, TEXT.zigzag.settled_text],
    [TEXT.zigzag.leader, TEXT.zigzag.leader_text],
    [TEXT.zigzag.counts, TEXT.zigzag.counts_text],
  ]);
}

function runSettings() {
  const { run } = DATA;
  const s = run.settings;
  const procedure = [say(TEXT.zigzag.depths, { d: s.d, d_l: s.d_l, d_min: s.d_min }), counted(s.lines, TEXT.noun.line), say(TEXT.zigzag.hash, { size: s.hash_mb }),
    s.lost_cp === null ? TEXT.zigzag.never_lost : say(TEXT.zigzag.lost, { loss: s.lost_cp }),
    s.quick_nodes === null ? TEXT.zigzag.never_quick : say(TEXT.zigzag.quick, { nodes: counted(s.quick_nodes, TEXT.noun.node) })];
  return definitions([
    [TEXT.run.plumb, run.plumb], [TEXT.run.engine, run.engine + ' ' + run.version], [TEXT.zigzag.procedure, procedure.join(', ')], [TEXT.zigzag.whose, run.tested],
    [TEXT.run.selection, settingsText(run.selection) || TEXT.run.all_games], [TEXT.run.book, settingsText(run.book) || TEXT.run.no_book],
    [TEXT.run.rules, run.rules], [TEXT.run.thresholds, thresholdsText(run.thresholds)], [TEXT.run.digest, run.digest],
    [TEXT.run.runs, run.runs.map((text) => el('div', {}, text))],
  ]);
}

// A column of a figure of those sums.
const sumsColumn = (name, title, unit, key, sumsOf) => ({
  name, title,
  value: (item) => { const e = sumsOf(item)[key]; return e ? e[0] : null; },
  cell: (item) => { const s = sumsOf(item); return cell(unit, s[key], s.counted, s.gate); },
});

function playersColumns() {
  const number = (name, title, pick) => ({ name, title, value: pick, cell: (p) => el('td', {}, pick(p)) });
  const sums = (p) => p.sums;
  return [
    { name: TEXT.zigzag.player, title: TEXT.zigzag.by_name, value: (p) => p.name, cell: (p) => el('th', { scope: 'row' }, p.name) },
    number(TEXT.zigzag.games, TEXT.zigzag.player_games, (p) => p.games),
    number(TEXT.zigzag.tested, TEXT.zigzag.tested_text, (p) => p.sums.tested),
    number(TEXT.zigzag.counted, TEXT.event.counted_title, (p) => p.sums.counted),
    sumsColumn(TEXT.zigzag.first, TEXT.zigzag.first_text, 'share', 'matches', sums),
    sumsColumn(TEXT.zigzag.cv, TEXT.zigzag.cv_text, 'share', 'equal', sums),
    sumsColumn(TEXT.zigzag.ae, TEXT.zigzag.ae_text, 'cp', 'error', sums),
    sumsColumn(TEXT.zigzag.acpl, TEXT.zigzag.acpl_text, 'cp', 'capped', sums),
    number(TEXT.zigzag.leaders, TEXT.zigzag.leaders_text, (p) => p.sums.kept),
  ];
}

function playersSection() {
  if (!DATA.players.length) return null;
  const caption = [
    say(TEXT.zigzag.players_caption, { gate: DATA.players[0].sums.gate }),
    DATA.all_players > DATA.players.length ? say(TEXT.zigzag.first_players, { shown: DATA.players.length, all: DATA.all_players }) : null,
  ];
  return [
    el('h2', {}, TEXT.zigzag.players),
    dataTable(caption.filter(Boolean).join(' '), playersColumns(), DATA.players, (p) => p.name),
  ];
}

function gamesColumns() {
  const side = (name, index, key, unit, title) => sumsColumn(name, title, unit, key, (g) => g.sides[index]);
  const name = (g) => say(TEXT.event.game, { id: g.id });
  return [
    {
      name: TEXT.event.game_head, title: TEXT.event.input_order, value: (g) => g.id,
      cell: (g) => el('th', { scope: 'row' }, g.moves && !g.failed ? el('a', { href: '#/game/' + g.id }, name(g)) : name(g)),
    },
    textColumn(TEXT.board.white, (g) => sideName(g.white, TEXT.event.nobody)), textColumn(TEXT.board.black, (g) => sideName(g.black, TEXT.event.nobody)),
    textColumn(TEXT.player.result, (g) => g.result, short), textColumn(TEXT.player.date, (g) => g.date, short), textColumn(TEXT.player.event, (g) => g.event),
    side(TEXT.zigzag.white_first, 0, 'matches', 'share', TEXT.zigzag.first_text), side(TEXT.zigzag.white_error, 0, 'error', 'cp', TEXT.zigzag.ae_text),
    side(TEXT.zigzag.black_first, 1, 'matches', 'share', TEXT.zigzag.first_text), side(TEXT.zigzag.black_error, 1, 'error', 'cp', TEXT.zigzag.ae_text),
  ];
}

function allGames() {
  const failed = DATA.games.filter((g) => g.failed);
  const games = (count) => counted(count, TEXT.noun.game);
  return [
    el('h1', {}, say(TEXT.zigzag.title, { games: games(DATA.all_games) })),
    el('p', {}, TEXT.zigzag.intro),
    cautions(),
    DATA.games_in_full < DATA.all_games
      ? el('p', { class: 'note' }, say(TEXT.zigzag.first_pages, { shown: DATA.games_in_full, all: DATA.all_games })) : null,
    el('p', {}, say(TEXT.zigzag.looked_at, { players: counted(DATA.run.looked_at, TEXT.noun.player) })),
    failed.length ? el('p', {}, say(TEXT.zigzag.failed, { games: games(failed.length), reason: failed[0].failed })) : null,
    DATA.run.problems ? el('p', {}, say(TEXT.zigzag.problems, { games: games(DATA.run.problems) })) : null,
    playersSection(),
    el('h2', {}, TEXT.zigzag.games),
    dataTable(say(TEXT.zigzag.games_caption, { gate: DATA.games.length ? DATA.games[0].sides[0].gate : 10 }),
      gamesColumns(), DATA.games, (g) => [g.white, g.black, g.event, g.date].join(' ')),
    el('h2', {}, TEXT.zigzag.settings),
    runSettings(),
  ];
}
PAGES.home = allGames;

PAGES.game = (id) => {
  const game = DATA.games.find((g) => g.id === id);
  if (!game || !game.moves || game.failed) return null;
  const names = [sideName(game.white, TEXT.board.white), sideName(game.black, TEXT.board.black)];
  const source = say(TEXT.game.source, { file: game.file, number: game.number });
  return [
    el('p', {}, el('a', { href: '#/' }, TEXT.zigzag.all)),
    el('h1', {}, names.map(isolated).join(' – ')),
    el('p', { class: 'note' }, [game.event, game.date, game.result, source].filter(Boolean).join(' · ')),
    el('p', {}, TEXT.caution.one_game + ' ' + say(TEXT.zigzag.book, { book: counted(game.book, TEXT.noun.ply) })),
    el('h2', {}, TEXT.zigzag.sides),
    sumsTable(say(TEXT.game.figures_note, { gate: game.sides[0].gate }), names, game.sides),
    el('h2', {}, TEXT.zigzag.moves),
    movesTable(game),
    el('h2', {}, TEXT.zigzag.how),
    howToRead(), legend(game.moves),
    el('h2', {}, TEXT.zigzag.settings),
    runSettings(),
  ];
};
