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

// An estimate is [value, low, high, count, more, range]; more is the hits of a
// share, range the least and the greatest over all passes or nothing.
function countOf(unit, estimate) {
  return unit === 'share' ? estimate[4] + ' of ' + estimate[3] : plural(estimate[3], 'move');
}
// Where all values are the same, nothing was seen of how they spread.
const interval = (unit, e) => (e[1] === null ? 'all the same' : bare(unit, e[1]) + ' to ' + full(unit, e[2]));
function sentence(unit, e) {
  return full(unit, e[0]) + ' (' + countOf(unit, e) + '; ' + (e[1] === null ? '' : '95 % interval ') + interval(unit, e) + ')';
}
const ranged = (unit, e) => (e[5] ? 'range ' + bare(unit, e[5][0]) + ' to ' + full(unit, e[5][1]) : null);
// With moves enough, it is a player's games that are too few.
const withheld = (moves, gate) => ['withheld ', el('span', {}, moves < gate ? '(' + moves + ' of ' + gate + ')' : '(too few games)')];

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
