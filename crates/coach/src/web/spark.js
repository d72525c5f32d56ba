// A game's evaluation at a glance: letters from a (Black wins) to u (White wins), - unknown.

function sparkline(letters, isBlack, label) {
  const [width, height] = [120, 24];
  const sign = isBlack ? -1 : 1;
  const at = [...letters].map((letter) => (letter === '-' ? null : sign * (letter.charCodeAt(0) - 107)));
  const x = (index) => 1 + index * (width - 2) / Math.max(1, at.length - 1);
  let path = '';
  at.forEach((value, index) => {
    if (value === null) return;
    const starts = !index || at[index - 1] === null;
    path += (starts ? 'M' : 'L') + x(index).toFixed(1) + ' ' + (height / 2 - value * (height / 2 - 2) / 10).toFixed(1);
  });
  return svg('svg', { class: 'spark', viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': label },
    svg('line', { class: 'grid', x1: 0, x2: width, y1: height / 2, y2: height / 2 }), svg('path', { class: 'path one', d: path }));
}
