// What the evaluation says at the end of each line: one row a feature, moves side by side,
// always all rows, in one order and on one scale.

const BAR_PAWNS = 3;

function featureBar(cp) {
  const [half, height] = [60, 12];
  const length = Math.min(Math.abs(cp) / 100, BAR_PAWNS) / BAR_PAWNS * (half - 8);
  const root = svg('svg', { class: 'feature', viewBox: '0 0 ' + 2 * half + ' ' + height, 'aria-hidden': 'true' });
  const x = cp < 0 ? half - length : half;
  root.append(svg('rect', { class: cp < 0 ? 'two block' : 'one block', x, y: 1, width: length, height: height - 2 }));
  if (Math.abs(cp) > 100 * BAR_PAWNS) {
    const tip = cp < 0 ? half - length - 7 : half + length + 7;
    const base = cp < 0 ? half - length : half + length;
    root.append(svg('path', { class: cp < 0 ? 'two block' : 'one block', d: 'M' + base + ' 0L' + tip + ' 6L' + base + ' 12z' }));
  }
  root.append(svg('line', { class: 'axis', x1: half, x2: half, y1: 0, y2: height }));
  return root;
}

const pawnsText = (cp) => (cp < 0 ? '−' : '+') + (Math.abs(cp) / 100).toFixed(1);

// A row is the key of a part of the evaluation and its values in centipawns, one for each of
// the names, which are of one move or of two.
function featureBars(rows, names) {
  const cells = (cp) => [el('td', {}, pawnsText(cp)), el('td', { class: 'drawn' }, featureBar(cp))];
  return table(TEXT.bars.caption + ' ' + TEXT.bars.scale + '.',
    [TEXT.bars.feature, ...names.map((name) => el('th', { scope: 'col', colspan: 2 }, name))],
    rows.map(([key, ...values]) => row(TEXT.account[key], names.map((_, index) => cells(values[index])))));
}
