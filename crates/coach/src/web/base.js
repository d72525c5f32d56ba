'use strict';
// Building blocks: elements, numbers, tables. All text of games goes through
// text nodes; nothing here ever reads markup from data.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
// What readers see: TEXT.section.key.
const TEXT = read('text');

// Text from files may be written from right to left, or contain direction marks: isolated, it
// does not reorder the text around it.
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const isolated = (text) => (typeof text === 'string' && TURNS.test(text) ? '\u2068' + text + '\u2069' : text);
// A text with its slots filled, `{like_this}`.
const say = (text, slots) => text.replace(/\{(\w+)\}/g, (slot, name) => (name in slots ? isolated(slots[name]) : slot));

function report(problem) {
  const place = document.getElementById('error');
  place.hidden = false;
  place.textContent = say(TEXT.page.broken, { problem });
}
window.addEventListener('error', (event) => report(event.message));

const DATA = read('data');
const SVG = 'http://www.w3.org/2000/svg';

// What each kind of address shows: PAGES[kind](id) is a list of nodes, or
// {content, show(place), step(by)}, or the promise of either; nothing where there is no such page.
const PAGES = {};

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'onclick' || name === 'oninput') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    node.append(isolated(child));
  }
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const sign = (text) => String(text).replace('-', '−');
const fixed = (value, digits) => sign(value.toFixed(digits));
const PLURALS = new Intl.PluralRules(document.documentElement.lang);
// A number with its noun, one of TEXT.noun.
const counted = (count, noun) => count + ' ' + (noun[PLURALS.select(count)] || noun.other);

const small = (text) => (text ? el('small', {}, text) : null);

// The head of a column of text.
const textHead = (name) => el('th', { scope: 'col', class: 'text' }, name);

// What is wider than its place scrolls there, with the keys too.
const SCROLLERS = new ResizeObserver((entries) => entries.forEach(({ target }) => {
  if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', 0);
  else target.removeAttribute('tabindex');
}));
function scroller(name, ...content) {
  const box = el('div', { class: 'scroll', role: 'group', 'aria-label': name || null }, content);
  SCROLLERS.observe(box);
  return box;
}

// A table; the first cell of a row is its head. A column without a name has an empty cell there,
// which nobody is told is a head.
const columnHead = (head) => (head instanceof HTMLElement ? head : head ? el('th', { scope: 'col' }, head) : el('td'));
function table(caption, heads, rows) {
  return scroller(caption, el('table', {},
    caption ? el('caption', {}, caption) : null,
    el('thead', {}, el('tr', {}, heads.map(columnHead))),
    el('tbody', {}, rows)));
}
const row = (head, ...cells) => el('tr', {}, el('th', { scope: 'row' }, head), cells);

// What is made only when it is opened.
function folded(title, make) {
  const box = el('details', { class: 'fold' }, el('summary', {}, title));
  box.addEventListener('toggle', () => { if (box.open && box.childElementCount === 1) fill(box, {}, [make()]); });
  return box;
}

// Kept on one line.
const short = (text) => text && el('span', { class: 'short' }, text);

const definitions = (entries) =>
  el('dl', {}, entries.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
