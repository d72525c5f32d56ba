// A board: arrows for the move and the first choice, squares of a reason, and the evaluation.

PAGES.home = () => {
  const view = boardView();
  const last = movesOf(DATA.line)[5];
  view.show({
    board: last.board, title: 'After 3… Nf6', marks: [last.from, last.to], reasons: ['f7', 'h5'],
    arrows: [['g7', 'g6', 'first'], [last.from, last.to, 'played']], score: { mate: 1 },
  });
  return { content: [el('h1', {}, 'Board'), view.root, boardControls(view, null), arrowKey()], keys: boardKeys(view, null) };
};
