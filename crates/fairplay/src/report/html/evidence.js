// How likely honest players show as much, in numbers that can be pictured.

const amongMany = (count) => (count >= 0.95 ? fixed(count, 0) : count >= 0.01 ? fixed(count, 2) : '0.01');

function evidenceNote(evidence, baseRates) {
  if (DATA.run.no_models) return null;
  if (!evidence) return el('p', { class: 'note' }, TEXT.evidence.none);
  const rarity = evidence.p >= 0.1 ? TEXT.evidence.usual
    : evidence.p >= 0.001 ? say(TEXT.evidence.rare, { count: Math.floor(1 / evidence.p) }) : TEXT.evidence.rarest;
  const expected = say(TEXT.evidence.expected, {
    players: counted(evidence.looked_at, TEXT.noun.player), looks: counted(evidence.looks, TEXT.noun.look), expected: amongMany(evidence.expected),
  });
  const { screening, reporting, looks } = evidence;
  const reached = (threshold) => (threshold.reached ? TEXT.evidence.reached : TEXT.evidence.not_reached);
  const thresholds = [
    say(TEXT.evidence.screening, { count: Math.round(1 / screening.threshold), reached: reached(screening) }),
    say(TEXT.evidence.reporting, { count: Math.round(1 / (reporting.threshold * looks)), reached: reached(reporting) }),
  ];
  return [
    el('p', {}, rarity + ' ' + expected),
    el('p', {}, [...thresholds, TEXT.evidence.limits].join(' ')),
    baseRateNote(baseRates),
  ];
}

// What the threshold of screening says of who reaches it, by how many have help at all.
function baseRateNote([first, ...others]) {
  const count = (number) => fixed(number, 1).replace(/\.0$/, '');
  const oneIn = (rate) => Math.round(rate.players / rate.helped);
  const rightly = (rate) => fixed(100 * rate.rightly, 0) + ' %';
  const told = say(TEXT.evidence.base_rate, {
    one_in: oneIn(first), seen: fixed(100 * first.found / first.helped, 0), players: first.players, helped: count(first.helped),
    found: count(first.found), false_alarms: count(first.false_alarms), rightly: rightly(first),
  });
  const more = others.map((rate) => say(TEXT.evidence.other_rate, { one_in: oneIn(rate), rightly: rightly(rate) }));
  return el('p', {}, [told, TEXT.evidence.others_honest, ...more].join(' '));
}

// Which threshold an event of a player reaches; without evidence of its own, the player's is meant.
function reachedText(evidence) {
  if (evidence === null) return TEXT.evidence.as_player;
  if (evidence.reporting.reached) return TEXT.evidence.reached_reporting;
  return evidence.screening.reached ? TEXT.evidence.reached_screening : TEXT.evidence.reached_none;
}
