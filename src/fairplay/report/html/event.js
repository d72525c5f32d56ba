// The first page: everybody.

const nobody = '(no name)';
const playerAt = new Map(DATA.players.map((player, index) => [player.name, index]));

function playerLink(name) {
  if (name === null) return nobody;
  const index = playerAt.get(name);
  if (index === undefined || !DATA.players[index].detail) return name;
  return el('a', { href: '#/player/' + index }, name);
}

const COLUMNS = ['mm', 'cv', 'ae', 'acpl', 't3', 'credit', 'accuracy'];

function figureColumns(figuresOf, keys, prefix) {
  return keys.map((name) => {
    const m = DATA.measures[measure(name)];
    return {
      name: (prefix || '') + withUnit(m),
      title: m.text,
      value: (item) => { const e = figure(figuresOf(item), name); return e ? e[0] : null; },
      cell: (item) => { const f = figuresOf(item); return cell(m.unit, figure(f, name), f.counted, f.gate); },
    };
  });
}

function playersTable() {
  const brief = (player) => player.brief;
  const number = (name, title, pick) =>
    ({ name, title, value: pick, cell: (player) => el('td', {}, pick(player)) });
  const columns = [
    { name: 'Player', title: 'By name', value: (p) => p.name, cell: (p) => el('th', { scope: 'row' }, playerLink(p.name)) },
    number('Games', 'Games in this input', (p) => p.brief.games),
    number('Counted', 'Moves that count', (p) => p.brief.counted),
    ...figureColumns(brief, COLUMNS),
    ...choiceColumns(),
    ...skillColumns(),
  ];
  const gate = DATA.field ? DATA.field.gate : 0;
  const caption = 'Players by name. Under each figure: its count and its 95 % interval. ' +
    'Below ' + gate + ' counted moves, and of fewer than two games of ten, figures are withheld.';
  return sortable(caption, columns, DATA.players, (player) => player.name);
}

function gamesTable(games, caption) {
  const name = (title, pick) =>
    ({ name: title, title, class: 'text', value: pick, cell: (g) => el('td', { class: 'text' }, playerLink(pick(g))) });
  const columns = [
    {
      name: 'Game', title: 'In the order of the input', value: (g) => g.id,
      cell: (g) => el('th', { scope: 'row' }, g.detail ? el('a', { href: '#/game/' + g.id }, 'Game ' + g.id) : 'Game ' + g.id),
    },
    name('White', (g) => g.white), name('Black', (g) => g.black),
    textColumn('Result', (g) => g.result, short), textColumn('Date', (g) => g.date, short), textColumn('Event', (g) => g.event),
    ...['W', 'B'].flatMap((side, index) => figureColumns((g) => g.sides[index], ['cv', 'ae'], side + ': ')),
  ];
  return sortable(caption, columns, games, (g) => [g.white, g.black, g.event, g.date].join(' '));
}

// A run of one event is that event.
function eventsSection() {
  if (DATA.events.length < 2) return null;
  const columns = [
    { name: 'Event', title: 'By name', value: (e) => e.name, cell: (e) => el('th', { scope: 'row' }, e.name) },
    { name: 'Counted', title: 'Moves that count', value: (e) => e.brief.counted, cell: (e) => el('td', {}, e.brief.counted) },
    ...figureColumns((e) => e.brief, COLUMNS),
    ...eventColumns(),
  ];
  return [el('h2', {}, 'Events'), sortable('Everybody’s moves in each event.', columns, DATA.events, (e) => e.name)];
}

function sidePoints(games) {
  return games.flatMap((g) => [g.white, g.black].map((name, side) => ({
    name: (name === null ? nobody : name) + ', game ' + g.id,
    figures: g.sides[side],
    href: g.detail ? '#/game/' + g.id : '#/',
  })));
}

function eventPage() {
  const run = DATA.run;
  const others = run.looked_at - run.with_figures;
  const tested = plural(run.players, 'player') + ' are in these games; the figures of ' + run.with_figures + ' were made' +
    (others ? ', and ' + plural(others, 'other') + ' were looked at elsewhere.' : '.');
  const chosen = run.chosen_from === null ? null : el('p', { class: 'note' },
    'These games were chosen from a file with ' + (run.selection.some(([name]) => name === 'max-games') ? 'at least ' : '') +
    plural(run.chosen_from, 'player') + '. If others of them were looked at, too, ' +
    'say how many with --looked-at N: who looks at more finds more that is rare.');
  const points = DATA.players.map((p, index) =>
    ({ name: p.name, figures: p.brief, href: p.detail ? '#/player/' + index : '#/' }));
  return [
    el('h1', {}, 'Fair-play screening of ' + plural(run.games, 'game')),
    el('p', {}, 'How the moves of these games compare with an engine’s, for people who ask further.'),
    cautions(),
    el('h2', {}, 'How many were tested'),
    el('p', {}, tested + ' The more players are looked at, the more rare figures turn up:'),
    chosen,
    el('ul', {}, DATA.rarity.map((text) => el('li', {}, text))),
    limits(),
    el('h2', {}, 'Players'),
    playersTable(),
    el('h2', {}, 'Coincidence and error against number of moves'),
    el('p', {}, 'The fewer moves, the wider chance spreads the points. A point per player:'),
    referenceNote(),
    scatterPair(points, DATA.field),
    el('p', {}, 'A point per side of a game (a single game says nothing of a player):'),
    scatterPair(sidePoints(DATA.games), DATA.field),
    el('h2', {}, 'Everybody together'),
    DATA.field ? [el('p', {}, excludedText(DATA.field)), mainTable('All games of this input.', ['Everybody'], [DATA.field]),
      el('h2', {}, 'How stable this is'), stabilitySection(DATA.field),
      el('h2', {}, 'How losses are spread'), lossSpread(['Everybody'], [DATA.field])] : null,
    eventsSection(),
    DATA.jury ? [el('h2', {}, 'Jury'), jurySection()] : null,
    el('h2', {}, 'Over the course of a game'),
    flagsPlot(DATA.bins),
    el('h2', {}, 'Games'),
    gamesTable(DATA.games, 'Games in the order of the input; W is White, B is Black. One game is never evidence about a player.'),
    problems(),
    el('h2', {}, 'Settings'),
    settings(),
  ];
}
PAGES.home = eventPage;
