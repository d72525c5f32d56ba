// Lines that a board follows.

PAGES.home = () => {
  const view = boardView();
  const look = (ply, { score = null } = {}) => view.show({ board: ply.board, title: moveName(ply), marks: [ply.from, ply.to], score });
  view.show({ board: DATA.line.board, title: 'The start' });
  return [el('h1', {}, 'Lines'), view.root, lineList([{ head: '+0.30', score: { cp: 30 }, note: 'played', line: DATA.line }], look)];
};
