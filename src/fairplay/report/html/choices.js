// Choices beside what people of the rating and engines would choose.

const zText = ([value, low, high]) => fixed(value, 1) + ' (' + fixed(low, 1) + ' to ' + fixed(high, 1) + ')';
const eloText = (value) => String(Math.round(value));

// Columns for the table of players.
function choiceColumns() {
  if (DATA.run.no_models) return [];
  const z = (key, name, title) => ({
    name, title,
    value: (player) => { const found = player.brief.choices[key]; return found ? found[2][0] : null; },
    cell: (player) => {
      const found = player.brief.choices[key];
      if (!found) return el('td', { class: 'withheld' }, 'withheld');
      const [made, expected, score] = found;
      return el('td', {}, fixed(score[0], 1), el('small', {}, fixed(score[1], 1) + ' to ' + fixed(score[2], 1)),
        el('small', {}, made[4] + ' of ' + made[3] + '; expected ' + full('share', expected)));
    },
  });
  return [
    z('matches', 'z of matches', 'Matches with the first choice less those to be expected of people of this rating in these positions, in deviations of honest players.'),
    z('engine_like', 'z of engine likeness', 'How much likelier for an engine than for people of this rating the moves are, in deviations of honest players.'),
    {
      name: 'z of losses', title: 'How much less the moves lost, looked at deeper, than those of people of this rating in these positions, in deviations of honest players.',
      value: (player) => (player.brief.choices.deep_loss ? player.brief.choices.deep_loss[2][0] : null),
      cell: (player) => {
        const found = player.brief.choices.deep_loss;
        if (!found) return el('td', { class: 'withheld' }, 'withheld');
        const [mean, expected, score] = found;
        return el('td', {}, fixed(score[0], 1), el('small', {}, fixed(score[1], 1) + ' to ' + fixed(score[2], 1)),
          el('small', {}, fixed(mean, 3) + '; expected ' + fixed(expected, 3)));
      },
    },
    {
      name: 'Intrinsic rating', title: 'The rating whose people’s choices these look like, as over the board at long time controls.',
      value: (player) => (player.brief.choices.intrinsic ? player.brief.choices.intrinsic[0] : null),
      cell: (player) => {
        const found = player.brief.choices.intrinsic;
        if (!found) return el('td', { class: 'withheld' }, 'withheld');
        const [value, low, high, choices] = found;
        return el('td', {}, eloText(value), el('small', {}, eloText(low) + ' to ' + eloText(high)), el('small', {}, plural(choices, 'choice')));
      },
    },
  ];
}

// Of one player, or of both sides of a game.
function choiceSection(names, all) {
  if (DATA.run.no_models) return el('p', { class: 'note' }, 'Moves are held against no model of people’s choices: ' + DATA.run.no_models + '.');
  const found = all.map((figures) => figures.choices);
  if (!found.some((f) => f.matches || f.intrinsic)) {
    return el('p', { class: 'note' }, 'Nothing is said of too few moves or games, nor of players without a rating.');
  }
  const line = (name, title, pick) => row(el('span', { title }, name), found.map((f) => {
    const text = pick(f);
    return el('td', text === null ? { class: 'withheld' } : {}, text === null ? 'withheld' : text);
  }));
  const share = (key) => (f) => f[key] && f[key][0][4] + ' of ' + f[key][0][3] + ' (' + full('share', f[key][0][0]) + ')';
  const expected = (key) => (f) => f[key] && full('share', f[key][1]);
  const z = (key) => (f) => f[key] && zText(f[key][2]);
  return [
    el('p', {}, 'Undecided positions behind the opening in which several moves were good. The model of people says what players of this rating choose there, ' +
      'the model of engines what engines would. z is the difference from what is usual, in deviations of honest players: ' +
      'of a hundred honest players two to four have more than 2, and with four such figures up to twelve have it in one of them. The interval is what chance in moves and games makes of it. High values are a reason to look at games, not a finding: ' +
      'a rating that lags behind a player’s strength raises all of them.'),
    table('Choices beside those of people of the same rating.', ['', ...names], [
      line('Rating', 'The mean rating over these choices, as over the board at long time controls.', (f) => (f.rated === null ? null : eloText(f.rated))),
      line('Matches with the first choice', '', share('matches')),
      line('Expected of people of this rating', 'In the same positions.', expected('matches')),
      line('z of matches', '', z('matches')),
      line('Moves likelier for an engine', 'The model of engines gives them a larger share than the model of people.', share('engine_like')),
      line('Expected of people of this rating', 'In the same positions.', expected('engine_like')),
      line('z of engine likeness', 'Of how much likelier all moves together are for an engine: the figure to go by.', z('engine_like')),
      line('Loss, looked at deeper', 'Regan’s scaled loss, 0 for a first choice; said of players with a hundred such moves.', (f) => f.deep_loss && fixed(f.deep_loss[0], 3)),
      line('Expected of people of this rating', 'In the same positions.', (f) => f.deep_loss && fixed(f.deep_loss[1], 3)),
      line('z of losses', 'Above 0: less was lost than is usual.', (f) => f.deep_loss && zText(f.deep_loss[2])),
      line('Intrinsic rating', 'The rating whose people’s choices these look like; of 100 honest players 95 have theirs within the interval.', (f) => f.intrinsic &&
        eloText(f.intrinsic[0]) + ' (' + eloText(f.intrinsic[1]) + ' to ' + eloText(f.intrinsic[2]) + '; ' + plural(f.intrinsic[3], 'choice') + ')'),
    ]),
  ];
}

