// Reasons in sentences; reading one shows on the board what it speaks of.

// A sentence as pages write moves and numbers: 19…Qxf3 and −0.59.
const typeset = (text) => text.replace(/(\d)\.\.\./g, '$1…').replace(/(^|[\s(])-(?=\d)/g, '$1−');

// A reason is [text, line, squares]: the line leads to the position that it speaks of, and the
// squares are those of the men there; line is null where nothing can be shown. `look(ply,
// squares)` shows it.
function reasonList(reasons, look) {
  return el('ul', { class: 'reasons' }, reasons.map(([text, line, squares]) => {
    if (!line) return el('li', {}, typeset(text));
    const moves = movesOf(line);
    const show = () => look(moves[moves.length - 1] || { board: line.board }, squares);
    const button = el('button', { type: 'button', class: 'reason-text', onclick: show }, typeset(text));
    for (const name of ['mouseenter', 'focus']) button.addEventListener(name, show);
    return el('li', {}, button);
  }));
}
