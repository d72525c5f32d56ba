// Rows of figures: groups beside each other, each with an interval bar.

const SERIES = ['one', 'two', 'rest'];
const seriesOf = (index) => SERIES[index % SERIES.length];

// The interval as a line and the value as a dot, between the ends of a scale.
function bar(estimate, [from, to], series, text) {
  const at = (v) => 4 + 120 * Math.max(0, Math.min(1, (v - from) / (to - from || 1)));
  return svg('svg', { class: 'bar', viewBox: '0 0 128 16', role: 'img' },
    svg('title', {}, text),
    svg('line', { class: 'grid', x1: 4, x2: 124, y1: 8, y2: 8 }),
    estimate[1] === null ? null : svg('line', { class: series, x1: at(estimate[1]), x2: at(estimate[2]), y1: 8, y2: 8, 'stroke-width': 3 }),
    svg('circle', { class: series, cx: at(estimate[0]), cy: 8, r: 4 }));
}

// All shares are drawn on the same scale; other units on that of their row.
function scaleOf(unit, estimates) {
  if (unit === 'share') return [0, 1];
  if (unit === 'points') return [0, 100];
  return [0, Math.max(1e-9, ...estimates.filter(Boolean).map((e) => (e[2] === null ? e[0] : e[2])))];
}

// A row of a figure: one cell for each group of moves.
function figureRow(name, title, unit, groups) {
  const scale = scaleOf(unit, groups.map((group) => group.estimate));
  return row(title ? explained(name, title, PAGES.words ? '#/words' : null) : name, groups.map((group, index) => {
    const e = group.estimate;
    if (!e) return cell(unit, e, group.moves, group.gate);
    return el('td', {}, bar(e, scale, seriesOf(index), say(TEXT.plot.point, { name: group.name, value: sentence(unit, e) })), el('span', { class: 'value' }, full(unit, e[0])),
      el('small', {}, countOf(unit, e) + '; ' + interval(unit, e)),
      unit !== 'share' && e[4] ? small(say(TEXT.estimate.spread, { spread: bare(unit, e[4]) })) : null, small(ranged(unit, e)));
  }));
}
