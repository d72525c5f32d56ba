// A table that sorts, filters, pages and lets columns be chosen; and one that does none of it.

PAGES.home = () => {
  const games = Array.from({ length: 60 }, (_, index) => ({ number: index + 1, name: 'Game ' + (index + 1), plies: 40 + (index * 37) % 90, event: 'Spring ' + (1900 + index % 7) }));
  const name = { name: 'Game', title: 'A game by its number', value: (one) => one.number, cell: (one) => el('th', { scope: 'row' }, one.name) };
  const plies = { name: 'Plies', title: 'Half-moves', value: (one) => one.plies, cell: (one) => el('td', {}, one.plies), caution: 'Long games are no better than short ones.' };
  const event = { ...textColumn('Event', (one) => one.event), more: true };
  return [
    el('h1', {}, 'Tables'),
    dataTable('Games of seven springs', [name, plies, event], games, (one) => one.name + ' ' + one.event),
    table('Two sides', ['Side', 'Moves'], [row('White', el('td', {}, 31)), row('Black', el('td', {}, 30))]),
  ];
};
