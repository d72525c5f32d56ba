// Curves over a whole game that say what its figures are made of: losses, and likeness to engines.

// A click on a curve goes to the move under it; gives what marks the ply in view.
function cursorOn(plot, plies, go) {
  const mark = svg('line', { class: 'cursor', y1: plot.size.top, y2: plot.size.h - plot.size.bottom });
  plot.root.append(mark);
  plot.root.addEventListener('click', (event) => {
    const box = plot.root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * plot.size.w - plot.X(1)) / (plot.X(plies) - plot.X(1) || 1);
    go(Math.max(1, Math.min(plies, Math.round(1 + share * (plies - 1)))));
  });
  return (ply) => {
    mark.setAttribute('x1', plot.X(Math.max(1, ply)));
    mark.setAttribute('x2', plot.X(Math.max(1, ply)));
  };
}

// The axis of a game’s plies, with the numbers of its moves.
const plyAxis = (plies) => {
  const numbers = plies.map((ply, index) => [ply.n, index + 1]).filter(([n], index) => index === 0 || plies[index - 1].n !== n);
  const step = [5, 10, 20, 50, 100].find((n) => numbers.length / n <= WIDE.w / 80) || 200;
  const at = new Map(numbers.filter(([n]) => n % step === 0).map(([n, index]) => [index, n]));
  return { min: 1, max: Math.max(2, plies.length), label: TEXT.curves.move, ticks: [...at.keys()], text: (v) => at.get(v) };
};

const WINDOW = 10;

// The mean of a number of the last ten moves of a side that have one, at each of these moves.
function rolling(plies, isWhite, number) {
  const last = [];
  return plies.flatMap((ply, index) => {
    const value = ply.w === isWhite ? number(ply) : null;
    if (value === null) return [];
    last.push(value);
    if (last.length > WINDOW) last.shift();
    return last.length < WINDOW ? [] : [[index + 1, last.reduce((a, b) => a + b) / WINDOW]];
  });
}
const heldLoss = (ply) => (ply.counted && ply.facts.loss !== null ? Math.min(ply.facts.loss, 1000) : null);
const isEngineLike = (ply) => (ply.chosen ? Number(ply.chosen[3] > 0) : null);
const expectedEngineLike = (ply) => (ply.chosen ? ply.chosen[4] : null);

// Where a side’s first choices crowd together, and how often chance does that.
function stretchNote(name, [first, last, matches, of, expected, chance], plies) {
  return el('p', { class: 'note' }, say(TEXT.curves.stretch, {
    name,
    first: plies[first - 1].n,
    last: plies[last - 1].n,
    matches,
    choices: counted(of, TEXT.noun.choice),
    expected: fixed(expected, 1),
    chance: chance < 0.01 ? TEXT.curves.below_one : fixed(100 * chance, 0),
  }));
}

function losses(plies) {
  const most = 150;
  const y = { min: -30, max: most, label: TEXT.curves.loss_axis, ticks: [0, 50, 100, 150] };
  const plot = frame(TEXT.curves.loss, TEXT.curves.loss_description, plyAxis(plies), y, { ...WIDE, h: 270 });
  plies.forEach((ply, index) => {
    if (!ply.counted) return;
    const series = ply.w ? 'one' : 'two';
    const at = plot.X(index + 1);
    const f = ply.facts;
    if (f.loss > 0) {
      plot.root.append(svg('line', { class: series, 'stroke-width': 2.5, opacity: 0.55, x1: at, x2: at, y1: plot.Y(0), y2: plot.Y(Math.min(f.loss, most)) },
        svg('title', {}, ply.name + ': ' + say(TEXT.curves.loss_of, { loss: f.loss }))));
    }
    if (f.first) plot.root.append(dot(series, at, plot.Y(ply.w ? -8 : -15), 2, ply.name + ': ' + TEXT.curves.first));
    if (f.better) plot.root.append(dot('three', at, plot.Y(-24), 3, ply.name + ': ' + TEXT.curves.better));
  });
  for (const [isWhite, series] of [[true, 'one'], [false, 'two']]) {
    const points = rolling(plies, isWhite, heldLoss).map(([x, v]) => [plot.X(x), plot.Y(Math.min(v, most))]);
    if (points.length > 1) plot.root.append(line(points, series));
  }
  return plot;
}

// How many of a side's last moves are likelier for an engine than for people of its rating.
function likeness(plies) {
  if (!plies.some((ply) => ply.chosen)) return null;
  const y = { min: -0.15, max: 1, label: say(TEXT.curves.likeness_axis, { window: WINDOW }), ticks: [0, 0.25, 0.5, 0.75, 1], text: (v) => Math.round(100 * v) + ' %' };
  const plot = frame(TEXT.curves.likeness, TEXT.curves.likeness_description, plyAxis(plies), y, WIDE);
  for (const [isWhite, series] of [[true, 'one'], [false, 'two']]) {
    plies.forEach((ply, index) => {
      if (ply.w === isWhite && isEngineLike(ply)) plot.root.append(dot(series, plot.X(index + 1), plot.Y(isWhite ? -0.06 : -0.11), 2, ply.name + ': ' + TEXT.curves.likelier));
    });
    for (const [number, name] of [[isEngineLike, series], [expectedEngineLike, series + ' guess']]) {
      const points = rolling(plies, isWhite, number).map(([x, v]) => [plot.X(x), plot.Y(v)]);
      if (points.length > 1) plot.root.append(line(points, name));
    }
  }
  return plot;
}

// The curves with what marks the ply in view: [{title, node, move}, ...].
function gameCurves(plies, go) {
  const loss = losses(plies);
  const like = likeness(plies);
  const sides = [['one', TEXT.board.white], ['two', TEXT.board.black]];
  const curve = (title, plot, caption, entries) => ({ title, node: drawn(plot.root, caption, entries), move: cursorOn(plot, plies.length, go) });
  return [
    curve(TEXT.curves.loss, loss, say(TEXT.curves.loss_caption, { window: WINDOW }), [...sides, ['three', TEXT.curves.better]]),
    like ? curve(TEXT.curves.likeness, like, TEXT.curves.likeness_caption, sides) : null,
  ].filter(Boolean);
}
