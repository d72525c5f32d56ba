// Answers of /v1/eval and /v1/explain, as the parts of pages show them.

// A line of the service, {fen, moves, san}, as pages have lines.
function lineView({ fen, moves, san }) {
  const [board, turn, , , , number] = fen.split(' ');
  const names = san.split(' ').map((name) => name.replace(/^\d+\.+/, '')).filter(Boolean);
  let at = board;
  const words = moves.map((uci, index) => {
    const name = names[index];
    const word = name.startsWith('O') ? uci.slice(0, 2) + rookSquare(at, uci, name) + name : uci.slice(0, 2) + name;
    at = played(at, readMove(word));
    return word;
  });
  return { board, n: Number(number) || 1, w: turn === 'w', moves: words.join(' ') };
}

// Where the rook stands with which a king castles; in Chess960 the move goes there.
function rookSquare(board, uci, name) {
  const target = uci.slice(2, 4);
  if (menOf(board)[squareIndex(target)].toLowerCase() === 'r') return target;
  return (name.startsWith('O-O-O') ? 'a' : 'h') + target[1];
}

const PLACES = { stands: ['square'], attacks: ['from', 'to'], behind: ['slider', 'front', 'back'], checks: ['from'] };

// A sentence as a reason: up to where its first man stands, or else its whole first line.
function reasonView({ text, lines, claims }) {
  const first = claims.find((one) => PLACES[one.claim]);
  const line = lines[first ? first.line : 0];
  if (!line) return [text, null, []];
  const view = lineView(line);
  if (!first) return [text, view, []];
  const same = claims.filter((one) => PLACES[one.claim] && one.line === first.line && one.ply === first.ply);
  const words = view.moves.split(' ').slice(0, first.ply).join(' ');
  return [text, { ...view, moves: words }, same.flatMap((one) => PLACES[one.claim].map((name) => one[name]))];
}

// A score of the side to move as White has it.
function whiteOf({ cp, mate }, isWhite) {
  const turn = isWhite ? 1 : -1;
  return mate !== undefined ? { mate: turn * mate, cp: turn * (mate > 0 ? 10000 : -10000) } : { cp: turn * cp };
}

// An explanation; `look(ply, more)` shows a position on the board.
function explanationView(answer, look) {
  const isWhite = answer.side_to_move === 'white';
  const compared = [answer.explained, answer.relation === 'best' ? answer.second : answer.best].filter(Boolean);
  const entries = compared.map((one) => {
    const score = whiteOf(one.score, isWhite);
    return { head: scoreOf({ ...score, cp: score.cp }), score, line: lineView(one.line), note: say(TEXT.serve.depth, { depth: one.depth }) };
  });
  const features = compared[0] && compared[0].end.features.map(({ feature }, index) =>
    [feature, ...compared.map((one) => one.end.features[index].white_cp)]);
  return [
    el('h3', {}, compared.length ? compared[0].san : TEXT.serve.explanation),
    reasonList(answer.sentences.map(reasonView), (ply, reasons) => look(ply, { reasons })),
    answer.stopped ? el('p', {}, TEXT.explained.stopped) : null,
    lineList(entries, look),
    features ? el('details', {}, el('summary', {}, TEXT.bars.title),
      featureBars([...features, ['total', ...compared.map((one) => one.end.white_cp)]], compared.map((one) => one.san))) : null,
  ].flat();
}

// The account of a position: one bar a group, in pawns from White's side.
function evaluationView(answer) {
  const rows = answer.groups.map(({ group, white_24ths: parts }) => [group, parts / 24]);
  return table(TEXT.serve.account + ' ' + TEXT.bars.scale + '.', [TEXT.bars.feature, el('th', { scope: 'col', colspan: 2 }, TEXT.levels.pawns)],
    [...rows, ['total', answer.white_cp]].map(([key, cp]) => row(TEXT.account[key], el('td', {}, pawnsText(cp)), el('td', { class: 'drawn' }, featureBar(cp)))));
}
