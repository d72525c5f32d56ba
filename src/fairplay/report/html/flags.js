// Shares of flags by move number.
function flagsPlot(bins) {
  const last = bins.reduce((most, bin, index) => (bin[2] ? index : most), 0);
  const shown = bins.slice(0, last + 1);
  const label = (bin) => (bin[1] ? bin[0] + '–' + bin[1] : bin[0] + '+');
  const x = { min: -0.5, max: last + 0.5, label: 'move number', ticks: shown.map((_, index) => index).filter((index) => index % Math.ceil(40 * shown.length / WIDE.w) === 0), text: (v) => label(shown[v]) };
  const y = { min: 0, max: 1, label: 'share of counted moves', text: (v) => Math.round(100 * v) + ' %' };
  const { root, X, Y } = frame('Flags by move number', 'First choices and losses, for each five moves.', x, y, { ...WIDE, h: 260 });
  ['one', 'two'].forEach((series, which) => shown.forEach((bin, index) => {
    const e = bin[3 + which];
    if (!e) return;
    const at = X(index + (which - 0.5) * 0.2);
    const name = ['First choices', 'Losses above 50'][which];
    root.append(dot(series, at, Y(e[0]), 3, 'Moves ' + label(bin) + ', ' + name + ': ' + full('share', e[0]) + ' (' + countOf('share', e) + ')'));
  }));
  return drawn(root, 'Counts without intervals. Groups of fewer than 10 counted moves are withheld.',
    [['one', 'first choice'], ['two', 'loss above 50 centipawns']]);
}
