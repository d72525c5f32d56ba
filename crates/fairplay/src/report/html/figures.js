// Tables of figures: groups of moves beside each other.

const measure = (key) => DATA.measures.findIndex((m) => m.key === key);
const figure = (figures, key) => figures.core && figures.core[measure(key)];

// Shares and chances show their unit in the cell.
const withUnit = (m) => (m.unit === 'cp' ? say(TEXT.figures.in_cp, { name: m.name }) : m.name);

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
    [name, el('br'), small(say(TEXT.figures.counted, { counted: all[at].counted, moves: counted(all[at].moves, TEXT.noun.move) }))]);
  return table(caption, [TEXT.figures.figure, ...heads], rows.filter(Boolean));
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
    const part = TEXT.part[key];
    const title = line ? withUnit(m) : say(TEXT.figures.part_figure, { part, figure: withUnit(m) });
    return figureRow(known ? title : part, m.text, m.unit, groups);
  }));
  return table(caption, [TEXT.figures.part, ...names], rows.flat());
}

// The four figures in view, all others folded.
function partTables(caption, names, all, pick) {
  const others = DATA.measures.map((m) => m.key).filter((key) => !PART_MEASURES.includes(key));
  const known = all.some((f) => pick(f).some((part) => part[2]));
  return [
    partTable(caption, names, all, pick),
    known ? el('details', {}, el('summary', {}, TEXT.figures.part_others), partTable('', names, all, pick, others)) : null,
  ];
}

// What the tables of figures do not have: mates, runs, forced lines, time.
function otherTable(names, all) {
  const line = (title, pick) => row(title, all.map((f) => orWithheld(pick(f))));
  const share = (title, pick, unit, moves) => row(title, all.map((f) => {
    if (pick(f)) return cell(unit, pick(f));
    return moves ? el('td', { class: 'withheld' }, withheld(moves(f), f.gate)) : orWithheld(null);
  }));
  const timed = all.some((f) => f.time);
  const known = !DATA.run.no_trends;
  return table(TEXT.figures.other_caption, ['', ...names], [
    line(TEXT.figures.mates_found, (f) => f.mates.found),
    line(TEXT.figures.mates_missed, (f) => f.mates.missed),
    line(TEXT.figures.mates_quickest, (f) => f.mates.quickest),
    line(TEXT.figures.mates_allowed, (f) => f.mates.allowed),
    line(TEXT.figures.mates_suffered, (f) => f.mates.suffered),
    share(TEXT.figures.mates_share, (f) => f.mates.share, 'share', (f) => f.mates.found + f.mates.missed),
    share(TEXT.figures.mates_risk, (f) => f.mates.risk, 'number', (f) => f.mates.compared),
    line(TEXT.figures.mates_riskier, (f) => say(TEXT.estimate.share, { count: f.mates.riskier, all: f.mates.compared })),
    share(TEXT.figures.only_moves, (f) => f.only, 'share', (f) => f.only_positions),
    line(TEXT.figures.longest_run, (f) => f.runs && runText(f.runs)),
    line(TEXT.figures.forced_lines, (f) => f.forced_lines && forcedText(f.forced_lines)),
    known ? share(TEXT.figures.ascending, (f) => f.trends && f.trends[0], 'share', (f) => f.counted) : null,
    known ? share(TEXT.figures.descending, (f) => f.trends && f.trends[1], 'share', (f) => f.counted) : null,
    line(TEXT.figures.disputed, (f) => f.disputed),
    line(TEXT.figures.uncertain, (f) => f.uncertain),
    row(el('span', { title: TEXT.figures.game_accuracy_text }, TEXT.figures.game_accuracy), all.map((f) => gamesCell(f.between))),
    timed ? share(TEXT.figures.seconds, (f) => f.time && f.time.seconds, 'cp') : null,
    timed ? share(TEXT.figures.instant, (f) => f.time && f.time.instant, 'share') : null,
    timed ? line(TEXT.figures.unevenness, (f) => (f.time && f.time.unevenness !== null ? fixed(f.time.unevenness, 2) : null)) : null,
    timed ? line(TEXT.figures.time_difficulty, (f) => f.time && f.time.difficulty && correlationText(f.time.difficulty)) : null,
  ].filter(Boolean));
}

const runText = ([longest, chance]) => (chance === null ? longest : say(TEXT.figures.run_chance, { longest, chance: bare('number', chance) }));
const forcedText = ([count, longest]) => (count ? say(TEXT.figures.longest_line, { count, plies: counted(longest, TEXT.noun.ply) }) : count);
const correlationText = ([value, low, high, moves]) => say(TEXT.figures.correlation,
  { value: fixed(value, 2), moves: counted(moves, TEXT.noun.move), low: fixed(low, 2), high: fixed(high, 2) });

// The accuracy of whole games, with how far games differ.
function gamesCell(e) {
  if (!e) return orWithheld(null);
  const spread = say(TEXT.estimate.spread, { spread: bare('points', e[4] || 0) });
  return el('td', {}, full('points', e[0]), small(counted(e[3], TEXT.noun.game) + ', ' + spread), small(interval('points', e)));
}

// Why moves are left out, a column for each group.
function excludedTable(names, all) {
  const reasons = DATA.legend.filter(([, key]) => key && all.some((f) => f.excluded[key]));
  if (!reasons.length) return null;
  const rows = reasons.map(([letter, key, text]) => row(el('span', { title: text }, letter + ' ' + TEXT.left_out[key]),
    all.map((f) => el('td', {}, f.excluded[key] || 0))));
  const total = (title, pick) => row(title, all.map((f) => el('td', {}, pick(f))));
  return table(TEXT.figures.reasons_caption, [TEXT.figures.reason, ...names],
    [...rows, total(TEXT.moves.plain, (f) => f.counted), total(TEXT.figures.all_moves, (f) => f.moves)]);
}

function excludedText(figures) {
  const parts = Object.entries(figures.excluded).map(([key, count]) => TEXT.left_out[key] + ' ' + count);
  return say(TEXT.figures.left_out, {
    counted: figures.counted, moves: counted(figures.moves, TEXT.noun.move), reasons: parts.join(', ') || TEXT.figures.nothing_left_out,
  });
}
