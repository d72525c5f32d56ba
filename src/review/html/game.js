// The list of games, and the page of one: board, moves with signs, winning chances, reasons.

const gameHref = (id, ply) => '#/game/' + id + '/' + ply;
const signed = (ply) => ply.san + (ply.fault ? ply.fault.glyph : '');
const plyName = (ply) => ply.n + (ply.w ? '. ' : '… ') + signed(ply);
const FAULTS = ['?!', '?', '??'];
const pointsText = (drop) => fixed(100 * drop, 1);

function sideRows(game) {
  return game.sides.map((side, index) => row(side.name,
    el('td', {}, side.rating === null ? 'as ' + DATA.usual_rating : side.rating), el('td', {}, side.moves), el('td', {}, side.first),
    side.faults.map((count) => el('td', {}, count)), el('td', {}, side.drop === null ? '–' : pointsText(side.drop)),
    el('td', { class: 'text' }, index ? 'Black' : 'White')));
}
const sidesTable = (game) => table('Points of winning chance (of 100) that a move cost on average; ?! ? ?? by the player’s rating.',
  ['Player', 'Rating', 'Moves', 'First choices', ...FAULTS, 'Cost a move', textHead('Side')], sideRows(game));

PAGES.home = () => [
  el('h1', {}, 'Games'),
  DATA.stopped ? el('p', {}, 'The review was stopped: games may be missing, and the last one may not be done.') : null,
  el('ul', {}, DATA.games.map((game, id) => el('li', {}, el('a', { href: gameHref(id, 0) }, game.title),
    ' · ' + plural(game.plies.filter((ply) => ply.fault).length, 'move') + ' with a sign'))),
  DATA.problems.length ? [el('h2', {}, 'Left out'),
    el('ul', {}, DATA.problems.map(([file, line, reason]) => el('li', {}, file + ', line ' + line + ': ' + reason)))] : null,
];

function chances(game, go) {
  const count = game.plies.length;
  const step = [2, 4, 10, 20, 40, 100, 200].find((n) => count / n <= WIDE.w / 80) || 400;
  const marks = [...Array(count + 1).keys()].filter((ply) => ply && ply % step === 0);
  const x = { min: 1, max: Math.max(2, count), label: 'move', ticks: marks, text: (v) => (game.plies[v - 1] ? game.plies[v - 1].n : '') };
  const y = { min: 0, max: 1, label: 'White’s winning chances', ticks: [0, 0.25, 0.5, 0.75, 1], text: (v) => Math.round(100 * v) + ' %' };
  const plot = frame('Winning chances over the game', 'White’s winning chances after each move; moves with a sign are marked.', x, y, WIDE);
  const points = game.plies.map((ply, index) => [index + 1, ply.chance]).filter(([, chance]) => chance !== null);
  if (points.length > 1) plot.root.append(line(points.map(([at, chance]) => [plot.X(at), plot.Y(chance)]), 'one'));
  game.plies.forEach((ply, index) => {
    if (ply.fault && ply.chance !== null) plot.root.append(dot('two', plot.X(index + 1), plot.Y(ply.chance), 3.5, plyName(ply)));
  });
  const mark = svg('line', { class: 'cursor', y1: plot.size.top, y2: plot.size.h - plot.size.bottom });
  plot.root.append(mark);
  plot.root.addEventListener('click', (event) => {
    const box = plot.root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * plot.size.w - plot.X(1)) / (plot.X(x.max) - plot.X(1) || 1);
    go(Math.max(1, Math.min(count, Math.round(1 + share * (x.max - 1)))));
  });
  return { root: plot.root, move: (ply) => ['x1', 'x2'].forEach((name) => mark.setAttribute(name, plot.X(Math.max(1, ply)))) };
}

// What is said of the move in view.
function moveNotes(ply, look) {
  const parts = [];
  if (ply.score) parts.push(el('p', { class: 'note' }, 'Score after it ' + scoreOf(ply.score) + ' (White’s side)' + (ply.clock ? ' · clock ' + ply.clock : '')));
  if (ply.drop !== null) parts.push(el('p', {}, ply.first ? 'The first choice.' : ply.fault ? 'It ' + ply.fault.cost + '.' : 'It costs ' + pointsText(ply.drop) + ' points of winning chance.'));
  const { fault } = ply;
  if (!fault) return parts;
  parts.push(el('ul', { class: 'reasons' }, fault.told.map((text) => el('li', {}, text))));
  if (fault.lines) {
    parts.push(fault.lines.map((one) => [el('h4', {}, one.name + ' ' + scoreOf(one.score)), lineOf(one.line, fault.before, look)]));
  }
  if (fault.others.length) parts.push(el('details', {}, el('summary', {}, 'More'), fault.others.map((text) => el('p', {}, text))));
  if (fault.bars) {
    parts.push(el('details', {}, el('summary', {}, 'What the evaluation says where both lines end'), featureBars(fault.bars, fault.lines.map((one) => one.name))));
  }
  return parts;
}

