// The page of a game: curves, trace and figures, with the move in view.

const href = (id, ply) => '#/game/' + id + '/' + ply;

// Runs of plies that have a value, as lists of points.
function stretches(values) {
  const found = [[]];
  values.forEach((value, index) => {
    if (value === null || value === undefined) found.push([]);
    else found[found.length - 1].push([index + 1, value]);
  });
  return found.filter((stretch) => stretch.length);
}

function cursorOn(plot, game, plies) {
  const mark = svg('line', { class: 'cursor', y1: plot.size.top, y2: plot.size.h - plot.size.bottom });
  plot.root.append(mark);
  plot.root.addEventListener('click', (event) => {
    const box = plot.root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * plot.size.w - plot.X(1)) / (plot.X(plies) - plot.X(1) || 1);
    location.hash = href(game.id, Math.max(1, Math.min(plies, Math.round(1 + share * (plies - 1)))));
  });
  return (ply) => {
    mark.setAttribute('x1', plot.X(Math.max(1, ply)));
    mark.setAttribute('x2', plot.X(Math.max(1, ply)));
  };
}

// The axis of a game’s plies, with the numbers of its moves.
const plyAxis = (plies) => {
  const numbers = plies.map((ply, index) => [ply.n, index + 1]).filter(([n], index) => index === 0 || plies[index - 1].n !== n);
  const step = [5, 10, 20, 50, 100].find((n) => numbers.length / n <= WIDE.w / 80) || 200;
  const at = new Map(numbers.filter(([n]) => n % step === 0).map(([n, index]) => [index, n]));
  return { min: 1, max: Math.max(2, plies.length), label: 'move', ticks: [...at.keys()], text: (v) => at.get(v) };
};

function evaluation(plies) {
  const y = { min: -600, max: 600, label: 'pawns, White’s side', ticks: [-600, -400, -200, 0, 200, 400, 600], text: (v) => v / 100 };
  const plot = frame('Evaluation over the game', 'From White’s side after each move, held within 6 pawns.', plyAxis(plies), y, WIDE);
  for (const stretch of stretches(plies.map((ply) => ply.eval))) {
    plot.root.append(line(stretch.map(([x, v]) => [plot.X(x), plot.Y(clamp(v, 600))]), 'one'));
  }
  return plot;
}

const WINDOW = 10;

// The mean of a number of the last ten moves of a side that have one, at each of these moves.
function rolling(plies, isWhite, number) {
  const last = [];
  return plies.flatMap((ply, index) => {
    const value = ply.w === isWhite ? number(ply) : null;
    if (value === null) return [];
    last.push(value);
    if (last.length > WINDOW) last.shift();
    return last.length < WINDOW ? [] : [[index + 1, last.reduce((a, b) => a + b) / WINDOW]];
  });
}
const heldLoss = (ply) => (ply.counted && ply.facts.loss !== null ? Math.min(ply.facts.loss, 1000) : null);
const isEngineLike = (ply) => (ply.chosen ? Number(ply.chosen[3] > 0) : null);
const expectedEngineLike = (ply) => (ply.chosen ? ply.chosen[4] : null);

// Where a side’s first choices crowd together, and how often chance does that.
function stretchNote(name, [first, last, matches, of, expected, chance], plies) {
  return el('p', { class: 'note' }, name + ': first choices are densest from move ' + plies[first - 1].n + ' to ' + plies[last - 1].n + ', ' +
    matches + ' of ' + plural(of, 'choice') + ', where ' + fixed(expected, 1) + ' of all that were made in this game were to be expected. ' +
    'So remarkable a stretch is in ' + (chance < 0.01 ? 'fewer than 1' : fixed(100 * chance, 0)) + ' of 100 games by chance.');
}

