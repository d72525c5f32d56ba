// How losses are spread over ranges, groups of moves beside each other.

function rangeName([from, to]) {
  if (to === null) return say(TEXT.losses.above, { loss: from - 1 });
  return from === to ? String(from) : from + '–' + to;
}

function lossPlot(names, groups) {
  const ranges = DATA.loss_ranges.map(rangeName);
  const most = Math.max(...groups.flatMap((shares) => (shares || []).map((e) => e[2])));
  const x = { min: -0.5, max: ranges.length - 0.5, label: TEXT.losses.axis, ticks: ranges.map((_, index) => index), text: (v) => ranges[v] };
  const y = { min: 0, max: Math.min(1, most * 1.05), label: TEXT.losses.share_axis, text: (v) => Math.round(100 * v) + ' %' };
  const { root, X, Y } = frame(TEXT.losses.title, TEXT.losses.description, x, y, { ...WIDE, h: 260 });
  const width = 0.8 / groups.length;
  groups.forEach((shares, index) => (shares || []).forEach((e, range) => {
    const left = range - 0.4 + index * width;
    const middle = X(left + width / 2);
    const text = say(TEXT.losses.point, { name: names[index], range: ranges[range], share: sentence('share', e) });
    root.append(
      svg('rect', { class: seriesOf(index) + ' block', x: X(left), width: X(width) - X(0) - 1, y: Y(e[0]), height: Y(0) - Y(e[0]) }, svg('title', {}, text)),
      svg('line', { class: 'whisker', x1: middle, x2: middle, y1: Y(e[1]), y2: Y(e[2]) }));
  }));
  return drawn(root, TEXT.losses.caption, names.map((name, index) => [seriesOf(index), name]));
}

function lossSpread(names, all) {
  const groups = all.map((f) => f.losses);
  if (!groups.some(Boolean)) return el('p', { class: 'note' }, TEXT.estimate.too_few_moves);
  const rows = DATA.loss_ranges.map((range, at) => row(rangeName(range), groups.map((shares, index) => {
    if (!shares) return el('td', { class: 'withheld' }, withheld(all[index].counted, all[index].gate));
    const e = shares[at];
    return el('td', {}, e[4], small(full('share', e[0]) + '; ' + interval('share', e)));
  })));
  const heads = names.map((name, index) => [name, el('br'), small(counted(all[index].counted, TEXT.noun.counted_move))]);
  return [lossPlot(names, groups), table(TEXT.losses.table, [TEXT.losses.loss, ...heads], rows)];
}
