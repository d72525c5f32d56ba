// Positions and moves as pages have them.
//
// A position is the first field of a FEN. A move is a word: the square that it comes from and
// its SAN, `g1Nf3`; castling has the rook's square behind the king's, `e1h1O-O`; `--` is a null
// move. A line is {board, n, w, moves}: where it begins, the number of its first move, whether
// that is White's, and its words, a blank between them.

const FILES = 'abcdefgh';
const squareIndex = (name) => FILES.indexOf(name[0]) + 8 * (8 - Number(name[1]));
const squareName = (index) => FILES[index % 8] + (8 - Math.floor(index / 8));

// The men on all squares from a8 to h1, '' for none.
const menOf = (placement) =>
  [...placement].flatMap((c) => (c === '/' ? [] : c >= '1' && c <= '8' ? Array(Number(c)).fill('') : [c]));

function placementOf(men) {
  const rows = [0, 8, 16, 24, 32, 40, 48, 56].map((first) => men.slice(first, first + 8).map((man) => man || '1').join(''));
  return rows.join('/').replace(/1+/g, (empty) => empty.length);
}

// A word as {san, from, to, isCastling, promoted}; no squares where it names none.
function readMove(word) {
  if (word[4] === 'O') return { san: word.slice(4), from: word.slice(0, 2), to: word.slice(2, 4), isCastling: true };
  const san = word.slice(2);
  const target = san.match(/([a-h][1-8])(?:=?([NBRQ]))?[+#]?$/);
  return target ? { san, from: word.slice(0, 2), to: target[1], promoted: target[2] } : { san: word };
}

// The position after a move.
function played(placement, move) {
  if (!move.from) return placement;
  const men = menOf(placement);
  const [from, to] = [squareIndex(move.from), squareIndex(move.to)];
  const man = men[from];
  men[from] = '';
  if (move.isCastling) {
    const rook = men[to];
    const first = from - from % 8;
    men[to] = '';
    men[first + (to > from ? 6 : 2)] = man;
    men[first + (to > from ? 5 : 3)] = rook;
    return placementOf(men);
  }
  const isEnPassant = man.toLowerCase() === 'p' && from % 8 !== to % 8 && !men[to];
  if (isEnPassant) men[from - from % 8 + to % 8] = '';
  men[to] = !move.promoted ? man : man === 'P' ? move.promoted : move.promoted.toLowerCase();
  return placementOf(men);
}

// The moves of a line as [{n, w, san, from, to, board, before}, ...]: with the positions before
// and after each.
function movesOf(line) {
  let [before, n, w] = [line.board, line.n, line.w];
  return (line.moves ? line.moves.split(' ') : []).map((word) => {
    const move = readMove(word);
    const ply = { n, w, san: move.san, from: move.from, to: move.to, before, board: played(before, move) };
    before = ply.board;
    if (!w) n += 1;
    w = !w;
    return ply;
  });
}