function losses(plies) {
  const most = 150;
  const y = { min: -30, max: most, label: 'loss, centipawns', ticks: [0, 50, 100, 150] };
  const plot = frame('Loss by move', 'Loss of each counted move up to 150 centipawns, with first choices, better-than-best moves and rolling averages.', plyAxis(plies), y, { ...WIDE, h: 270 });
  plies.forEach((ply, index) => {
    if (!ply.counted) return;
    const series = ply.w ? 'one' : 'two';
    const at = plot.X(index + 1);
    const f = ply.facts;
    if (f.loss > 0) {
      plot.root.append(svg('line', { class: series, 'stroke-width': 2.5, opacity: 0.55, x1: at, x2: at, y1: plot.Y(0), y2: plot.Y(Math.min(f.loss, most)) },
        svg('title', {}, moveName(ply) + ': loss ' + f.loss)));
    }
    if (f.first) plot.root.append(dot(series, at, plot.Y(ply.w ? -8 : -15), 2, moveName(ply) + ': first choice'));
    if (f.better) plot.root.append(dot('three', at, plot.Y(-24), 3, moveName(ply) + ': better than the first choice'));
  });
  for (const [isWhite, series] of [[true, 'one'], [false, 'two']]) {
    const points = rolling(plies, isWhite, heldLoss).map(([x, v]) => [plot.X(x), plot.Y(Math.min(v, most))]);
    if (points.length > 1) plot.root.append(line(points, series));
  }
  return plot;
}

// How many of a side's last moves are likelier for an engine than for people of its rating.
function likeness(plies) {
  if (!plies.some((ply) => ply.chosen)) return null;
  const y = { min: -0.15, max: 1, label: 'share of the last ' + WINDOW + ' moves', ticks: [0, 0.25, 0.5, 0.75, 1], text: (v) => Math.round(100 * v) + ' %' };
  const plot = frame('Engine-like moves over the game', 'Share of engine-like moves among the last modelled moves of each side, and what is to be expected of people of the same rating.', plyAxis(plies), y, WIDE);
  for (const [isWhite, series] of [[true, 'one'], [false, 'two']]) {
    plies.forEach((ply, index) => {
      if (ply.w === isWhite && isEngineLike(ply)) plot.root.append(dot(series, plot.X(index + 1), plot.Y(isWhite ? -0.06 : -0.11), 2, moveName(ply) + ': likelier for an engine'));
    });
    for (const [number, name] of [[isEngineLike, series], [expectedEngineLike, series + ' guess']]) {
      const points = rolling(plies, isWhite, number).map(([x, v]) => [plot.X(x), plot.Y(v)]);
      if (points.length > 1) plot.root.append(line(points, name));
    }
  }
  return plot;
}

function levels(ply) {
  const record = ply && ply.record;
  if (!record || !record.levels[0].length) return el('p', { class: 'note' }, 'The engine was not asked about this move.');
  const held = record.levels.map((list) => list.map((cp) => clamp(cp, 1000)));
  const every = held.flat();
  const x = { min: 1, max: Math.max(2, held[0].length, held[1].length), label: 'selective depth' };
  const y = { min: Math.min(-50, ...every) - 10, max: Math.max(50, ...every) + 10, label: 'centipawns, player’s side' };
  const { root, X, Y } = frame('Levels of ' + moveName(ply), 'The score at each selective depth, before the move and after it.', x, y, { w: 680, h: 250 });
  held.forEach((list, which) => {
    const series = which ? 'two' : 'one';
    const points = list.map((cp, index) => [X(index + 1), Y(cp)]);
    const sure = points.length - record.guessed[which];
    root.append(line(points.slice(0, sure), series));
    if (sure < points.length) root.append(line(points.slice(Math.max(0, sure - 1)), series + ' guess'));
    points.forEach(([px, py], index) => root.append(dot(series, px, py, 2.2, 'Depth ' + (index + 1) + ': ' + scoreText(list[index]))));
  });
  return drawn(root, 'Held within 10 pawns. Dashed: deeper than the search reported.', [['one', 'before the move'], ['two', 'after it']]);
}