// How likely honest players show as much, in numbers that can be pictured.
function evidenceNote(evidence, baseRates) {
  if (DATA.run.no_models) return null;
  if (!evidence) return el('p', { class: 'note' }, 'How rare this is among honest players is said only of rated players with a hundred such choices.');
  const among = (count) => (count >= 0.95 ? fixed(count, 0) : count >= 0.01 ? fixed(count, 2) : '0.01');
  const rarity = evidence.p >= 0.1 ? 'Nothing rare among honest players'
    : evidence.p >= 0.001 ? 'Of honest players at most one in ' + Math.floor(1 / evidence.p) + ' shows as much'
      : 'Of honest players fewer than one in 1000 show as much, by extrapolation,';
  const reached = (threshold) => (threshold.reached ? 'reached' : 'not reached');
  return [
    el('p', {}, rarity + ' in the rarest of three figures: z of matches, z of engine likeness and z of losses. ' +
      'If all of the ' + plural(evidence.looked_at, 'player') + ' looked at were honest, ' + 'of ' + plural(evidence.looks, 'look') + ' at players and their events at most ' + among(evidence.expected) + ' would be expected to show it.'),
    el('p', {}, 'Screening (at most one honest player in ' + Math.round(1 / evidence.screening.threshold) + '): ' + reached(evidence.screening) +
      '. Reporting (in at most one of ' + Math.round(1 / (evidence.reporting.threshold * evidence.looks)) + ' such reports would any honest player reach it): ' + reached(evidence.reporting) +
      '. Neither says why, and both are extrapolated: they were checked on 164 honest players, among whom nobody reached them. ' +
      'Not to reach them clears nobody: over a hundred moves even help with every one of them may not show.'),
    baseRateNote(baseRates),
  ];
}

// What the threshold of screening says of who reaches it, by how many have help at all.
function baseRateNote([first, ...others]) {
  const count = (number) => fixed(number, 1).replace(/\.0$/, '');
  const oneIn = (rate) => 'one player in ' + Math.round(rate.players / rate.helped);
  const rightly = (rate) => fixed(100 * rate.rightly, 0) + ' %';
  return el('p', {}, 'How many have help no figure knows; these shares are assumptions, not findings. If ' + oneIn(first) + ' had help of a kind that is seen in ' +
    fixed(100 * first.found / first.helped, 0) + ' of 100 cases, of ' + first.players + ' players looked at as often as here ' + count(first.helped) +
    ' would have help, of whom ' + count(first.found) + ' would reach screening, and with them up to ' + count(first.false_alarms) + ' of the honest: of those who reach it ' +
    rightly(first) + ' would have help' + others.map((rate) => '; if ' + oneIn(rate) + ', ' + rightly(rate)).join('') + '. The others would be honest.');
}

const zOr = (score) => (score ? zText([score.value, score.low, score.high]) : null);
const orWithheld = (text) => el('td', text === null ? { class: 'withheld' } : {}, text === null ? 'withheld' : text);

// A player's events, alone and beside everybody else there.
function playerEvents(events) {
  if (!events || !events.length) return null;
  const beside = (event, key) => orWithheld(event.beside_field && zOr(event.beside_field[key]));
  const threshold = (evidence) => (evidence === null ? 'as the player’s'
    : evidence.reporting.reached ? 'reporting' : evidence.screening.reached ? 'screening' : 'neither');
  return [
    el('h3', {}, 'In single events'),
    el('p', {}, 'Of events with a hundred such choices. The last columns are less what everybody else’s choices there say of the event: ' +
      'ratings that are off for a whole event raise, or lower, everybody in it.'),
    table('Choices in each event beside those of people of the same rating, and beside everybody else there.',
      ['Event', 'Games', 'Choices', 'z of matches', 'z of engine likeness', 'z of losses', 'Threshold reached', 'Beside the others: z of matches', 'z of engine likeness', 'z of losses'],
      events.map((event) => row(event.event,
        el('td', {}, event.games), el('td', {}, event.z ? event.z.of : ''),
        orWithheld(zOr(event.z)), orWithheld(event.engine_like && zOr(event.engine_like.z)), orWithheld(zOr(event.deep_loss)),
        el('td', {}, threshold(event.evidence)),
        beside(event, 'z'), beside(event, 'engine_like'), beside(event, 'deep_loss')))),
  ];
}

// Columns for the table of events: everybody there beside honest play at large.
function eventColumns() {
  if (DATA.run.no_models) return [];
  const column = (key, name) => ({
    name, title: 'Everybody’s choices less those of people of their ratings, in deviations of honest players: far from 0, ratings here are off.',
    value: (event) => { const found = event.choices && event.choices[key]; return found ? found.value : null; },
    cell: (event) => orWithheld(event.choices && zOr(event.choices[key])),
  });
  return [column('z', 'z of matches'), column('engine_like', 'z of engine likeness'), column('deep_loss', 'z of losses')];
}
