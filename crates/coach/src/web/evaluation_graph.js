// A game at a glance: White's chances after each move, what is marked and what is left out, and
// the clocks.

const GRAPH = matchMedia('screen and (max-width: 50rem)').matches ? { w: 400, h: 150 } : { w: 640, h: 160 };
const EDGE = { left: 30, right: 6, top: 8, bottom: 18 };
const CLOCK_HEIGHT = 46;

// Reasons to leave moves out that are shaded alike.
const SHADES = {
  opening: ['book', 'opening', 'too_few_moves', 'tablebase'],
  decided: ['decided'],
  forced: ['forced', 'only_move'],
  mate: ['mate_found', 'mate_missed', 'mate_suffered', 'mate_allowed'],
  other: ['repetition', 'unknown'],
};
const shadeOf = (reason) => Object.keys(SHADES).find((shade) => SHADES[shade].includes(reason)) || 'other';
const HATCHES = { opening: 'M0 6L6 0', decided: 'M3 2v2', forced: 'M3 0v6', mate: 'M0 0L6 6M0 6L6 0', other: 'M0 3h6' };
const hatch = (shade, id) => svg('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
  svg('path', { class: 'hatch ' + shade, d: HATCHES[shade] }));

const plyAcross = (count) => (ply) => EDGE.left + (GRAPH.w - EDGE.left - EDGE.right) * (ply - 1) / Math.max(1, count - 1);

// Runs of plies for which `of(ply)` is the same, as [[value, first, last], ...] counted from 1.
function runsOf(plies, of) {
  const runs = [];
  plies.forEach((ply, index) => {
    const value = of(ply);
    const last = runs[runs.length - 1];
    if (last && last[0] === value) last[2] = index + 1;
    else runs.push([value, index + 1, index + 1]);
  });
  return runs.filter(([value]) => value !== null && value !== undefined);
}

// The numbers of some moves under the graph.
function moveNumbers(root, plies, X) {
  const step = [5, 10, 20, 50, 100].find((n) => plies.length / 2 / n <= GRAPH.w / 60) || 200;
  plies.forEach((ply, index) => {
    if (ply.n % step || (index && plies[index - 1].n === ply.n)) return;
    root.append(svg('line', { class: 'grid', x1: X(index + 1), x2: X(index + 1), y1: EDGE.top, y2: GRAPH.h - EDGE.bottom }),
      svg('text', { x: X(index + 1), y: GRAPH.h - 5, 'text-anchor': 'middle' }, ply.n));
  });
}

// A click on a drawing of the game goes to the ply under it.
function goOnClick(root, count, go) {
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * GRAPH.w;
    const share = (x - EDGE.left) / (GRAPH.w - EDGE.left - EDGE.right);
    go(Math.max(1, Math.min(count, Math.round(1 + share * (count - 1)))));
  });
}