function alternatives(ply) {
  const record = ply.record;
  if (!record) return null;
  const rows = record.list.map(([san, score, depth, played], index) =>
    el('tr', played ? { class: 'played' } : {}, el('th', { scope: 'row' }, san + (played ? ' (played)' : '')),
      el('td', {}, index + 1), el('td', {}, scoreText(score)), el('td', {}, depth)));
  return [
    table('Multi-line search; ' + plural(record.legal, 'legal move') + '. Scores are the player’s.', ['Move', 'Place', 'Score', 'Depth'], rows),
    el('p', {}, 'Alone: before ' + scoreText(record.before) + ' (choice ' + (record.choice || 'none') + ', depth ' + record.depths[0] +
      '), after ' + scoreText(record.after) + ' (depth ' + record.depths[1] + ').'),
  ];
}

const TREND_WORDS = { ascending: 'better and better', descending: 'worse and worse', other: 'neither better nor worse' };

// What makes a move likelier for an engine or for people: the largest terms of the log ratio.
function contributions(ply) {
  if (!ply.chosen || !ply.chosen[5].length) return null;
  const signed = (value) => (value > 0 ? '+' : '') + fixed(value, 2);
  return table('The ' + ply.chosen[5].length + ' largest terms that make it likelier for an engine (+) or for people (−) than people’s moves here are. All terms together are its log ratio, ' + signed(ply.chosen[3]) + ', less what is usual of people here.',
    ['Term', 'Nats'], ply.chosen[5].map(([feature, value]) => row(DATA.features[feature], el('td', {}, signed(value)))));
}

function moveText(ply) {
  const parts = [legendOf(ply.trace)[2]];
  if (ply.facts && ply.counted) {
    if (ply.facts.loss !== null) parts.push('Loss ' + ply.facts.loss + ' centipawns.');
    else parts.push('Losses by depth: ' + ply.facts.looks.map(([loss, depth]) => loss + ' (' + depth + ')').join(', ') + '.');
    parts.push('Place ' + ply.facts.rank + ' in the list.');
    if (ply.facts.better) parts.push('By every pass better than the engine’s first choice, by more than noise.');
  } else parts.push('Not counted.');
  if (ply.chosen) {
    const [people, engines, rating] = ply.chosen;
    parts.push('Of people rated ' + eloText(rating) + ' ' + full('share', people) + ' would play it, of engines ' + full('share', engines) + ' (by the models).');
  }
  if (ply.trend) parts.push('With depth the move looks ' + TREND_WORDS[ply.trend[0]] + ' (' + full('share', ply.trend[1]) + ' sure).');
  if (ply.ms !== null) parts.push('Took ' + fixed(ply.ms / 1000, 1) + ' s.');
  return parts.join(' ');
}

