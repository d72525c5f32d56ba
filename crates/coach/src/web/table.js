// Tables that sort, filter, show some rows at a time and as many columns as are wanted.

const TABLE_ROWS = 25;

// A column: {name, title, class, value(item), cell(item), more, caution}. Missing values come
// last; `more`: shown only where it is chosen; `caution`: said beside the table once rows are
// sorted by it. `textOf(item)` is what the filter looks at.
function dataTable(caption, columns, items, textOf) {
  const texts = items.map((item) => textOf(item).toLowerCase());
  const chosen = columns.map((column) => !column.more);
  const state = { sorted: 0, isDown: false, from: 0, wanted: '' };
  let order = [];

  const head = el('tr');
  const body = el('tbody');
  const status = el('span', { class: 'note', role: 'status' });
  const caution = el('p', { class: 'caution', hidden: true });
  const button = (name, label, to) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: () => { state.from = to(); draw(); } }, name);
  const last = () => Math.max(0, Math.floor((order.length - 1) / TABLE_ROWS) * TABLE_ROWS);
  const back = [button('|◂', TEXT.table.first, () => 0), button('◂', TEXT.table.back, () => Math.max(0, state.from - TABLE_ROWS))];
  const on = [button('▸', TEXT.table.forward, () => Math.min(last(), state.from + TABLE_ROWS)), button('▸|', TEXT.table.last, last)];
  const pager = el('div', { class: 'controls pager' }, back, status, on);

  const heads = columns.map((column, index) => {
    const sort = () => {
      state.isDown = state.sorted === index && !state.isDown;
      Object.assign(state, { sorted: index, from: 0 });
      arrange();
    };
    const arrow = el('span', { class: 'arrow', 'aria-hidden': 'true' });
    return { cell: el('th', { scope: 'col', class: column.class }, el('button', { type: 'button', title: column.title, onclick: sort }, column.name), arrow), arrow };
  });

  function arrange() {
    const value = columns[state.sorted].value;
    const found = items.flatMap((item, index) => (texts[index].includes(state.wanted) ? [[value(item), index, item]] : []));
    order = found.sort(([a, i], [b, j]) => {
      if (a === null || b === null) return (a === null) - (b === null) || i - j;
      const by = a < b ? -1 : a > b ? 1 : 0;
      return (state.isDown ? -by : by) || i - j;
    });
    const said = columns[state.sorted].caution;
    caution.hidden = !said;
    caution.textContent = said ? say(TEXT.table.sorted, { name: columns[state.sorted].name }) + ' ' + said : '';
    draw();
  }

  function draw() {
    const shown = columns.filter((_, index) => chosen[index]);
    head.replaceChildren(...heads.filter((_, index) => chosen[index]).map((one) => one.cell));
    heads.forEach(({ cell, arrow }, index) => {
      const isSorted = index === state.sorted;
      cell.setAttribute('aria-sort', !isSorted ? 'none' : state.isDown ? 'descending' : 'ascending');
      arrow.textContent = isSorted ? (state.isDown ? ' ▾' : ' ▴') : '';
    });
    const rows = order.slice(state.from, state.from + TABLE_ROWS);
    body.replaceChildren(...rows.map(([, , item]) => el('tr', {}, shown.map((column) => column.cell(item)))));
    status.textContent = order.length
      ? say(TEXT.table.rows, { from: state.from + 1, to: state.from + rows.length, count: order.length })
      : TEXT.table.none;
    for (const one of back) one.disabled = state.from === 0;
    for (const one of on) one.disabled = state.from >= last();
  }

  const filter = el('input', {
    type: 'search', 'aria-label': TEXT.table.filter_label, placeholder: TEXT.table.filter,
    oninput: () => { Object.assign(state, { wanted: filter.value.toLowerCase(), from: 0 }); arrange(); },
  });
  const choices = columns.flatMap((column, index) => {
    if (!index) return [];
    const box = el('input', { type: 'checkbox', checked: chosen[index], oninput: () => { chosen[index] = box.checked; draw(); } });
    return [el('label', { title: column.title }, box, ' ', column.name)];
  });
  const menu = columns.some((column) => column.more)
    ? el('details', { class: 'columns' }, el('summary', {}, TEXT.table.columns), el('div', { class: 'choices' }, choices)) : null;
  const few = items.length <= TABLE_ROWS;
  arrange();
  return el('div', { class: 'listing' },
    el('div', { class: 'controls' }, filter, menu), caution,
    scroller(caption,
      el('table', {}, el('caption', {}, caption), el('thead', {}, head), body)),
    few ? null : pager);
}

// A column of text; style(value) makes what is shown.
const textColumn = (name, pick, style) => ({
  name, title: name, class: 'text', value: (item) => pick(item) || null,
  cell: (item) => el('td', { class: 'text' }, style ? style(pick(item)) : pick(item)),
});
