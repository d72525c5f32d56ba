// Reasons in words.

// What the characters of a trace mean.
const legendOf = (letter) => DATA.legend.find((entry) => entry[0] === letter) || [letter, '', ''];

function legend(plies) {
  const used = new Set(plies.map((ply) => ply.trace));
  return el('dl', {}, DATA.legend.filter(([letter]) => used.has(letter))
    .map(([letter, , text]) => [el('dt', { class: 'trace' }, letter), el('dd', {}, text)]));
}
