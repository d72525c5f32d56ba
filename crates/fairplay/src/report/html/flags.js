// Shares of first choices and of losses by move number.
function flagsPlot(bins) {
  const last = bins.reduce((most, bin, index) => (bin[2] ? index : most), 0);
  const shown = bins.slice(0, last + 1);
  const label = (bin) => (bin[1] ? bin[0] + '–' + bin[1] : bin[0] + '+');
  const x = { min: -0.5, max: last + 0.5, label: TEXT.course.axis, ticks: shown.map((_, index) => index).filter((index) => index % Math.ceil(40 * shown.length / WIDE.w) === 0), text: (v) => label(shown[v]) };
  const y = { min: 0, max: 1, label: TEXT.losses.share_axis, text: (v) => Math.round(100 * v) + ' %' };
  const { root, X, Y } = frame(TEXT.course.title, TEXT.course.description, x, y, { ...WIDE, h: 260 });
  const names = [TEXT.course.first, TEXT.course.loss];
  ['one', 'two'].forEach((series, which) => shown.forEach((bin, index) => {
    const e = bin[3 + which];
    if (!e) return;
    const at = X(index + (which - 0.5) * 0.2);
    const text = say(TEXT.course.point, { moves: label(bin), name: names[which], share: full('share', e[0]), count: countOf('share', e) });
    root.append(dot(series, at, Y(e[0]), 3, text));
  }));
  return drawn(root, TEXT.course.caption, [['one', names[0]], ['two', names[1]]]);
}
