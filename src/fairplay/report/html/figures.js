// Tables of figures: groups of moves beside each other.

const measure = (key) => DATA.measures.findIndex((m) => m.key === key);
const figure = (figures, key) => figures.core && figures.core[measure(key)];

// Shares and chances show their unit in the cell.
const withUnit = (m) => (m.unit === 'cp' ? m.name + ', cp' : m.name);

// All measures, or those with these keys.
function mainTable(caption, names, all, keys) {
  const rows = DATA.measures.map((m, index) => {
    if (keys && !keys.includes(m.key)) return null;
    // Places beyond the engine's list are not known for anybody.
    if (all.some((f) => f.core) && all.every((f) => !f.core || !f.core[index])) return null;
    return figureRow(withUnit(m), m.text, m.unit, all.map((f, at) => ({
      name: names[at], estimate: f.core && f.core[index], moves: f.counted, gate: f.gate,
    })));
  });
  const heads = names.map((name, at) =>
    [name, el('br'), el('small', {}, all[at].counted + ' of ' + plural(all[at].moves, 'move') + ' counted')]);
  return table(caption, ['Figure', ...heads], rows.filter(Boolean));
}

const PART_MEASURES = ['mm', 'cv', 'ae', 'acpl'];

// Opening, middlegame, endgame and the like, each part beside the others' part.
function partTable(caption, names, all, pick, keys = PART_MEASURES) {
  const rows = pick(all[0]).map(([key], index) => keys.map((name, line) => {
    const known = all.some((f) => pick(f)[index] && pick(f)[index][2]);
    if (line && !known) return [];
    const m = DATA.measures[measure(name)];
    const groups = all.map((f, at) => {
      const [, moves, core] = pick(f)[index] || [key, 0, null];
      return { name: names[at], estimate: core && core[measure(name)], moves, gate: f.gate };
    });
    return figureRow(known ? (line ? '' : key + ', ') + withUnit(m) : key, m.text, m.unit, groups);
  }));
  return table(caption, ['Part and figure', ...names], rows.flat());
}

// The four figures in view, all others folded.
function partTables(caption, names, all, pick) {
  const others = DATA.measures.map((m) => m.key).filter((key) => !PART_MEASURES.includes(key));
  const known = all.some((f) => pick(f).some((part) => part[2]));
  return [
    partTable(caption, names, all, pick),
    known ? el('details', {}, el('summary', {}, 'All other figures of these parts'), partTable('', names, all, pick, others)) : null,
  ];
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
  const known = !DATA.run.no_trends;
  return table('Mates are counted apart and never turned into centipawns.', ['', ...names], [
    mates('found', 'Forced mates kept or begun'),
    mates('missed', 'Forced mates let go'),
    mates('quickest', 'Of those kept, none was quicker'),
    mates('allowed', 'Forced mates allowed'),
    mates('suffered', 'Moves made while being mated'),
    share('Mates kept of all there were', (f) => f.mates.share, 'share', (f) => f.mates.found + f.mates.missed),
    share('Excess of mate risk', (f) => f.mates.risk, 'number', (f) => f.mates.compared),
    text('Of mates compared, riskier than need be', (f) => f.mates.riskier + ' of ' + f.mates.compared),
    share('Only good moves found', (f) => f.only, 'share', (f) => f.only_positions),
    text('Longest run of first choices in a game', (f) => f.runs && f.runs[0] +
      (f.runs[1] === null ? '' : ' (one as long, at this rate of first choices: chance ' + bare('number', f.runs[1]) + ')')),
    text('Forced lines entered', (f) => f.forced_lines && f.forced_lines[0] +
      (f.forced_lines[0] ? ' (longest ' + plural(f.forced_lines[1], 'ply', 'plies') + ')' : '')),
    known ? share('Moves that look better and better with depth', (f) => f.trends && f.trends[0], 'share', (f) => f.counted) : null,
    known ? share('Moves that look worse and worse with depth', (f) => f.trends && f.trends[1], 'share', (f) => f.counted) : null,
    text('First choices that the list sees behind another move', (f) => f.disputed),
    text('Moves whose loss is uncertain, in no figure of losses', (f) => f.uncertain),
    row(el('span', { title: 'From 5 games of at least 10 counted moves on.' }, 'Accuracy of whole games'), all.map((f) => (f.between
      ? el('td', {}, full('points', f.between[0]), el('small', {}, plural(f.between[3], 'game') + ', spread ' + bare('points', f.between[4] || 0)),
        el('small', {}, interval('points', f.between)))
      : el('td', { class: 'withheld' }, 'withheld')))),
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

// Why moves are left out, a column for each group.
function excludedTable(names, all) {
  const reasons = DATA.legend.filter(([, key]) => key && all.some((f) => f.excluded[key]));
  if (!reasons.length) return null;
  const rows = reasons.map(([letter, key, text]) => row(el('span', { title: text }, letter + ' ' + key.replaceAll('_', ' ')),
    all.map((f) => el('td', {}, f.excluded[key] || 0))));
  const total = (title, pick) => row(title, all.map((f) => el('td', {}, pick(f))));
  return table('Moves, by the reason why they do not count.', ['Reason', ...names],
    [...rows, total('counted', (f) => f.counted), total('all moves', (f) => f.moves)]);
}

function excludedText(figures) {
  const parts = Object.entries(figures.excluded).map(([key, n]) => key.replaceAll('_', ' ') + ' ' + n);
  return figures.counted + ' of ' + plural(figures.moves, 'move') + ' counted. Left out: ' + (parts.join(', ') || 'none') + '.';
}
