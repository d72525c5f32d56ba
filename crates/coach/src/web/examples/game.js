// A game: its graph, with a mark, moves left out and clocks, and the list of its moves.

PAGES.home = () => {
  const plies = movesOf(DATA.line).map((move, index) => {
    const cp = DATA.scores[index];
    const out = index < 2 ? 'book' : null;
    return {
      ...move, name: moveName(move), href: '#/game/0/' + (index + 1), clock: DATA.clocks[index], left: out, note: out,
      score: cp === null ? { mate: 1 } : { cp }, mark: index === 5 ? { glyph: '??', series: 'two', text: 'blunder' } : null,
    };
  });
  const go = (ply) => { location.hash = plies[ply - 1].href; };
  const [graph, list] = [evaluationGraph(plies, go), moveList(plies)];
  const show = (ply) => [graph, list].forEach((one) => one.move(ply));
  return { content: [el('h1', {}, 'Game'), graph.root, list.root], show };
};
PAGES.game = PAGES.home;
