// Sentences that show what they speak of.

PAGES.home = () => {
  const view = boardView({ hasBar: false });
  const look = (ply, reasons) => view.show({ board: ply.board, title: 'A reason', reasons });
  view.show({ board: DATA.line.board, title: 'The start' });
  return [el('h1', {}, 'Reasons'), view.root, reasonList([['White mates on f7.', DATA.line, ['f7']], ['Nothing can be shown of this.', null, []]], look)];
};
