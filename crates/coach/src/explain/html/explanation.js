// The page of an explained move.

PAGES.home = () => {
  const view = boardView();
  function look(ply, { score = null, reasons = [] } = {}) {
    const title = ply.san ? say(TEXT.board.after, { move: moveName(ply) }) : TEXT.board.position;
    view.show({ board: ply.board, title, marks: [ply.from, ply.to], arrows: [[ply.from, ply.to, 'played']], reasons, score });
  }
  const shown = DATA.lines || [];
  // A first choice that is explained has the second beside it, which has no arrow.
  const moves = (DATA.is_best ? shown.slice(0, 1) : shown).map((one) => movesOf(one.line)[0]);
  const arrows = moves.map((move, index) => [move.from, move.to, index || DATA.is_best ? 'first' : 'played']);
  const start = () => view.show({ board: DATA.board, title: TEXT.board.position, arrows, score: shown.length ? shown[0].score : null });
  start();
  const back = el('button', { type: 'button', onclick: start }, TEXT.explained.position);
  const content = [
    el('h1', {}, shown.length ? shown[0].name : TEXT.explained.position),
    el('div', { class: 'game' },
      el('div', { class: 'at-board' }, view.root, boardControls(view, null, back), shown.length ? arrowKey(DATA.is_best ? [['first', TEXT.board.arrow_choice]] : undefined) : null),
      el('div', { class: 'beside' }, reasonList(DATA.sentences, (ply, reasons) => look(ply, { reasons })),
        DATA.stopped ? el('p', {}, TEXT.explained.stopped) : null,
        lineList(shown.map((one) => ({ head: scoreOf(one.score), score: one.score, line: one.line })), look),
        DATA.bars ? featureBars(DATA.bars, shown.map((one) => one.name)) : null)),
  ];
  return { content, keys: boardKeys(view, null) };
};
