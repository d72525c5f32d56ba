// Tables of figures: groups beside each other, each with an interval bar.

const SERIES = ['one', 'two', 'rest'];

// The interval as a line and the value as a dot, between the ends of a scale.
function bar(estimate, [from, to], series, text) {
  const at = (v) => 4 + 120 * Math.max(0, Math.min(1, (v - from) / (to - from || 1)));
  return svg('svg', { class: 'bar', viewBox: '0 0 128 16', role: 'img' },
    svg('title', {}, text),
    svg('line', { class: 'grid', x1: 4, x2: 124, y1: 8, y2: 8 }),
    svg('line', { class: series, x1: at(estimate[1]), x2: at(estimate[2]), y1: 8, y2: 8, 'stroke-width': 3 }),
    svg('circle', { class: series, cx: at(estimate[0]), cy: 8, r: 4 }));
}

// All shares are drawn on the same scale; other units on that of their row.
function scaleOf(unit, estimates) {
  if (unit === 'share') return [0, 1];
  if (unit === 'points') return [0, 100];
  return [0, Math.max(1e-9, ...estimates.filter(Boolean).map((e) => e[2]))];
}

// A row of a figure: one cell for each group of moves.
function figureRow(name, title, unit, groups) {
  const scale = scaleOf(unit, groups.map((group) => group.estimate));
  return row(title ? el('span', { title }, name) : name, groups.map((group, index) => {
    const e = group.estimate;
    if (!e) return cell(unit, e, group.moves, group.gate);
    return el('td', {}, bar(e, scale, SERIES[index], group.name + ': ' + sentence(unit, e)), el('span', { class: 'value' }, full(unit, e[0])),
      el('small', {}, countOf(unit, e) + '; ' + interval(unit, e)));
  }));
}

function mainTable(caption, names, all) {
  const rows = DATA.measures.map((m, index) => {
    // Places beyond the engine's list are not known for anybody.
    if (all.some((f) => f.core) && all.every((f) => !f.core || !f.core[index])) return null;
    return figureRow(m.name, m.text, m.unit, all.map((f, at) => ({
      name: names[at], estimate: f.core && f.core[index], moves: f.counted, gate: f.gate,
    })));
  });
  const heads = names.map((name, at) =>
    [name, el('br'), el('small', {}, all[at].counted + ' of ' + plural(all[at].moves, 'move') + ' counted')]);
  return table(caption, ['Figure', ...heads], rows.filter(Boolean));
}

const PART_MEASURES = ['mm', 'cv', 'ae', 'acpl'];

// Opening, middlegame, endgame and the like, each part beside the others' part.
function partTable(caption, names, all, pick) {
  const rows = pick(all[0]).map(([key], index) => PART_MEASURES.map((name, line) => {
    const known = all.some((f) => pick(f)[index] && pick(f)[index][2]);
    if (line && !known) return [];
    const m = DATA.measures[measure(name)];
    const groups = all.map((f, at) => {
      const [, moves, core] = pick(f)[index] || [key, 0, null];
      return { name: names[at], estimate: core && core[measure(name)], moves, gate: f.gate };
    });
    return figureRow(known ? (line ? '' : key + ', ') + m.name : key, m.text, m.unit, groups);
  }));
  return table(caption, ['Part and figure', ...names], rows.flat());
}

function otherTable(names, all) {
  const mates = (name, title) => row(title, all.map((f) => el('td', {}, f.mates[name])));
  const share = (title, pick, unit, moves) => row(title, all.map((f) => {
    const hidden = () => el('td', { class: 'withheld' }, moves ? withheld(moves(f), f.gate) : 'withheld');
    return pick(f) ? cell(unit, pick(f)) : hidden();
  }));
  const text = (title, pick) => row(title, all.map((f) => {
    const found = pick(f);
    return el('td', found === null ? { class: 'withheld' } : {}, found === null ? 'withheld' : found);
  }));
  const timed = all.some((f) => f.time);
  return table('Mates are counted apart and never turned into centipawns.', ['', ...names], [
    mates('found', 'Forced mates kept or begun'),
    mates('missed', 'Forced mates let go'),
    mates('quickest', 'Of those kept, none was quicker'),
    mates('allowed', 'Forced mates allowed'),
    mates('suffered', 'Moves made while being mated'),
    share('Mates kept of all there were', (f) => f.mates.share, 'share', (f) => f.mates.found + f.mates.missed),
    share('Excess of mate risk', (f) => f.mates.risk, 'number', (f) => f.mates.compared),
    share('Only good moves found', (f) => f.only, 'share'),
    text('Longest run of first choices', (f) => f.runs && f.runs[0] +
      (f.runs[1] === null ? '' : ' (about ' + fixed(f.runs[1], 1) + ' to be expected)')),
    text('Forced lines entered', (f) => f.forced_lines && f.forced_lines[0] +
      (f.forced_lines[0] ? ' (longest ' + plural(f.forced_lines[1], 'ply', 'plies') + ')' : '')),
    timed ? share('Seconds a move', (f) => f.time && f.time.seconds, 'cp') : null,
    timed ? share('Moves within a second', (f) => f.time && f.time.instant, 'share') : null,
    timed ? text('Unevenness of time (spread by mean)', (f) =>
      f.time && f.time.unevenness !== null ? fixed(f.time.unevenness, 2) : null) : null,
    timed ? text('Time against difficulty (correlation)', (f) => {
      const c = f.time && f.time.difficulty;
      return c ? fixed(c[0], 2) + ' (' + plural(c[3], 'move') + '; ' + fixed(c[1], 2) + ' to ' + fixed(c[2], 2) + ')' : null;
    }) : null,
  ].filter(Boolean));
}

function excludedText(figures) {
  const parts = Object.entries(figures.excluded).map(([key, n]) => key.replaceAll('_', ' ') + ' ' + n);
  return figures.counted + ' of ' + plural(figures.moves, 'move') + ' counted. Left out: ' + (parts.join(', ') || 'none') + '.';
}