// Plies have n, a name, score ({cp} or {mate}, White's side, or null), and perhaps mark
// ({glyph, text, series}, drawn where it has a series), left (a reason to leave it out), and clock (seconds left, or null).
function evaluationGraph(plies, go) {
  const X = plyAcross(plies.length);
  const Y = (chance) => EDGE.top + (GRAPH.h - EDGE.top - EDGE.bottom) * (1 - chance);
  const root = svg('svg', { class: 'graph', viewBox: '0 0 ' + GRAPH.w + ' ' + GRAPH.h, role: 'img' },
    svg('title', {}, TEXT.graph.title), svg('desc', {}, TEXT.graph.description));
  const runs = runsOf(plies, (ply) => (ply.left ? shadeOf(ply.left) : null));
  const shades = [...new Set(runs.map(([shade]) => shade))];
  root.append(svg('defs', {}, shades.map((shade) => hatch(shade, 'hatch-' + shade))));
  root.append(svg('rect', { class: 'black-share', x: EDGE.left, y: Y(1), width: GRAPH.w - EDGE.left - EDGE.right, height: Y(0) - Y(1) }));
  for (const stretch of runsOf(plies, (ply) => (ply.score ? true : null))) {
    const points = plies.slice(stretch[1] - 1, stretch[2]).map((ply, index) => [X(stretch[1] + index), Y(chanceOf(ply.score))]);
    const path = points.map(([x, y], index) => (index ? 'L' : 'M') + x.toFixed(1) + ' ' + y.toFixed(1)).join('');
    root.append(svg('path', { class: 'white-share', d: path + 'L' + points[points.length - 1][0].toFixed(1) + ' ' + Y(0) + 'L' + points[0][0].toFixed(1) + ' ' + Y(0) + 'Z' }),
      svg('path', { class: 'path one', d: path }));
  }
  const half = (X(2) - X(1)) / 2 || 4;
  for (const [shade, first, last] of runs) {
    const [x, y] = [Math.max(EDGE.left, X(first) - half), Y(1)];
    const box = { x, y, width: Math.min(GRAPH.w - EDGE.right, X(last) + half) - x, height: Y(0) - Y(1) };
    root.append(svg('rect', { class: 'left-out', ...box }), svg('rect', { fill: 'url(#hatch-' + shade + ')', ...box }, svg('title', {}, TEXT.graph['shade_' + shade])));
  }
  for (const pawns of [2, 0, -2]) {
    const y = Y(chanceOf({ cp: 100 * pawns }));
    root.append(svg('line', { class: pawns ? 'grid' : 'axis', x1: EDGE.left, x2: GRAPH.w - EDGE.right, y1: y, y2: y }),
      svg('text', { x: EDGE.left - 4, y: y + 4, 'text-anchor': 'end' }, (pawns > 0 ? '+' : '') + sign(pawns)));
  }
  moveNumbers(root, plies, X);
  plies.forEach((ply, index) => {
    if (!ply.mark || !ply.mark.series || !ply.score) return;
    root.append(dot(ply.mark.series, X(index + 1), Y(chanceOf(ply.score)), 3.5, ply.name + ': ' + ply.mark.text));
  });
  const cursor = svg('line', { class: 'cursor', y1: EDGE.top, y2: GRAPH.h - EDGE.bottom });
  root.append(cursor);
  goOnClick(root, plies.length, go);
  const clocks = clockGraph(plies, go);
  const marks = [...new Map(plies.filter((ply) => ply.mark && ply.mark.series).map((ply) => [ply.mark.text, [ply.mark.series, ply.mark.glyph + ' ' + ply.mark.text]])).values()];
  return {
    root: el('figure', { class: 'overview' }, root, clocks && clocks.root, marks.length ? key(marks) : null, shadeKey(shades), el('figcaption', {}, TEXT.graph.caption)),
    move(ply) {
      for (const one of [cursor, clocks && clocks.cursor]) {
        if (one) ['x1', 'x2'].forEach((name) => one.setAttribute(name, X(Math.max(1, ply))));
      }
    },
  };
}

const shadeKey = (shades) => (shades.length ? el('ul', { class: 'key' }, shades.map((shade) => el('li', {},
  svg('svg', { class: 'graph swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svg('defs', {}, hatch(shade, 'key-' + shade)),
    svg('rect', { class: 'left-out', width: 12, height: 12 }), svg('rect', { width: 12, height: 12, fill: 'url(#key-' + shade + ')' })),
  TEXT.graph['shade_' + shade]))) : null);

// The time that either side had left after its moves, White's line whole and Black's broken.
function clockGraph(plies, go) {
  const known = plies.filter((ply) => ply.clock !== null && ply.clock !== undefined);
  if (known.length < 2) return null;
  const X = plyAcross(plies.length);
  const most = Math.max(1, ...known.map((ply) => ply.clock));
  const Y = (seconds) => 4 + (CLOCK_HEIGHT - 8) * (1 - seconds / most);
  const cursor = svg('line', { class: 'cursor', y1: 0, y2: CLOCK_HEIGHT });
  const root = svg('svg', { class: 'graph', viewBox: '0 0 ' + GRAPH.w + ' ' + CLOCK_HEIGHT, role: 'img' },
    svg('title', {}, TEXT.graph.clocks), svg('desc', {}, say(TEXT.graph.clocks_description, { most: clockText(most) })));
  for (const [isWhite, series] of [[true, 'one'], [false, 'two guess']]) {
    const points = plies.flatMap((ply, index) => (ply.w === isWhite && Number.isFinite(ply.clock) ? [[X(index + 1), Y(ply.clock)]] : []));
    if (points.length > 1) root.append(line(points, series));
  }
  root.append(svg('text', { x: EDGE.left - 4, y: 12, 'text-anchor': 'end' }, shortClock(most)), cursor);
  goOnClick(root, plies.length, go);
  return { root: el('div', {}, root, el('p', { class: 'note clock-note' }, TEXT.graph.clocks_caption)), cursor };
}

const two = (number) => String(number).padStart(2, '0');
// 1:59:30
const clockText = (seconds) => Math.floor(seconds / 3600) + ':' + two(Math.floor(seconds / 60) % 60) + ':' + two(Math.floor(seconds) % 60);
const shortClock = (seconds) => (seconds >= 3600 ? (seconds / 3600).toFixed(1).replace('.0', '') + 'h' : Math.round(seconds / 60) + 'm');
