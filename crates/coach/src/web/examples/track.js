// Values with their intervals on a common scale, and a game at a glance.

PAGES.home = () => {
  const scale = { from: 0, to: 100, ticks: [0, 25, 50, 75, 100], text: String, band: [40, 60] };
  const marks = [['one', 47, 38, 56], ['two', 51, 45, 57], ['rest', 50, 48, 52]].map(([series, value, low, high]) => ({ series, value, low, high }));
  const words = '47 (38 to 56) beside 51 (45 to 57) and 50 (48 to 52)';
  return [
    el('h1', {}, 'Tracks'),
    trackRows('Per cent', scale, [['First choice', words, track(scale, marks, words)]]),
    el('h2', {}, 'A game at a glance'),
    sparkline('kkllmmnnpp-qrssttuu', false, 'White gains ground'),
  ];
};
