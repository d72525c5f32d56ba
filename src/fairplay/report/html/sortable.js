// Tables that sort, filter and grow.

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

// A column of text; style(value) makes what is shown.
const textColumn = (name, pick, style) => ({
  name, title: name, class: 'text', value: (item) => pick(item) || null,
  cell: (item) => el('td', { class: 'text' }, style ? style(pick(item)) : pick(item)),
});
