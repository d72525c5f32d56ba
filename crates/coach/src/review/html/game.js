// The list of games, and the page of one: board and graph, moves with signs, reasons.

const gameHref = (id, ply) => '#/game/' + id + '/' + ply;
const FAULTS = ['?!', '?', '??'];
const pointsText = (drop) => fixed(100 * drop, 1);

function sideRows(game) {
  return game.sides.map((side, index) => row(side.name,
    el('td', {}, side.rating === null ? say(TEXT.review.as_rating, { rating: DATA.usual_rating }) : side.rating), el('td', {}, side.moves), el('td', {}, side.first),
    side.faults.map((count) => el('td', {}, count)), el('td', {}, side.drop === null ? '–' : pointsText(side.drop)),
    el('td', { class: 'text' }, index ? TEXT.board.black : TEXT.board.white)));
}
const sidesTable = (game) => table(TEXT.review.sides_note,
  [TEXT.review.player, TEXT.review.rating, TEXT.review.moves, TEXT.review.firsts, ...FAULTS, TEXT.review.cost_a_move, textHead(TEXT.review.side)], sideRows(game));

PAGES.home = () => [
  el('h1', {}, TEXT.review.games),
  DATA.stopped ? el('p', {}, TEXT.review.stopped) : null,
  el('ul', {}, DATA.games.map((game, id) => el('li', {}, el('a', { href: gameHref(id, 0) }, game.title),
    ' · ' + say(TEXT.review.with_sign, { moves: counted(game.plies.filter((ply) => ply.fault).length, TEXT.noun.move) })))),
  DATA.problems.length ? [el('h2', {}, TEXT.review.left_out),
    el('ul', {}, DATA.problems.map(([file, line, reason]) => el('li', {}, say(TEXT.review.problem, { file, line, reason }))))] : null,
];

// '1:59:30' in seconds.
const clockSeconds = (clock) => (clock ? clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0) : null);

const MARKS = { inaccuracy: 'rest', mistake: 'two', blunder: 'worst' };

function pliesOf(game, id) {
  return movesOf(game.line).map((move, index) => {
    const { clock, ...ply } = game.plies[index];
    const { fault } = ply;
    const mark = fault && { glyph: fault.glyph, series: MARKS[fault.severity], text: TEXT.severity[fault.severity] };
    return { ...move, ...ply, mark, name: moveName(move) + (fault ? fault.glyph : ''), href: gameHref(id, index + 1), clockText: clock, clock: clockSeconds(clock) };
  });
}

// What is said of the move in view first; `look(ply, more)` shows a position.
function moveHead(ply, look) {
  const { fault, drop } = ply;
  const cost = fault ? say(TEXT.review.fault, { cost: fault.cost }) : say(TEXT.review.costs, { points: pointsText(drop) });
  return [
    drop === null ? null : el('p', {}, ply.first ? say(TEXT.review.first, { move: ply.name }) : cost),
    fault ? reasonList(fault.told, (at, reasons) => look(at, { reasons })) : null,
  ];
}

function moveNotes(ply, look) {
  const { fault } = ply;
  const parts = [];
  if (fault) {
    if (fault.lines) parts.push(lineList(fault.lines.map((one) => ({ head: scoreOf(one.score), score: one.score, line: one.line })), look));
    if (fault.others.length) parts.push(el('details', {}, el('summary', {}, TEXT.review.more), reasonList(fault.others, (at, reasons) => look(at, { reasons }))));
    if (fault.bars) parts.push(el('details', {}, el('summary', {}, TEXT.bars.title), featureBars(fault.bars, fault.lines.map((one) => one.name))));
  }
  const last = [ply.score ? say(TEXT.review.score, { score: scoreOf(ply.score) }) : null, ply.clockText ? say(TEXT.review.clock, { clock: ply.clockText }) : null];
  parts.push(el('p', { class: 'note' }, last.filter(Boolean).join(' ')));
  return parts;
}

