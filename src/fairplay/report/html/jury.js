// Several engines beside each other.

// A player's figures, or everybody's, by each member.
function juryFigures(of) {
  const names = of.members.map((_, index) => DATA.jury.engines[index].engine);
  const majority = of.majority
    ? 'the played move was that choice in ' + sentence('share', of.majority) + '.'
    : ['how often it was played is ', el('span', { class: 'withheld' }, withheld(of.majorities, of.members[0].gate)), '.'];
  return [
    mainTable('By each engine’s own records, which may leave out other moves. Engines’ centipawns are not the same unit.', names, of.members, PART_MEASURES),
    el('p', {}, 'The majority: on ' + plural(of.majorities, 'counted move') + ' more than half of the engines had the same first choice; ', majority),
  ];
}

function jurySection() {
  const { engines, apart } = DATA.jury;
  const stamps = engines.map((stamp, index) => row(stamp.engine, el('td', { class: 'text' }, stamp.version), el('td', { class: 'text' }, stamp.settings),
    el('td', {}, apart.engines[index][0]), el('td', {}, apart.engines[index][1]),
    el('td', {}, apart.engines[index][3] === null ? 'none' : fixed(apart.engines[index][3], 1), el('small', {}, plural(apart.engines[index][2], 'move')))));
  const share = (text, e) => row(text, el('td', {}, e ? [full('share', e[0]), el('small', {}, countOf('share', e)), el('small', {}, interval('share', e))] : 'none'));
  const mean = (text, value) => row(text, el('td', {}, value === null ? withheld(apart.spreads, DATA.field.gate) : [fixed(value, 1), el('small', {}, plural(apart.spreads, 'move'))]));
  return [
    el('p', {}, 'All members are shown, so that nobody can pick the one that suits. Every other figure of this report is by the first one.'),
    table('Members, and what each says of the moves that count by the first one’s records.',
      ['Engine', textHead('Version'), textHead('Search'), 'Records', 'First choices played', 'Mean loss, centipawns'], stamps),
    el('h3', {}, 'Everybody’s figures by each member'),
    juryFigures(DATA.jury),
    el('h3', {}, 'How far they are apart'),
    table('Of ' + plural(apart.moves, 'counted move') + ' that every member has a record of.', ['', 'Moves'], [
      share('The first choices are not all the same', apart.differing),
      share('Some would have played the move first, and others not', apart.contested),
      share('More than half agree on the first choice', apart.majorities),
      mean('Greatest less least loss, mean, centipawns', apart.spread),
      mean('The members’ median loss, mean, centipawns', apart.median),
    ]),
  ];
}
