// The board.

const PIECES = {
  p: ['M22.5 9a5 5 0 0 1 3.2 8.9c3 1.6 4.3 4.5 3.8 7.6 3.5 2 6 6.5 6 11.5h-26c0-5 2.5-9.5 6-11.5-.5-3.1 .8-6 3.8-7.6a5 5 0 0 1 3.2-8.9z'],
  r: ['M11 37h23v-4h-3l-1.5-14 3.5-3v-7h-5v3h-3.5v-3h-4v3h-3.5v-3h-5v7l3.5 3-1.5 14h-3z'],
  b: ['M22.5 7a2.5 2.5 0 0 1 1.5 4.5c5 3.5 7.5 8 7.5 12 0 3-1.5 5.5-3.5 7l1 3h5v3.5h-23v-3.5h5l1-3c-2-1.5-3.5-4-3.5-7 0-4 2.5-8.5 7.5-12a2.5 2.5 0 0 1 1.5-4.5z', 'M22.5 17v8M18.5 21h8'],
  n: ['M13 37c0-8 6-10 7-15-2 2-4 2.5-6 3l-2.5 2.5-3-2.5c1-4 3-8 5.5-11v-5l4 3c1-.5 2-.8 3-1l2-3 1.5 3.5c8 2 10 12 9.5 25.5z', 'M17 16.5h1'],
  q: ['M12 37h21l-1-5c1.5-5 3-10 4.5-16l-6.5 7-2-11-5.5 10-5.5-10-2 11-6.5-7c1.5 6 3 11 4.5 16z', 'M13 32h19'],
  k: ['M21 6h3v3h3v3h-3v5h-3v-5h-3v-3h3zM12 37h21l-1-6c4-3 5.5-6 5-9-.5-4-5-6-9-4.5-2.5 1-4 2.5-5.5 5-1.5-2.5-3-4-5.5-5-4-1.5-8.5 .5-9 4.5-.5 3 1 6 5 9z', 'M13 31h19'],
};

function squares(placement) {
  return [...placement].flatMap((c) => (c === '/' ? [] : c >= '1' && c <= '8' ? Array(Number(c)).fill('') : [c]));
}

// The square that an event on a board hits, as 'e4'; nothing beside it.
function squareAt(root, event, isFlipped) {
  const box = root.getBoundingClientRect();
  const [file, row] = [(event.clientX - box.left) / box.width * 8, (event.clientY - box.top) / box.height * 8].map(Math.floor);
  if (file < 0 || file > 7 || row < 0 || row > 7) return null;
  return isFlipped ? 'hgfedcba'[file] + (row + 1) : 'abcdefgh'[file] + (8 - row);
}

// `before` is the board before the move, whose squares are marked; options: isFlipped, with
// Black at the bottom, and picked, a square that is marked.
function board(placement, before, title, { isFlipped = false, picked = null } = {}) {
  const turned = (list) => (isFlipped ? [...list].reverse() : list);
  const now = turned(squares(placement));
  const old = before ? turned(squares(before)) : now;
  const files = isFlipped ? 'hgfedcba' : 'abcdefgh';
  const rankOf = (index) => (isFlipped ? 1 + Math.floor(index / 8) : 8 - Math.floor(index / 8));
  const root = svg('svg', { class: 'board', viewBox: '0 0 360 360', role: 'img' }, svg('title', {}, title));
  now.forEach((piece, index) => {
    const [x, y] = [45 * (index % 8), 45 * Math.floor(index / 8)];
    const shade = (index + Math.floor(index / 8)) % 2 ? 'dark' : 'light';
    const isPicked = picked === files[index % 8] + rankOf(index);
    const mark = piece === old[index] && !isPicked ? '' : ' mark';
    root.append(svg('rect', { class: shade + mark, x, y, width: 45, height: 45 }));
    if (index % 8 === 0) root.append(svg('text', { x: x + 2, y: y + 10 }, rankOf(index)));
    if (index >= 56) root.append(svg('text', { x: x + 38, y: y + 43 }, files[index % 8]));
    if (!piece) return;
    const [shape, detail] = PIECES[piece.toLowerCase()];
    const group = svg('g', { class: piece < 'a' ? 'white' : 'black', transform: 'translate(' + x + ' ' + y + ')', 'stroke-width': 1.4, 'stroke-linejoin': 'round' }, svg('path', { d: shape }));
    if (detail) group.append(svg('path', { d: detail, fill: 'none', 'stroke-linecap': 'round' }));
    root.append(group);
  });
  return root;
}
