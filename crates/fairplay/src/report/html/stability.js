// How far figures move when the same moves are looked at again.

// A pass by its name in the records: `quicker`, `depth 12`, `2 threads, repeat 1`.
function passName(name) {
  const [depth] = name.match(/(?<=^depth )\d+$/) || [];
  const [, threads, repeat] = name.match(/^(\d+) threads, repeat (\d+)$/) || [];
  if (depth) return say(TEXT.stability.depth, { depth });
  if (threads) return say(TEXT.stability.repeat, { threads, repeat });
  return name === 'quicker' ? TEXT.stability.quicker : name;
}

// The four figures in view by each pass; `figures` are the main one's.
function passesTable(figures) {
  if (!figures.passes || !figures.passes.length) return el('p', { class: 'note' }, TEXT.stability.no_passes);
  const all = [[TEXT.stability.main, figures.counted, figures.core], ...figures.passes.map(([name, ...rest]) => [passName(name), ...rest])];
  const rows = all.map(([name, moves, core]) => row(name, el('td', {}, moves), PART_MEASURES.map((key) => {
    const estimate = core && core[measure(key)];
    return cell(DATA.measures[measure(key)].unit, estimate && estimate.slice(0, 5), moves, figures.gate);
  })));
  const heads = PART_MEASURES.map((key) => withUnit(DATA.measures[measure(key)]));
  return table(TEXT.stability.caption, [TEXT.stability.pass, TEXT.stability.counted, ...heads], rows);
}

// How each pass searched.
function passesSettings() {
  const passes = DATA.run.passes.map((pass) => el('li', {}, passName(pass.name) + ': ' + pass.settings));
  return passes.length ? [el('p', {}, TEXT.run.passes), el('ul', {}, passes)] : null;
}

function stabilitySection(figures) {
  return [el('p', {}, TEXT.stability.note), passesTable(figures)];
}
