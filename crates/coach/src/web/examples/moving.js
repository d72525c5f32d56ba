// A board on which men may be moved: three legal moves, one of them a promotion.

PAGES.home = () => {
  const view = boardView({ hasBar: false });
  const told = el('p', { role: 'status' }, 'Nothing yet');
  view.show({ board: '8/P6k/8/8/8/8/8/K7', title: 'A position' });
  const legal = [{ from: 'a1', to: 'a2' }, ...['q', 'n'].map((promoted) => ({ from: 'a7', to: 'a8', promoted }))];
  letMove(view, legal, (move) => { told.textContent = move.from + move.to + (move.promoted || ''); });
  return [el('h1', {}, 'Moving'), view.root, told];
};