PAGES.game = (id) => {
  const game = DATA.games[id];
  if (!game) return null;
  const { plies } = game;
  const place = { board: el('div', { class: 'held' }), name: el('h3', { 'aria-live': 'polite', tabindex: -1 }), notes: el('div') };
  let [view, isFlipped, trial, onScreen] = [0, false, null, null];
  const go = (ply) => {
    const next = gameHref(id, Math.max(0, Math.min(plies.length, ply)));
    if (location.hash === next) show(ply);
    else location.hash = next;
  };
  const curve = chances(game, go);

  function look(placement, before, picked) {
    onScreen = [placement, before, picked];
    const drawnBoard = board(placement, before, 'Board', { isFlipped, picked });
    place.board.replaceChildren(drawnBoard);
  }
  place.board.addEventListener('click', (event) => {
    if (!trial) return;
    const square = squareAt(place.board.firstChild, event, isFlipped);
    if (square) trial.pick(square);
  });

  const links = plies.map((ply, index) => el('a', { href: gameHref(id, index + 1), class: ply.fault ? 'fault' : null }, (ply.w || !index ? ply.n + (ply.w ? '. ' : '… ') : '') + signed(ply)));
  const faults = plies.map((ply, index) => (ply.fault ? index + 1 : 0)).filter(Boolean);

  function retry(ply) {
    const { fault, w } = plies[ply - 1];
    trial = retryOf(fault, w, look, () => { trial = null; });
    look(fault.before, null);
    place.name.textContent = 'Instead of ' + plyName(plies[ply - 1]);
    place.notes.replaceChildren(...trial.content.flat(), el('p', {}, el('button', { type: 'button', onclick: () => { show(ply); place.name.focus(); } }, 'Show the answer')));
    trial.focus();
  }
  function show(ply) {
    view = Math.max(0, Math.min(plies.length, ply));
    trial = null;
    const now = plies[view - 1];
    look(now ? now.board : game.start, now && (view > 1 ? plies[view - 2].board : game.start));
    place.name.textContent = now ? plyName(now) : 'Start';
    const again = now && now.fault && now.fault.answers.length
      ? el('p', {}, el('button', { type: 'button', onclick: () => retry(view) }, 'Try it again')) : null;
    const notes = now ? [again, moveNotes(now, look)] : [el('p', {}, 'Choose a move, or use the arrow keys.')];
    place.notes.replaceChildren(...notes.flat(Infinity).filter(Boolean));
    links.forEach((link, index) => (index === view - 1 ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')));
    const current = links[view - 1];
    if (current) current.parentNode.scrollTop = current.offsetTop - current.parentNode.offsetTop - 80;
    curve.move(view);
  }
  const button = (label, text, act) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text);
  const following = () => faults.find((ply) => ply > view) || faults[0] || 0;
  const content = [
    el('p', {}, el('a', { href: '#/' }, 'All games')),
    el('h1', {}, game.title),
    game.stopped ? el('p', {}, 'Stopped: this is what is known so far.') : null,
    el('div', { class: 'game' },
      el('div', {}, place.board,
        el('div', { class: 'controls' }, button('First position', '|◂', () => go(0)), button('Back', '◂', () => go(view - 1)),
          button('Forward', '▸', () => go(view + 1)), button('Last position', '▸|', () => go(plies.length)),
          button('Turn the board', '⇅', () => { isFlipped = !isFlipped; look(...onScreen); }),
          faults.length ? button('Next move with a sign', 'Next sign', () => go(following())) : null),
        el('nav', { class: 'moves', 'aria-label': 'Moves' }, links.flatMap((link) => [link, ' ']))),
      el('div', {}, place.name, place.notes)),
    el('h2', {}, 'Winning chances'), drawn(curve.root, 'After each move, White’s side. Click to go there.', [['two', 'move with a sign']]),
    el('h2', {}, 'Both sides'), sidesTable(game),
  ];
  return { content, show, step: (by) => go(view + by) };
};
