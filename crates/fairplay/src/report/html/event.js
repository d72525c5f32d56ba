// The first page: everybody.

const playerAt = new Map(DATA.players.map((player, index) => [player.name, index]));

function playerLink(name) {
  if (name === null) return TEXT.event.nobody;
  const index = playerAt.get(name);
  if (index === undefined || !DATA.players[index].detail) return name;
  return el('a', { href: '#/player/' + index }, name);
}

// Behind the name of a program that plays openly.
const computerMark = (is) => (is ? [' ', el('span', { class: 'note' }, TEXT.event.computer)] : null);
const isComputer = (game, side) => Boolean(game.computers && game.computers[side]);
const sideName = (game, side) => [playerLink(side ? game.black : game.white), computerMark(isComputer(game, side))];

// A point for each player who is a person.
function playerPoints() {
  return DATA.players.flatMap((player, index) => (player.computer ? []
    : [{ name: player.name, figures: player.brief, href: player.detail ? '#/player/' + index : '#/' }]));
}

// In view at first; all others are chosen.
const COLUMNS = ['mm', 'ae'];

// `naming` is a text with a slot for the figure's name.
function figureColumns(figuresOf, keys, naming) {
  return keys.map((name) => {
    const m = DATA.measures[measure(name)];
    return {
      name: naming ? say(naming, { figure: withUnit(m) }) : withUnit(m),
      title: m.text,
      caution: TEXT.event.sorted,
      value: (item) => { const e = figure(figuresOf(item), name); return e ? e[0] : null; },
      cell: (item) => { const f = figuresOf(item); return shortCell(m.unit, figure(f, name), f.counted, f.gate); },
    };
  });
}
const allMeasures = () => DATA.measures.map((m) => m.key).filter((key) => !COLUMNS.includes(key));
// Shown where they are chosen.
const moreColumns = (columns) => columns.map((column) => ({ ...column, caution: TEXT.event.sorted, more: true }));

function playersTable() {
  const brief = (player) => player.brief;
  const number = (name, title, pick) =>
    ({ name, title, value: pick, cell: (player) => el('td', {}, pick(player)) });
  const columns = [
    { name: TEXT.event.player, title: TEXT.event.by_name, value: (p) => p.name, cell: (p) => el('th', { scope: 'row' }, playerLink(p.name), computerMark(p.computer)) },
    number(TEXT.event.games, TEXT.event.games_title, (p) => p.brief.games),
    number(TEXT.event.counted, TEXT.event.counted_title, (p) => p.brief.counted),
    ...figureColumns(brief, COLUMNS),
    ...moreColumns([...figureColumns(brief, allMeasures()), ...choiceColumns(), ...skillColumns()]),
  ];
  const caption = say(TEXT.event.players_caption, { gate: DATA.field ? DATA.field.gate : 0 });
  return dataTable(caption, columns, DATA.players, (player) => player.name);
}

// A game's name, which leads to its page where there is one.
function gameLink(game) {
  const name = say(TEXT.event.game, { id: game.id });
  return game.detail ? el('a', { href: '#/game/' + game.id }, name) : name;
}

function gamesTable(games, caption) {
  const name = (title, pick, side) => ({ ...textColumn(title, pick), cell: (g) => el('td', { class: 'text' }, sideName(g, side)) });
  const columns = [
    { name: TEXT.event.game_head, title: TEXT.event.input_order, value: (g) => g.id, cell: (g) => el('th', { scope: 'row' }, gameLink(g)) },
    name(TEXT.player.white, (g) => g.white, 0), name(TEXT.player.black, (g) => g.black, 1),
    textColumn(TEXT.player.result, (g) => g.result, short),
    { name: TEXT.player.over, title: TEXT.event.spark, class: 'text', value: (g) => g.id,
      cell: (g) => el('td', { class: 'text' }, sparkline(g.spark, false, TEXT.event.spark)) },
    ...moreColumns([textColumn(TEXT.player.date, (g) => g.date, short), textColumn(TEXT.player.event, (g) => g.event),
      ...[TEXT.event.white_figure, TEXT.event.black_figure].flatMap((naming, index) => figureColumns((g) => g.sides[index], ['cv', 'ae'], naming))]),
  ];
  return dataTable(caption, columns, games, (g) => [g.white, g.black, g.event, g.date].join(' '));
}

