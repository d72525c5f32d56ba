// The drawing of a position: squares, men, marks and arrows.

// Our own outlines, each of a man and of the lines within it.
const PIECES = {
  p: ['M22.5 9a5 5 0 0 1 3.2 8.9c3 1.6 4.3 4.5 3.8 7.6 3.5 2 6 6.5 6 11.5h-26c0-5 2.5-9.5 6-11.5-.5-3.1 .8-6 3.8-7.6a5 5 0 0 1 3.2-8.9z'],
  r: ['M11 37h23v-4h-3l-1.5-14 3.5-3v-7h-5v3h-3.5v-3h-4v3h-3.5v-3h-5v7l3.5 3-1.5 14h-3z'],
  b: ['M22.5 7a2.5 2.5 0 0 1 1.5 4.5c5 3.5 7.5 8 7.5 12 0 3-1.5 5.5-3.5 7l1 3h5v3.5h-23v-3.5h5l1-3c-2-1.5-3.5-4-3.5-7 0-4 2.5-8.5 7.5-12a2.5 2.5 0 0 1 1.5-4.5z', 'M22.5 17v8M18.5 21h8'],
  n: ['M13 37c0-8 6-10 7-15-2 2-4 2.5-6 3l-2.5 2.5-3-2.5c1-4 3-8 5.5-11v-5l4 3c1-.5 2-.8 3-1l2-3 1.5 3.5c8 2 10 12 9.5 25.5z', 'M17 16.5h1'],
  q: ['M12 37h21l-1-5c1.5-5 3-10 4.5-16l-6.5 7-2-11-5.5 10-5.5-10-2 11-6.5-7c1.5 6 3 11 4.5 16z', 'M13 32h19'],
  k: ['M21 6h3v3h3v3h-3v5h-3v-5h-3v-3h3zM12 37h21l-1-6c4-3 5.5-6 5-9-.5-4-5-6-9-4.5-2.5 1-4 2.5-5.5 5-1.5-2.5-3-4-5.5-5-4-1.5-8.5 .5-9 4.5-.5 3 1 6 5 9z', 'M13 31h19'],
};
const SQUARE = 45;

// Where a square begins, in units of the drawing.
function cornerOf(name, isFlipped) {
  const [file, row] = [FILES.indexOf(name[0]), 8 - Number(name[1])];
  return (isFlipped ? [7 - file, 7 - row] : [file, row]).map((n) => SQUARE * n);
}

// The square that an event on a board hits, as 'e4'; nothing beside it.
function squareAt(root, event, isFlipped) {
  const box = root.getBoundingClientRect();
  const [file, row] = [(event.clientX - box.left) / box.width * 8, (event.clientY - box.top) / box.height * 8].map(Math.floor);
  if (file < 0 || file > 7 || row < 0 || row > 7) return null;
  return squareName(isFlipped ? 63 - (file + 8 * row) : file + 8 * row);
}

function manDrawing(man, [x, y]) {
  const [shape, detail] = PIECES[man.toLowerCase()];
  return svg('g', { class: 'man ' + (man < 'a' ? 'white' : 'black'), transform: 'translate(' + x + ' ' + y + ')' },
    svg('path', { d: shape }), detail ? svg('path', { class: 'detail', d: detail }) : null);
}

// From the middle of one square to that of another; `kind` is its class. A first choice is
// broken and has an open tip, so that it can be told from a played move without colours.
function arrowDrawing([from, to, kind], isFlipped) {
  const [[x, y], [right, down]] = [from, to].map((name) => cornerOf(name, isFlipped).map((n) => n + SQUARE / 2));
  const length = Math.hypot(right - x, down - y) || 1;
  const [ux, uy] = [(right - x) / length, (down - y) / length];
  const at = (along, aside) => (x + ux * along - uy * aside).toFixed(1) + ' ' + (y + uy * along + ux * aside).toFixed(1);
  return svg('g', { class: 'arrow ' + kind },
    svg('path', { class: 'shaft', d: 'M' + at(12, 0) + 'L' + at(length - 12, 0) }),
    svg('path', { class: 'tip', d: 'M' + at(length - 14, 8) + 'L' + at(length - 1, 0) + 'L' + at(length - 14, -8) + 'Z' }));
}

const MEN_ORDER = ['k', 'q', 'r', 'b', 'n', 'p'];

// Where all men stand, for who does not see the board: White: Kg1, Qd1, ...
function menText(men) {
  const side = (isWhite) => MEN_ORDER.flatMap((kind) => men.flatMap((man, index) =>
    (man === (isWhite ? kind.toUpperCase() : kind) ? (kind === 'p' ? '' : kind.toUpperCase()) + squareName(index) : []))).join(', ');
  return say(TEXT.board.men, { white: side(true), black: side(false) });
}

// `view` has the board (a placement) and a title, and perhaps: isFlipped, Black at the bottom;
// marks, the squares of the last move; reasons, squares that something is said of; picked, a
// square, and targets, where its man may go; arrows, [[from, to, kind], ...].
function boardDrawing(view) {
  const { isFlipped = false, marks = [], reasons = [], picked = null, targets = [], arrows = [] } = view;
  const men = menOf(view.board);
  const root = svg('svg', { class: 'board', viewBox: '0 0 360 360', role: 'img' }, svg('title', {}, view.title), svg('desc', {}, menText(men)));
  men.forEach((_, index) => {
    const name = squareName(index);
    const [x, y] = cornerOf(name, isFlipped);
    const shade = (index + Math.floor(index / 8)) % 2 ? 'dark' : 'light';
    const mark = marks.includes(name) || name === picked ? ' mark' : '';
    root.append(svg('rect', { class: shade + mark, x, y, width: SQUARE, height: SQUARE }));
    if (name === picked || reasons.includes(name)) {
      root.append(svg('rect', { class: name === picked ? 'picked' : 'reason', x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4 }));
    }
    if (x === 0) root.append(svg('text', { x: 2, y: y + 10 }, name[1]));
    if (y === 7 * SQUARE) root.append(svg('text', { x: x + 38, y: y + 43 }, name[0]));
  });
  men.forEach((man, index) => man && root.append(manDrawing(man, cornerOf(squareName(index), isFlipped))));
  for (const name of targets) {
    const [x, y] = cornerOf(name, isFlipped).map((n) => n + SQUARE / 2);
    root.append(svg('circle', { class: 'target', cx: x, cy: y, r: men[squareIndex(name)] ? 19 : 7 }));
  }
  for (const arrow of arrows) if (arrow[0] && arrow[1]) root.append(arrowDrawing(arrow, isFlipped));
  return root;
}