PAGES.game = (id) => {
  const game = DATA.games[id];
  if (!game) return null;
  const plies = pliesOf(game, id);
  let [at, endTrial] = [0, null];
  // The page shows a place a moment after it is asked for; the next step counts from there all the same.
  const to = (ply) => {
    at = Math.max(0, Math.min(plies.length, ply));
    const next = gameHref(id, at);
    if (location.hash === next) show(at);
    else location.hash = next;
  };
  const go = { first: () => to(0), back: () => to(at - 1), forward: () => to(at + 1), last: () => to(plies.length) };
  const view = boardView({ step: (by) => to(at + by) });
  const place = { name: el('h2', { class: 'move-name', 'aria-live': 'polite', tabindex: -1 }), head: el('div'), notes: el('div', { class: 'notes' }) };
  const graph = evaluationGraph(plies, to);
  const list = moveList(plies);
  const faults = plies.map((ply, index) => (ply.fault ? index + 1 : 0)).filter(Boolean);

  function look(ply, { score = null, reasons = [] } = {}) {
    view.show({
      board: ply.board, title: ply.san ? say(TEXT.board.after, { move: moveName(ply) }) : TEXT.board.position,
      marks: [ply.from, ply.to], arrows: [[ply.from, ply.to, 'played']], reasons, score,
    });
  }
  function retry(ply) {
    const { fault, w, name } = plies[ply - 1];
    if (endTrial) endTrial();
    view.show({ board: fault.before.board, title: TEXT.board.position, score: null });
    const trial = retryOf(fault, w, view);
    endTrial = trial.end;
    place.name.textContent = say(TEXT.review.instead, { move: name });
    const answer = el('button', { type: 'button', onclick: () => { show(ply); place.name.focus(); } }, TEXT.review.answer);
    place.head.replaceChildren(...trial.content, el('p', {}, answer));
    place.notes.replaceChildren();
    trial.focus();
  }
  function show(ply) {
    at = Math.max(0, Math.min(plies.length, ply));
    if (endTrial) endTrial();
    endTrial = null;
    const now = plies[at - 1];
    place.name.textContent = now ? now.name : TEXT.moves.start;
    const again = now && now.fault && now.fault.answers.length
      ? el('p', {}, el('button', { type: 'button', onclick: () => retry(at) }, TEXT.review.again)) : null;
    place.head.replaceChildren(...(now ? [...moveHead(now, look), again].filter(Boolean) : [el('p', {}, TEXT.moves.choose)]));
    place.notes.replaceChildren(...(now ? moveNotes(now, look) : []));
    for (const marked of [list, graph]) marked.move(at);
    if (!now) {
      view.show({ board: game.line.board, title: TEXT.board.start, score: null });
      return;
    }
    const best = now.fault && now.fault.best ? readMove(now.fault.best) : null;
    view.show({
      board: now.board, title: say(TEXT.board.after, { move: now.name }), marks: [now.from, now.to],
      arrows: [...(best ? [[best.from, best.to, 'first']] : []), [now.from, now.to, 'played']], score: now.score,
    });
  }
  const following = () => faults.find((ply) => ply > at) || faults[0] || 0;
  const next = faults.length ? el('button', { type: 'button', onclick: () => to(following()) }, TEXT.review.next) : null;
  const content = [
    el('p', {}, el('a', { href: '#/' }, TEXT.review.all)),
    el('h1', {}, game.title),
    game.stopped ? el('p', {}, TEXT.explained.stopped) : null,
    el('div', { class: 'game' },
      el('div', { class: 'at-board' }, view.root, boardControls(view, go, next), arrowKey(), graph.root),
      el('div', { class: 'beside' }, list.root, el('div', { class: 'headline' }, place.name, place.head), place.notes)),
    el('h2', {}, TEXT.review.sides), sidesTable(game),
  ];
  return { content, show, keys: boardKeys(view, go) };
};
