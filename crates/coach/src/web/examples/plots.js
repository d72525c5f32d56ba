// Axes, a line, dots of each shape and their key.

PAGES.home = () => {
  const across = { min: 0, max: 10, label: 'moves' };
  const up = { min: -3, max: 3, label: 'pawns' };
  const { root, X, Y } = frame('A plot', 'Pawns by moves, made up.', across, up);
  const points = [0, 1, 2, 4, 7, 10].map((move) => [move, Math.sin(move) * 2]);
  root.append(line(points.map(([move, pawns]) => [X(move), Y(pawns)]), 'one'));
  const kinds = ['one', 'two', 'three', 'rest', 'worst'];
  kinds.forEach((kind, index) => root.append(dot(kind, X(2 * index + 1), Y(-2), 4, 'A dot of the kind ' + kind)));
  return [el('h1', {}, 'Plots'), drawn(root, 'A line and five kinds of dots.', kinds.map((kind) => [kind, kind]))];
};
