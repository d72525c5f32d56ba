// The page of a game: board and graph, moves, what is said of the move in view, and the figures.

const gameHref = (id, ply) => '#/game/' + id + '/' + ply;

// A score of a record, centipawns or '#3' from the mover's side, as White has it. After a mate
// on the board nothing is left to count: that is a mate in 0, whose side the centipawns tell.
const MATE_CP = 10000;
function whiteScore(score, isWhite) {
  const turn = isWhite ? 1 : -1;
  if (typeof score === 'number') return { cp: turn * score };
  const moves = Number(score.slice(1));
  return moves ? { mate: turn * moves } : { mate: 0, cp: turn * MATE_CP };
}

// The sign of a move, and what it means; `series` is how the graph marks it, if it does.
function markOf(ply) {
  if (ply.facts && ply.facts.better) return { glyph: '◆', series: 'three', text: TEXT.game.mark_better };
  return {
    '?': { glyph: '??', series: 'two', text: TEXT.game.mark_blunder },
    '-': { glyph: '?!', text: TEXT.game.mark_loss },
  }[ply.trace] || null;
}

function pliesOf(game) {
  const told = rowsOf(game.detail.plies);
  return movesOf(game.detail.line).map((move, index) => {
    const ply = { ...move, ...told[index], name: moveName(move), href: gameHref(game.id, index + 1) };
    const [, reason] = legendOf(ply.trace);
    ply.left = reason || null;
    ply.counted = Boolean(ply.facts) && !reason;
    ply.note = reason ? say(TEXT.moves.left_out, { reason: TEXT.left_out[reason] }) : ply.trace === '~' ? TEXT.game.mark_uncertain : null;
    ply.mark = markOf(ply);
    ply.score = ply.record ? whiteScore(ply.record.after, ply.w) : null;
    return ply;
  });
}

const gameSection = (title, ...content) => el('details', { class: 'folded' }, el('summary', {}, el('h2', {}, title)), content);

async function gamePage(id) {
  const listed = DATA.games.find((g) => g.id === id);
  const detail = listed && await unpacked('game-' + id);
  if (!detail) return null;
  const game = { ...listed, detail, sides: detail.sides };
  const plies = pliesOf(game);
  const names = [game.white === null ? TEXT.board.white : game.white, game.black === null ? TEXT.board.black : game.black];
  let at = 0;
  // The page shows a place a moment after it is asked for; the next step counts from there all the same.
  const to = (ply) => {
    at = Math.max(0, Math.min(plies.length, ply));
    location.hash = gameHref(id, at);
  };
  const go = { first: () => to(0), back: () => to(at - 1), forward: () => to(at + 1), last: () => to(plies.length) };
  const view = boardView({ step: (by) => to(at + by) });
  const place = { name: el('h2', { class: 'move-name', 'aria-live': 'polite' }), head: el('div'), notes: el('div', { class: 'notes' }) };
  const graph = evaluationGraph(plies, to);
  const list = moveList(plies);
  const curves = gameCurves(plies, to);
  const trace = plies.map((ply) => el('a', { href: ply.href, title: ply.name, 'aria-label': ply.name + ': ' + legendOf(ply.trace)[2] }, ply.trace));

  function look(ply, { score = null } = {}) {
    view.show({ board: ply.board, title: say(TEXT.board.after, { move: moveName(ply) }), marks: [ply.from, ply.to], arrows: [[ply.from, ply.to, 'played']], score });
  }
  function show(ply) {
    at = Math.max(0, Math.min(plies.length, ply));
    const now = plies[at - 1];
    place.name.textContent = now ? now.name : TEXT.moves.start;
    place.head.replaceChildren(...(now ? moveHead(now).filter(Boolean) : [el('p', {}, TEXT.moves.choose)]));
    place.notes.replaceChildren(...(now ? moveNotes(now, look).flat().filter(Boolean) : []));
    for (const marked of [list, graph, ...curves]) marked.move(at);
    trace.forEach((link, index) => (index === at - 1 ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')));
    if (!now) {
      view.show({ board: game.detail.line.board, title: TEXT.board.start, score: null });
      return;
    }
    const best = now.record && now.record.best_line ? readMove(now.record.best_line.split(' ')[0]) : null;
    const choice = best && best.san !== now.san ? [[best.from, best.to, 'first']] : [];
    view.show({
      board: now.board, title: say(TEXT.board.after, { move: now.name }), marks: [now.from, now.to],
      arrows: [...choice, [now.from, now.to, 'played']], score: now.score,
    });
  }

  const content = [
    el('p', {}, el('a', { href: '#/' }, TEXT.game.back)),
    el('h1', {}, sideName(game, 0), ' – ', sideName(game, 1)),
    el('p', { class: 'note' }, [game.event, game.date, game.result, say(TEXT.game.source, { file: game.file, number: game.number })].filter(Boolean).join(' · ')),
    el('p', {}, TEXT.caution.one_game),
    detail.clock_note ? el('p', {}, detail.clock_note) : null,
    game.failure ? el('p', {}, say(TEXT.game.failure, { reason: game.failure })) : null,
    game.notes.length ? el('p', { class: 'note' }, game.notes.join('; ')) : null,
    el('div', { class: 'game' },
      el('div', { class: 'at-board' }, view.root, boardControls(view, go), arrowKey(), graph.root),
      el('div', { class: 'beside' }, list.root, el('div', { class: 'headline' }, place.name, place.head), place.notes)),
    curves.map((curve) => gameSection(curve.title, curve.node)),
    gameSection(TEXT.game.trace, el('p', { class: 'note' }, say(TEXT.game.trace_note, { book: counted(game.detail.book, TEXT.noun.ply) })), el('p', { class: 'trace' }, trace), legend(plies)),
    gameSection(TEXT.game.figures, mainTable(say(TEXT.game.figures_note, { gate: game.sides[0].gate }), names, game.sides)),
    gameSection(TEXT.game.beside, el('p', {}, TEXT.game.beside_note), choiceSection(names, game.sides),
      game.detail.stretches.map((stretch, side) => stretch && stretchNote(names[side], stretch, plies))),
  ].flat();
  return { content, show, keys: boardKeys(view, go) };
}
PAGES.game = gamePage;
