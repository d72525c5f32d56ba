// Moves and scores in words, and a name that explains itself by hover, focus or tap.

PAGES.home = () => {
  const scores = [{ cp: 31 }, { cp: -250 }, { mate: 3 }, { mate: -2 }].map((score) => el('li', {}, scoreOf(score)));
  const moves = movesOf(DATA.line).map((move) => el('li', {}, moveName(move)));
  return [
    el('h1', {}, 'Words'),
    el('p', {}, 'A score is ', explained('from White’s side', 'Above 0 White is better, below 0 Black is.', '#/'), ', whoever has the move.'),
    el('ul', {}, scores), el('ul', {}, moves),
  ];
};
