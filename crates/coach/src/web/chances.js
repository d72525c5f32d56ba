// What people make of a score: White's share of the points, 0 to 1, by the curve that
// lichess.org fitted to its players' games (lichess.org/page/accuracy). Bars and curves
// of games are drawn by it alone.

const CHANCE_PER_CP = 0.00368208;
// Of a score from White's side, {cp} or {mate}: a mate is the whole share, of whom centipawns say
// where it is on the board.
const chanceOf = ({ mate, cp }) => (mate ? Number(mate > 0) : 1 / (1 + Math.exp(-CHANCE_PER_CP * cp)));
