'use strict';
// Building blocks: elements, numbers, tables. All text of games goes through
// text nodes; nothing here ever reads markup from data.

function report(problem) {
  const place = document.getElementById('error');
  place.hidden = false;
  place.textContent = 'This page could not be drawn in full: ' + problem;
}
window.addEventListener('error', (event) => report(event.message));

const DATA = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'onclick' || name === 'oninput') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    node.append(child);
  }
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const sign = (text) => String(text).replace('-', '−');
const fixed = (value, digits) => sign(value.toFixed(digits));
const plural = (count, one, many) => count + ' ' + (count === 1 ? one : many || one + 's');

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

// An estimate is [value, low, high, count, more]; more is the hits of a share.
function countOf(unit, estimate) {
  return unit === 'share' ? estimate[4] + ' of ' + estimate[3] : plural(estimate[3], 'move');
}
const interval = (unit, e) => bare(unit, e[1]) + ' to ' + full(unit, e[2]);
function sentence(unit, e) {
  return full(unit, e[0]) + ' (' + countOf(unit, e) + '; 95 % interval ' + interval(unit, e) + ')';
}
const withheld = (moves, gate) => ['withheld ', el('span', {}, '(' + moves + ' of ' + gate + ')')];

function cell(unit, estimate, moves, gate) {
  if (!estimate) return el('td', { class: 'withheld' }, withheld(moves, gate));
  return el('td', {}, full(unit, estimate[0]),
    el('small', {}, countOf(unit, estimate)), el('small', {}, interval(unit, estimate)));
}

const measure = (key) => DATA.measures.findIndex((m) => m.key === key);
const figure = (figures, key) => figures.core && figures.core[measure(key)];

// A table; the first cell of a row is its head.
function table(caption, heads, rows) {
  return el('div', { class: 'scroll' }, el('table', {},
    caption ? el('caption', {}, caption) : null,
    el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows)));
}
const row = (head, ...cells) => el('tr', {}, el('th', { scope: 'row' }, head), cells);

const PAGE_ROWS = 100;

// A table that sorts by its columns, filters by text and grows on demand.
// Columns: {name, title, class, value(item), cell(item)}. Missing values come last.
function sortable(caption, columns, items, textOf) {
  let sorted = 0;
  let down = false;
  let shown = PAGE_ROWS;
  let wanted = '';
  const body = el('tbody');
  const count = el('span', { class: 'note', role: 'status' });
  const more = el('button', { type: 'button', onclick: () => { shown += 5 * PAGE_ROWS; draw(); } }, 'Show more rows');
  const heads = columns.map((column, index) => {
    const pick = () => { down = sorted === index && !down; sorted = index; draw(); };
    const button = el('button', { type: 'button', title: column.title, onclick: pick }, column.name);
    return el('th', { scope: 'col', class: column.class }, button);
  });
  const filter = el('input', {
    type: 'search', 'aria-label': 'Show only rows that contain this',
    placeholder: 'Filter', oninput: () => { wanted = filter.value.toLowerCase(); draw(); },
  });
  function draw() {
    const value = columns[sorted].value;
    const found = items.filter((item) => textOf(item).toLowerCase().includes(wanted));
    const order = found.map((item, index) => [value(item), index, item]).sort(([a, i], [b, j]) => {
      if (a === null || b === null) return (a === null) - (b === null) || i - j;
      const by = a < b ? -1 : a > b ? 1 : 0;
      return (down ? -by : by) || i - j;
    });
    body.replaceChildren(...order.slice(0, shown).map(([, , item]) =>
      el('tr', {}, columns.map((column) => column.cell(item)))));
    heads.forEach((head, index) =>
      head.setAttribute('aria-sort', index !== sorted ? 'none' : down ? 'descending' : 'ascending'));
    count.textContent = Math.min(shown, found.length) + ' of ' + plural(items.length, 'row');
    more.hidden = found.length <= shown;
  }
  draw();
  return el('div', {},
    el('div', { class: 'controls' }, filter, count),
    el('div', { class: 'scroll' }, el('table', {}, el('caption', {}, caption), el('thead', {}, el('tr', {}, heads)), body)),
    el('div', { class: 'controls' }, more));
}
