// How far figures move when the same moves are looked at again.

const RANGE_NOTE = 'An interval says what chance does to a figure of so many moves; its range, the least and the greatest over all passes, ' +
  'how far it moves when the same moves are looked at again.';

// The four figures in view by each pass; `figures` are the main one's.
function passesTable(figures) {
  if (!figures.passes || !figures.passes.length) return el('p', { class: 'note' }, 'There was no second pass, so figures have no range.');
  const all = [['main', figures.counted, figures.core], ...figures.passes];
  const rows = all.map(([name, counted, core]) => row(name, el('td', {}, counted), PART_MEASURES.map((key) => {
    const estimate = core && core[measure(key)];
    return cell(DATA.measures[measure(key)].unit, estimate && estimate.slice(0, 5), counted, figures.gate);
  })));
  const heads = PART_MEASURES.map((key) => withUnit(DATA.measures[measure(key)]));
  return table('Each pass leaves out moves by its own values, so that counts differ.', ['Pass', 'Counted', ...heads], rows);
}

// How each pass searched.
function passesSettings() {
  const passes = DATA.run.passes.map((pass) => el('li', {}, pass.name + ': ' + pass.settings));
  return passes.length ? [el('p', {}, 'Passes beside the main one:'), el('ul', {}, passes)] : null;
}

function stabilitySection(figures) {
  return [el('p', {}, RANGE_NOTE), passesTable(figures)];
}
