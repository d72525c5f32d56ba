// Regan's sensitivity s and consistency c of a player.

const NO_SKILL = {
  too_few: (skill) => 'A fit needs ' + skill.needed + ' counted choices between moves that are not all equal; this player has ' + skill.choices + '.',
  no_error: () => 'Every counted choice was a best move, so any smaller s would explain them better: s has no lower end.',
  out_of_range: () => 'The choices are explained best at the end of the range that is looked at, so neither figure can be given.',
  flat: () => 'The choices say too little: many very different values of s and c explain them about as well.',
};
const NO_SKILL_SHORT = { no_error: 'no error', out_of_range: 'out of range', flat: 'says too little' };

const SKILL = [
  ['s', 'Sensitivity s', 'Regan’s s: the difference that the player notices, without a unit; smaller is stronger.'],
  ['c', 'Consistency c', 'Regan’s c: how surely large differences are noticed, without a unit; larger is stronger.'],
];

// Columns for the table of players.
function skillColumns() {
  return SKILL.map(([key, , title]) => ({
    name: key, title,
    value: (player) => (player.skill && player.skill[key] ? player.skill[key][0] : null),
    cell: ({ skill }) => {
      if (!skill) return el('td', { class: 'withheld' }, 'not fitted');
      if (skill.reason === 'too_few') return el('td', { class: 'withheld' }, withheld(skill.choices, skill.needed));
      if (skill.reason) return el('td', { class: 'withheld', title: NO_SKILL[skill.reason](skill) }, NO_SKILL_SHORT[skill.reason]);
      const [value, , low, high, range] = skill[key];
      return el('td', {}, bare('number', value), el('small', {}, plural(skill.choices, 'choice')),
        el('small', {}, bare('number', low) + ' to ' + bare('number', high)), small(ranged('number', [, , , , , range])));
    },
  }));
}

function skillSection(skill, relative) {
  if (!skill) return el('p', {}, 'Not fitted: there are too few games or moves of this player, or so many games in all that the choices of all players are not kept.');
  if (skill.reason) return el('p', {}, 'There is no fit. ' + NO_SKILL[skill.reason](skill));
  const line = ([value, error, low, high, range], name, title) => row(el('span', { title }, name), el('td', {}, bare('number', value)), el('td', {}, bare('number', error)),
      el('td', {}, bare('number', low) + ' to ' + bare('number', high)),
      el('td', {}, range ? bare('number', range[0]) + ' to ' + bare('number', range[1]) : 'one pass only'), el('td', {}, skill.choices));
  const rows = SKILL.map(([key, name, title]) => line(skill[key], name, title));
  const beside = relative ? SKILL.map(([key, name]) => line(relative[key], name + ', over that of the reference',
    'Divided by what all reference players together come to, by the same engine: 1 is a player like them.')) : [];
  return [
    el('p', {}, 'The values under which this player’s choices are most likely. s is the difference that is noticed (smaller is stronger), ' +
      'c how surely large ones are noticed (larger is stronger). One gross error can raise s more than many good moves lower it. ' +
      'Both are on this engine’s centipawns and not to be laid beside published values of another engine' +
      (relative ? '; divided by those of the reference players they lose that scale.' : '.')),
    table('The errors of ln s and ln c go together by ' + fixed(skill.correlation, 2) + ' (−1 to 1).',
      ['', 'Value', 'Standard error', '95 % interval', 'Range', 'Choices'], [...rows, ...beside]),
  ];
}