// A run of one event is that event.
function eventsSection() {
  if (DATA.events.length < 2) return null;
  const columns = [
    { name: TEXT.player.event, title: TEXT.event.by_name, value: (e) => e.name, cell: (e) => el('th', { scope: 'row' }, e.name) },
    { name: TEXT.event.counted, title: TEXT.event.counted_title, value: (e) => e.brief.counted, cell: (e) => el('td', {}, e.brief.counted) },
    ...figureColumns((e) => e.brief, COLUMNS),
    ...moreColumns([...figureColumns((e) => e.brief, allMeasures()), ...eventColumns()]),
  ];
  return folded(TEXT.event.events, () => dataTable(TEXT.event.events_caption, columns, DATA.events, (e) => e.name));
}

function sidePoints(games) {
  return games.flatMap((g) => [g.white, g.black].flatMap((name, side) => (isComputer(g, side) ? [] : [{
    name: say(TEXT.event.side, { name: name === null ? TEXT.event.nobody : name, id: g.id }),
    figures: g.sides[side],
    href: g.detail ? '#/game/' + g.id : '#/',
  }])));
}

// What was done and how many were looked at, in two lines.
function inTwoLines() {
  const run = DATA.run;
  const figures = DATA.field;
  const done = { games: counted(run.games, TEXT.noun.game), engine: run.engine, profile: run.profile };
  const looked = { players: counted(run.players, TEXT.noun.player), with_figures: run.with_figures, looked_at: run.looked_at };
  return el('p', {}, figures ? say(TEXT.event.done, { ...done, counted: figures.counted, moves: counted(figures.moves, TEXT.noun.move) }) : say(TEXT.event.begun, done),
    el('br'), say(TEXT.event.looked, looked),
    run.computers ? ' ' + say(TEXT.event.computers, { computers: counted(run.computers, TEXT.noun.computer) }) : '', run.looked_at > run.with_figures ? ' ' + say(TEXT.event.looked_elsewhere, looked) : '');
}

function eventPage() {
  const run = DATA.run;
  const chosen = run.chosen_from === null ? null : el('p', { class: 'note' }, say(TEXT.event.chosen, {
    least: run.selection.some(([name]) => name === 'max-games') ? TEXT.event.at_least : '', players: counted(run.chosen_from, TEXT.noun.player) }));
  const everybody = [TEXT.event.everybody_name];
  const points = playerPoints();
  return [
    el('h1', {}, say(TEXT.event.title, { games: counted(run.games, TEXT.noun.game) })),
    inTwoLines(),
    cautions(),
    el('h2', {}, TEXT.event.players),
    playersTable(),
    limits(),
    el('h2', {}, TEXT.event.plot),
    el('p', {}, TEXT.event.plot_note),
    scatterPair(points, DATA.field),
    referenceNote(),
    el('h2', {}, TEXT.event.games_head),
    gamesTable(DATA.games, TEXT.event.games_caption + ' ' + TEXT.caution.one_game),
    el('h2', {}, TEXT.event.more),
    folded(TEXT.event.rarity, () => [chosen, el('ul', {}, DATA.rarity.map((text) => el('li', {}, text)))]),
    DATA.field ? folded(TEXT.event.everybody, () => [el('p', {}, excludedText(DATA.field)), mainTable(TEXT.event.everybody_caption, everybody, [DATA.field]),
      el('h3', {}, TEXT.stability.heading), stabilitySection(DATA.field),
      el('h3', {}, TEXT.losses.title), lossSpread(everybody, [DATA.field])]) : null,
    eventsSection(),
    DATA.jury ? folded(TEXT.event.jury, jurySection) : null,
    folded(TEXT.event.sides, () => [el('p', {}, TEXT.event.sides_note), scatterPair(sidePoints(DATA.games), DATA.field)]),
    folded(TEXT.course.heading, () => flagsPlot(DATA.bins)),
    problems(),
    folded(TEXT.event.settings, settings),
  ];
}
PAGES.home = eventPage;
