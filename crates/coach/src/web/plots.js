// Plots as SVG, each with a title and a description.

const PLOT = { w: 480, h: 250, left: 46, right: 12, top: 26, bottom: 34 };
// Plots as wide as the page: on a phone fewer units, so that letters stay readable.
const WIDE = matchMedia('screen and (max-width: 50rem)').matches ? { w: 480, h: 240 } : { w: 1000, h: 240 };

function ticks(min, max, wanted) {
  const raw = (max - min) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let n = Math.ceil(min / step); n * step <= max + 1e-9; n++) found.push(n * step);
  return found;
}
function logTicks(min, max) {
  const found = [];
  const steps = max / min > 10 ? [1, 3] : [1, 1.5, 2, 3, 5, 7];
  for (let n = 1; n <= max; n *= 10) found.push(...steps.map((step) => step * n));
  return found.filter((n) => n >= min && n <= max);
}

// Axes. Each has min, max, label, and perhaps log, ticks and text(tick).
function frame(title, desc, x, y, extra) {
  const size = { ...PLOT, ...extra };
  const place = (axis, v) => (axis.log
    ? Math.log(v / axis.min) / Math.log(axis.max / axis.min)
    : (v - axis.min) / (axis.max - axis.min || 1));
  const X = (v) => size.left + (size.w - size.left - size.right) * place(x, v);
  const Y = (v) => size.h - size.bottom - (size.h - size.top - size.bottom) * place(y, v);
  const root = svg('svg', { viewBox: '0 0 ' + size.w + ' ' + size.h, role: 'img' },
    svg('title', {}, title), svg('desc', {}, desc));
  const text = (axis, v) => sign(axis.text ? axis.text(v) : +v.toFixed(6));
  for (const v of x.ticks || (x.log ? logTicks(x.min, x.max) : ticks(x.min, x.max, 8))) {
    root.append(svg('line', { class: 'grid', x1: X(v), x2: X(v), y1: size.top, y2: size.h - size.bottom }),
      svg('text', { x: X(v), y: size.h - size.bottom + 14, 'text-anchor': 'middle' }, text(x, v)));
  }
  for (const v of y.ticks || ticks(y.min, y.max, 5)) {
    root.append(svg('line', { class: 'grid', x1: size.left, x2: size.w - size.right, y1: Y(v), y2: Y(v) }),
      svg('text', { x: size.left - 6, y: Y(v) + 4, 'text-anchor': 'end' }, text(y, v)));
  }
  root.append(svg('text', { x: size.w - size.right, y: size.h - 4, 'text-anchor': 'end' }, x.label));
  root.append(svg('text', { x: 2, y: 12 }, y.label));
  return { root, X, Y, size };
}

const SHAPES = {
  one: (x, y, r) => ['circle', { cx: x, cy: y, r }],
  two: (x, y, r) => ['rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r }],
  three: (x, y, r) => ['path', { d: 'M' + x + ' ' + (y - r - 1) + 'l' + (r + 1) + ' ' + (r + 1) + 'l-' + (r + 1) + ' ' + (r + 1) + 'l-' + (r + 1) + ' -' + (r + 1) + 'z' }],
};
SHAPES.rest = SHAPES.one;
SHAPES.worst = SHAPES.three;
function dot(series, x, y, r, text, more) {
  const [tag, attributes] = SHAPES[series](x, y, r);
  return svg(tag, { class: series, ...attributes, ...more }, text ? svg('title', {}, text) : null);
}
function key(entries) {
  return el('ul', { class: 'key' }, entries.map(([series, text]) =>
    el('li', {}, svg('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, dot(series, 6, 6, 3.5)), text)));
}
const drawn = (node, caption, entries) =>
  el('figure', {}, node, entries ? key(entries) : null, el('figcaption', {}, caption));

function line(points, name) {
  const d = points.map(([x, y], index) => (index ? 'L' : 'M') + x.toFixed(1) + ' ' + y.toFixed(1)).join('');
  return svg('path', { class: 'path ' + name, d });
}
