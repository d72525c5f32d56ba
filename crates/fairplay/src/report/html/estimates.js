// Estimates with their intervals.

// A value in its unit, without and with the unit's name.
const UNITS = {
  share: [(v) => fixed(100 * v, 1), ' %'],
  chance: [(v) => fixed(100 * v, 2), ' %'],
  cp: [(v) => fixed(v, 1), ''],
  points: [(v) => fixed(v, 1), ''],
  number: [(v) => fixed(v, 3), ''],
};
const bare = (unit, value) => UNITS[unit][0](value);
const full = (unit, value) => UNITS[unit][0](value) + UNITS[unit][1];
const between = (low, high) => say(TEXT.estimate.between, { low, high });
const reach = (unit, [low, high]) => between(bare(unit, low), full(unit, high));

// An estimate is [value, low, high, count, more, range]; more is the hits of a
// share, range the least and the greatest over all passes or nothing.
function countOf(unit, estimate) {
  return unit === 'share' ? say(TEXT.estimate.share, { count: estimate[4], all: estimate[3] }) : counted(estimate[3], TEXT.noun.move);
}
// Where all values are the same, nothing was seen of how they spread.
const interval = (unit, e) => (e[1] === null ? TEXT.estimate.same : reach(unit, [e[1], e[2]]));
function sentence(unit, e) {
  const slots = { value: full(unit, e[0]), count: countOf(unit, e) };
  return e[1] === null ? say(TEXT.estimate.sentence_same, slots) : say(TEXT.estimate.sentence, { ...slots, low: bare(unit, e[1]), high: full(unit, e[2]) });
}
const ranged = (unit, e) => (e[5] ? say(TEXT.estimate.range, { low: bare(unit, e[5][0]), high: full(unit, e[5][1]) }) : null);
// With moves enough, it is a player's games that are too few.
const withheld = (moves, gate) => [TEXT.estimate.withheld, ' ',
  el('span', {}, moves < gate ? say(TEXT.estimate.too_few, { moves, gate }) : TEXT.estimate.too_few_games)];

// A cell with what is known; where that is nothing, it is withheld.
const orWithheld = (text) => (text === null || text === undefined
  ? el('td', { class: 'withheld' }, TEXT.estimate.withheld) : el('td', {}, text));

function cell(unit, estimate, moves, gate) {
  if (!estimate) return el('td', { class: 'withheld' }, withheld(moves, gate));
  return el('td', {}, full(unit, estimate[0]),
    small(countOf(unit, estimate)), small(interval(unit, estimate)), small(ranged(unit, estimate)));
}
// The same in two lines; the rest on pointing at it.
function shortCell(unit, estimate, moves, gate) {
  if (!estimate) return el('td', { class: 'withheld' }, withheld(moves, gate));
  return el('td', { title: [countOf(unit, estimate), ranged(unit, estimate)].filter(Boolean).join('; ') },
    full(unit, estimate[0]), small(interval(unit, estimate)));
}
