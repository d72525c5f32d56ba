// A player in plain words: how much there is, how it compares, how sure, what is withheld.

// Fewer games than these, drawn again, say nothing of how much games differ.
const LEAST_GAMES = 10;

function comparedWithOpponents(player) {
  const [own, others] = player.beside.map((figures) => figure(figures, 'mm'));
  if (!own) return null;
  const less = player.less && player.less.first_choice;
  const share = full('share', own[0]);
  if (!others || !less) return say(TEXT.player.alone, { share });
  const games = player.beside[0].games;
  const beyond = less.low > 0 ? TEXT.player.higher : less.high < 0 ? TEXT.player.lower : TEXT.player.same;
  const verdict = games < LEAST_GAMES ? say(TEXT.player.few_games, { games: counted(games, TEXT.noun.game) }) : beyond;
  return say(TEXT.player.opponents, { share, others: full('share', others[0]), verdict });
}

function comparedWithHonest({ evidence }) {
  if (!evidence) return null;
  if (evidence.p >= 0.1) return TEXT.player.usual;
  const rare = evidence.p >= 0.001 ? say(TEXT.player.rare, { count: Math.floor(1 / evidence.p) }) : TEXT.player.rarest;
  return rare + ' ' + say(TEXT.player.expected, { looked_at: counted(evidence.looked_at, TEXT.noun.player), expected: amongMany(evidence.expected) });
}

function howSure(figures) {
  const e = figure(figures, 'mm');
  if (!e || e[1] === null) return null;
  const again = e[5] && e[5][0] < e[5][1] ? ' ' + say(TEXT.player.again, { low: full('share', e[5][0]), high: full('share', e[5][1]) }) : '';
  return say(TEXT.player.sure, { low: full('share', e[1]), high: full('share', e[2]) }) + again;
}

// What is not said, and why.
function whatIsWithheld(player) {
  const [own] = player.beside;
  if (!own.core) {
    return own.counted < own.gate ? say(TEXT.player.withheld_all, { counted: own.counted, gate: own.gate }) : TEXT.player.withheld_games;
  }
  const told = [];
  if (DATA.run.no_models) told.push(say(TEXT.player.withheld_models, { reason: DATA.run.no_models }));
  else if (!player.evidence) told.push(TEXT.player.withheld_rated);
  if (player.skill && player.skill.reason) told.push(say(TEXT.player.withheld_skill, { reason: noSkill(player.skill) }));
  return told.join(' ') || TEXT.player.nothing_withheld;
}

function inPlainWords(player) {
  const [own] = player.beside;
  const what = say(TEXT.player.what, { games: counted(own.games, TEXT.noun.game), moves: counted(own.moves, TEXT.noun.move), counted: own.counted });
  const { looked_at } = DATA.run;
  return [
    el('p', { class: 'plain' }, [what, comparedWithOpponents(player), howSure(own), comparedWithHonest(player), whatIsWithheld(player)].filter(Boolean).join(' ')),
    el('p', { class: 'caution' }, say(TEXT.player.caution, { looked_at })),
  ];
}