// Builds the page; what depends on the move in view is drawn by the function
// that comes back with it.
async function gamePage(id) {
  const listed = DATA.games.find((g) => g.id === id);
  const detail = listed && await unpacked('game-' + id);
  if (!detail) return null;
  const game = { ...listed, detail, sides: detail.sides };
  const { plies, start } = detail;
  const reasons = new Set(DATA.legend.filter((entry) => entry[1]).map((entry) => entry[0]));
  for (const ply of plies) ply.counted = Boolean(ply.facts) && !reasons.has(ply.trace);
  const place = { board: el('div'), name: el('h3', { 'aria-live': 'polite' }), text: el('p'), list: el('div'), levels: el('div') };
  const curve = evaluation(plies);
  const loss = losses(plies);
  const like = likeness(plies);
  const cursors = [curve, loss, like].filter(Boolean).map((plot) => cursorOn(plot, game, plies.length));
  const moves = plies.map((ply, index) => el('a', { href: href(id, index + 1) }, (ply.w || !index ? ply.n + (ply.w ? '. ' : '… ') : '') + ply.san));
  const trace = plies.map((ply, index) => el('a', { href: href(id, index + 1), title: moveName(ply), 'aria-label': moveName(ply) + ': ' + legendOf(ply.trace)[2] }, ply.trace));
  let view = 0;
  const go = (ply) => { location.hash = href(id, Math.max(0, Math.min(plies.length, ply))); };
  const button = (label, text, to) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: () => go(to()) }, text);
  const names = [game.white === null ? 'White' : game.white, game.black === null ? 'Black' : game.black];

  function show(ply) {
    view = Math.max(0, Math.min(plies.length, ply));
    const now = plies[view - 1];
    const placement = now ? now.board : start;
    const before = now && (view > 1 ? plies[view - 2].board : start);
    place.board.replaceChildren(placement ? board(placement, before, now ? 'Board after ' + moveName(now) : 'Board at the start') : 'No board.');
    place.name.textContent = now ? moveName(now) : 'Start';
    place.text.textContent = now ? moveText(now) : 'Choose a move, or use the arrow keys.';
    place.list.replaceChildren(...(now ? [alternatives(now), contributions(now)] : []).flat().filter(Boolean));
    place.levels.replaceChildren(...(now ? [levels(now)] : []));
    for (const links of [moves, trace]) {
      links.forEach((link, index) => (index === view - 1 ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')));
    }
    const current = moves[view - 1];
    if (current) current.parentNode.scrollTop = current.offsetTop - current.parentNode.offsetTop - 80;
    for (const move of cursors) move(view);
  }

  const content = [
    el('p', {}, el('a', { href: '#/' }, 'All players'), ' and games'),
    el('h1', {}, playerLink(game.white), ' – ', playerLink(game.black)),
    el('p', { class: 'note' }, [game.event, game.date, game.result, game.file + ', game ' + game.number].filter(Boolean).join(' · ')),
    el('p', {}, 'One game is never evidence about a player.'),
    game.failure ? el('p', {}, 'Not all moves have an engine’s record: ' + game.failure) : null,
    el('div', { class: 'game' },
      el('div', {}, place.board,
        el('div', { class: 'controls' }, button('First position', '|◂', () => 0), button('Back', '◂', () => view - 1),
          button('Forward', '▸', () => view + 1), button('Last position', '▸|', () => plies.length)),
        el('nav', { class: 'moves', 'aria-label': 'Moves' }, moves.flatMap((link) => [link, ' ']))),
      el('div', {}, place.name, place.text, place.levels, place.list)),
    el('h2', {}, 'Evaluation'), drawn(curve.root, 'After each move, White’s side, held within 6 pawns. Click to go there.'),
    el('h2', {}, 'Loss by move'),
    drawn(loss.root, 'Bars: loss of a counted move. Lines: mean of the last ' + WINDOW + ' counted moves of a side (of at most 1000 each). Under the axis: first choices.',
      [['one', 'White'], ['two', 'Black'], ['three', 'better than the engine’s first choice']]),
    like ? [el('h2', {}, 'Engine-like moves'),
      drawn(like.root, 'A move is engine-like where the model of engines gives it a larger share than the model of people does at the player’s rating: so are four in ten of everybody’s. ' +
        'Lines: the share among the last ' + WINDOW + ' such choices of a side; dashed: what is to be expected of people of the same rating there. Under the axis: engine-like moves. Ten moves say nothing of a player: every sixth honest one has 60 %.',
      [['one', 'White'], ['two', 'Black']])] : null,
    el('h2', {}, 'Why moves are left out'),
    el('p', { class: 'note' }, 'One character for each ply. Book: ' + plural(game.detail.book, 'ply', 'plies') + '.'),
    el('p', { class: 'trace' }, trace), legend(plies),
    el('h2', {}, 'Figures of both sides'),
    mainTable('Of this game alone; below ' + game.sides[0].gate + ' counted moves withheld.', names, game.sides),
    el('h2', {}, 'Beside people of the same ratings'),
    el('p', {}, 'Of this game alone, which says nothing of a player.'),
    choiceSection(names, game.sides),
    game.detail.stretches.map((stretch, side) => stretch && stretchNote(names[side], stretch, plies)),
  ].flat();
  return { content, show, step: (by) => go(view + by) };
}
PAGES.game = gamePage;
