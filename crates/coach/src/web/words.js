// Moves and scores in words.

const scoreText = (score) => (typeof score === 'string' ? sign(score) : (score > 0 ? '+' : '') + fixed(score / 100, 2));
// A score as {cp} or {mate}, from White’s side.
const scoreOf = (score) => (score.mate !== undefined ? '#' + sign(score.mate || '') : (score.cp > 0 ? '+' : '') + fixed(score.cp / 100, 2));
const moveName = (ply) => ply.n + (ply.w ? '. ' : '… ') + ply.san;
const clamp = (cp, limit) => Math.max(-limit, Math.min(limit, cp));
