// Regan's sensitivity s and consistency c of a player.

const SKILL = ['s', 'c'];

// Why there is no fit.
const noSkill = ({ reason, needed, choices }) => say(TEXT.no_skill[reason], { needed, choices });

// Columns for the table of players.
function skillColumns() {
  return SKILL.map((key) => ({
    name: key, title: TEXT.figure[key],
    value: (player) => (player.skill && player.skill[key] ? player.skill[key][0] : null),
    cell: ({ skill }) => {
      if (!skill) return el('td', { class: 'withheld' }, TEXT.skill.not_fitted);
      if (skill.reason === 'too_few') return el('td', { class: 'withheld' }, withheld(skill.choices, skill.needed));
      if (skill.reason) return el('td', { class: 'withheld', title: noSkill(skill) }, TEXT.no_skill_short[skill.reason]);
      const [value, , low, high, range] = skill[key];
      return el('td', {}, bare('number', value), small(counted(skill.choices, TEXT.noun.choice)),
        small(reach('number', [low, high])), small(ranged('number', [, , , , , range])));
    },
  }));
}

function skillSection(skill, relative) {
  if (!skill) return el('p', {}, TEXT.skill.not_fitted_why);
  if (skill.reason) return el('p', {}, say(TEXT.skill.no_fit, { reason: noSkill(skill) }));
  const line = ([value, error, low, high, range], name, title) => row(el('span', { title }, name),
    el('td', {}, bare('number', value)), el('td', {}, bare('number', error)), el('td', {}, reach('number', [low, high])),
    el('td', {}, range ? reach('number', range) : TEXT.skill.one_pass), el('td', {}, skill.choices));
  const own = SKILL.map((key) => line(skill[key], TEXT.figure_name[key], TEXT.figure[key]));
  const beside = relative ? SKILL.map((key) => line(relative[key], say(TEXT.skill.relative, { name: TEXT.figure_name[key] }), TEXT.skill.relative_text)) : [];
  return [
    el('p', {}, relative ? TEXT.skill.note + ' ' + TEXT.skill.note_relative : TEXT.skill.note),
    table(say(TEXT.skill.caption, { correlation: fixed(skill.correlation, 2) }),
      ['', TEXT.skill.value, TEXT.skill.error, TEXT.estimate.interval, TEXT.skill.range, TEXT.skill.choices], [...own, ...beside]),
  ];
}
