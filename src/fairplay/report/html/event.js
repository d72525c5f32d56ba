// The first page and the pages of players.

const nobody = '(no name)';
const playerAt = new Map(DATA.players.map((player, index) => [player.name, index]));

function playerLink(name) {
  if (name === null) return nobody;
  const index = playerAt.get(name);
  if (index === undefined || !DATA.players[index].beside) return name;
  return el('a', { href: '#/player/' + index }, name);
}

// Kept on one line.
const short = (text) => text && el('span', { class: 'short' }, text);

const COLUMNS = ['mm', 'cv', 'ae', 'acpl', 't2', 't3', 'credit', 'accuracy'];

function figureColumns(figuresOf, keys, prefix) {
  return keys.map((name) => {
    const m = DATA.measures[measure(name)];
    return {
      name: (prefix || '') + m.name,
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
  ];
  const gate = DATA.field ? DATA.field.gate : 0;
  const caption = 'Players by name. Under each figure: its count and its 95 % interval. ' +
    'Below ' + gate + ' counted moves figures are withheld.';
  return sortable(caption, columns, DATA.players, (player) => player.name);
}

function gamesTable(games, caption) {
  const text = (name, pick, style) => ({
    name, title: name, class: 'text', value: (g) => pick(g) || null,
    cell: (g) => el('td', { class: 'text' }, style ? style(pick(g)) : pick(g)),
  });
  const name = (title, pick) =>
    ({ name: title, title, class: 'text', value: pick, cell: (g) => el('td', { class: 'text' }, playerLink(pick(g))) });
  const columns = [
    {
      name: 'Game', title: 'In the order of the input', value: (g) => g.id,
      cell: (g) => el('th', { scope: 'row' }, g.detail ? el('a', { href: '#/game/' + g.id }, 'Game ' + g.id) : 'Game ' + g.id),
    },
    name('White', (g) => g.white), name('Black', (g) => g.black),
    text('Result', (g) => g.result, short), text('Date', (g) => g.date, short), text('Event', (g) => g.event),
    ...['W', 'B'].flatMap((side, index) => figureColumns((g) => g.sides[index], ['cv', 'ae'], side + ': ')),
  ];
  return sortable(caption, columns, games, (g) => [g.white, g.black, g.event, g.date].join(' '));
}

function cautions() {
  return el('ul', {}, DATA.run.cautions.map((text) => el('li', {}, text)));
}

function sidePoints(games) {
  return games.flatMap((g) => [g.white, g.black].map((name, side) => ({
    name: (name === null ? nobody : name) + ', game ' + g.id,
    figures: g.sides[side],
    href: g.detail ? '#/game/' + g.id : '#/',
  })));
}

function settings() {
  const run = DATA.run;
  const pairs = (list) => list.map(([name, value]) => name + ' ' + value).join(', ');
  const entries = [
    ['Plumb', run.plumb], ['Engine', run.engine + ' ' + run.engine_version], ['Profile', run.profile],
    ['Search', run.settings], ['Rules', run.rules],
    ['Thresholds', Object.entries(run.thresholds).map(([k, v]) => k.replaceAll('_', ' ') + ' ' + v).join(', ')],
    ['Book', pairs(run.book) || 'none'], ['Endgame tables', run.tablebases || 'none'], ['Games chosen', pairs(run.selection) || 'all'], ['Digest', run.digest],
  ];
  return [
    el('dl', {}, entries.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    el('p', {}, 'All runs made here:'), el('ul', {}, run.runs.map((text) => el('li', {}, text))),
  ];
}

function limits() {
  const notes = [];
  const say = (shown, all, what, rest) => { if (shown < all) notes.push('Only the first ' + shown + ' of ' + all + ' ' + what + '; ' + rest + '.'); };
  say(DATA.games.length, DATA.all_games, 'games are listed', 'all are in report.jsonl');
  say(DATA.games_in_full, DATA.games.length, 'games have a page with board and curves', 'the others have a row in the tables');
  say(DATA.players.length, DATA.all_players, 'players (by name) are listed', 'all are in report.jsonl');
  say(DATA.players_in_full, DATA.players.length, 'players (by name) have a page', 'the others have a row in the table');
  return notes.map((text) => el('p', { class: 'note limit' }, text));
}

function eventPage() {
  const run = DATA.run;
  const tested = run.looked_at > run.players
    ? plural(run.looked_at, 'player') + ' were looked at; ' + run.players + ' of them are in these games.'
    : 'Everybody in these games was looked at: ' + plural(run.players, 'player') + '.';
  const points = DATA.players.map((p, index) =>
    ({ name: p.name, figures: p.brief, href: p.beside ? '#/player/' + index : '#/' }));
  return [
    el('h1', {}, 'Fair-play screening of ' + plural(run.games, 'game')),
    el('p', {}, 'How the moves of these games compare with an engine’s, for people who ask further.'),
    cautions(),
    el('h2', {}, 'How many were tested'),
    el('p', {}, tested + ' The more players are looked at, the more rare figures turn up by chance:'),
    el('ul', {}, DATA.rarity.map((text) => el('li', {}, text))),
    limits(),
    el('h2', {}, 'Players'),
    playersTable(),
    el('h2', {}, 'Coincidence and error against number of moves'),
    el('p', {}, 'The fewer moves, the wider chance spreads the points. A point per player:'),
    scatterPair(points, DATA.field),
    el('p', {}, 'A point per side of a game (a single game says nothing of a player):'),
    scatterPair(sidePoints(DATA.games), DATA.field),
    el('h2', {}, 'Everybody together'),
    DATA.field ? [el('p', {}, excludedText(DATA.field)), mainTable('All games of this input.', ['Everybody'], [DATA.field])] : null,
    el('h2', {}, 'Over the course of a game'),
    flagsPlot(DATA.bins),
    el('h2', {}, 'Games'),
    gamesTable(DATA.games, 'Games in the order of the input; W is White, B is Black. One game is never evidence about a player.'),
    problems(),
    el('h2', {}, 'Settings'),
    settings(),
  ];
}

function problems() {
  if (!DATA.all_problems) return null;
  return [
    el('h2', {}, 'Games that could not be read'),
    table('The first ' + DATA.problems.length + ' of ' + DATA.all_problems + '.', ['File', 'Game', 'Line', 'Reason'],
      DATA.problems.map(([file, number, at, reason]) =>
        row(file, el('td', {}, number), el('td', {}, at), el('td', {}, reason)))),
  ];
}

function playerPage(index) {
  const player = DATA.players[index];
  if (!player || !player.beside) return null;
  const names = ['Player', 'Opponents', 'Everybody else'];
  const all = player.beside;
  const games = DATA.games.filter((g) => g.white === player.name || g.black === player.name);
  const points = DATA.players.map((p, at) => ({ name: p.name, figures: p.brief, href: p.beside ? '#/player/' + at : '#/' }));
  const parts = [['Phase', 'phase'], ['Balance before the move', 'balance'], ['Time used', 'pace']]
    .filter(([, name]) => all[0][name].length);
  return [
    el('p', {}, el('a', { href: '#/' }, 'All players')),
    el('h1', {}, player.name),
    el('p', {}, plural(all[0].games, 'game') + '. ' + excludedText(all[0])),
    el('p', {}, 'A figure far from the field’s is a reason to look at games, not a finding. ' +
      'This player is one of ' + plural(Math.max(DATA.run.looked_at, DATA.run.players), 'player') + ' looked at.'),
    el('h2', {}, 'Figures beside opponents and everybody else'),
    mainTable('Under each figure: its count, its 95 % interval, and both as a bar.', names, all),
    all[0].divided.map(([name, , ], at) => partTable('The same, divided by ' + name.replaceAll('_', ' ') + ' moves.', names, all,
      (f) => [f.divided[at] || [name, 0, null]])),
    parts.map(([title, name]) => [el('h2', {}, title), partTable('', names, all, (f) => f[name])]),
    el('h2', {}, 'Mates, runs and the rest'),
    otherTable(names, all),
    el('h2', {}, 'Among the others'),
    scatterPair(points, DATA.field, player.name),
    player.bins ? [el('h2', {}, 'Over the course of a game'), flagsPlot(player.bins)] : null,
    el('h2', {}, 'Games'),
    gamesTable(games, 'Games of this player, in the order of the input.'),
  ];
}
