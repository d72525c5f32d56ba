// Points by number of moves, before the reference where there is one.

const MOST_POINTS = 1500;

// Points whose names are shown by pointing at them; one stop of the Tab key, and arrow keys
// from point to point.
function walk(root, links, places, size) {
  if (!links.length) return;
  const name = svg('text', { class: 'name', 'aria-hidden': 'true' });
  const tell = (index) => {
    const [x, y, text] = places[index];
    const isRight = x > size.w / 2;
    name.textContent = text.length > 40 ? text.slice(0, 39) + '…' : text;
    for (const [key, value] of [['x', isRight ? x - 8 : x + 8], ['y', Math.max(12, y - 8)], ['text-anchor', isRight ? 'end' : 'start']]) name.setAttribute(key, value);
    root.append(name);
  };
  links[0].setAttribute('tabindex', 0);
  links.forEach((link, index) => {
    link.addEventListener('mouseenter', () => tell(index));
    link.addEventListener('mouseleave', () => name.remove());
    link.addEventListener('focus', () => tell(index));
    link.addEventListener('blur', () => name.remove());
    link.addEventListener('keydown', (event) => {
      const next = links[index + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] || 0)];
      if (!next || next === link) return;
      event.preventDefault();
      event.stopPropagation();
      link.setAttribute('tabindex', -1);
      next.setAttribute('tabindex', 0);
      next.focus();
    });
    root.append(link);
  });
}

// One point for each of many, by number of counted moves: {moves, estimate, name, href}.
function scatter(title, points, unit, field, at, highlighted) {
  const cloud = DATA.cloud;
  const step = Math.ceil(points.length / MOST_POINTS) || 1;
  const some = points.filter((p, index) => index % step === 0 || p.name === highlighted).sort((a, b) => a.moves - b.moves);
  const moves = some.map((p) => p.moves).concat(cloud ? cloud.points.map((p) => p[0]) : []);
  const values = some.map((p) => (some.length <= 40 && p.estimate[2] !== null ? p.estimate[2] : p.estimate[0])).concat(cloud ? cloud.points.map((p) => p[at]) : []);
  const x = { min: Math.max(1, 0.8 * Math.min(...moves)), max: 1.25 * Math.max(...moves), log: true, label: TEXT.plot.axis };
  const y = unit === 'share'
    ? { min: 0, max: 1, label: title, text: (v) => Math.round(100 * v) + ' %' }
    : { min: 0, max: Math.max(10, ...values) * 1.02, label: title };
  const desc = say(TEXT.plot.description, { points: counted(points.length, TEXT.noun.point) });
  const { root, X, Y, size } = frame(say(TEXT.plot.title, { figure: title }), desc + ' ' + TEXT.plot.keys, x, y);
  root.setAttribute('role', 'group');
  if (cloud) {
    const edge = cloud.bands.map((band) => [X(band[0]), Y(band[at][0])]);
    const back = cloud.bands.map((band) => [X(band[0]), Y(band[at][2])]).reverse();
    if (edge.length > 1) root.append(svg('polygon', { class: 'band', points: edge.concat(back).map((p) => p.join(',')).join(' ') }));
    // One path of dots: thousands of elements take a browser's time.
    root.append(svg('path', { class: 'cloud', d: cloud.points.map((p) => 'M' + X(p[0]).toFixed(1) + ' ' + Y(p[at]).toFixed(1) + 'h0').join('') }));
  }
  if (field) {
    root.append(svg('line', { class: 'rest guess', x1: size.left, x2: size.w - size.right, y1: Y(field[0]), y2: Y(field[0]) },
      svg('title', {}, say(TEXT.plot.everybody, { value: sentence(unit, field) }))));
  }
  const links = [];
  for (const p of some) {
    const series = !highlighted || p.name === highlighted ? 'one' : 'rest';
    const text = say(TEXT.plot.point, { name: p.name, value: sentence(unit, p.estimate) });
    if (some.length <= 40 && p.estimate[1] !== null) {
      const ends = [p.estimate[1], Math.min(p.estimate[2], y.max)].map(Y);
      root.append(svg('line', { class: series + ' thin', x1: X(p.moves), x2: X(p.moves), y1: ends[0], y2: ends[1] }));
    }
    links.push(svg('a', { href: p.href, 'aria-label': text, tabindex: -1 }, dot(series, X(p.moves), Y(p.estimate[0]), 3.5)));
  }
  walk(root, links, some.map((p) => [X(p.moves), Y(p.estimate[0]), p.name]), size);
  const caption = [
    TEXT.plot.dashed,
    some.length <= 40 ? TEXT.plot.intervals : null,
    step > 1 ? say(TEXT.plot.one_in, { step }) : null,
    cloud ? say(TEXT.plot.cloud, { count: cloud.count }) : TEXT.plot.no_cloud,
  ];
  return drawn(root, caption.filter(Boolean).join(' '));
}

// Both plots for a list of figures.
function scatterPair(list, field, highlighted) {
  const of = (name) => list.filter((p) => figure(p.figures, name))
    .map((p) => ({ ...p, moves: p.figures.counted, estimate: figure(p.figures, name) }));
  if (!of('cv').length) return el('p', { class: 'note' }, TEXT.plot.nothing);
  const few = list.length - of('cv').length;
  const note = few ? say(TEXT.plot.left_out, { points: counted(few, TEXT.noun.point) }) : '';
  return el('div', { class: 'plots' }, note ? el('p', { class: 'note wide' }, note) : null,
    scatter(TEXT.plot.coincidence, of('cv'), 'share', field && figure(field, 'cv'), 1, highlighted),
    scatter(TEXT.plot.error, of('ae'), 'cp', field && figure(field, 'ae'), 2, highlighted));
}
