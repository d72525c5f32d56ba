// Choices beside what people of the rating and engines would choose.

const zText = ([value, low, high]) => say(TEXT.choices.interval, { value: fixed(value, 1), low: fixed(low, 1), high: fixed(high, 1) });
const zCell = ([value, low, high], about) => el('td', {}, fixed(value, 1), small(between(fixed(low, 1), fixed(high, 1))), small(about));
const eloText = (value) => String(Math.round(value));

// Columns for the table of players.
function choiceColumns() {
  if (DATA.run.no_models) return [];
  const column = (key, name, title, value, cellOf) => ({
    name, title,
    value: (player) => { const found = player.brief.choices[key]; return found ? value(found) : null; },
    cell: (player) => { const found = player.brief.choices[key]; return found ? cellOf(found) : orWithheld(null); },
  });
  const z = ([, , score]) => score[0];
  const made = ([share, expected, score]) =>
    zCell(score, say(TEXT.choices.made, { count: share[4], all: share[3], expected: full('share', expected) }));
  const mean = ([value, expected, score]) =>
    zCell(score, say(TEXT.choices.mean, { value: fixed(value, 3), expected: fixed(expected, 3) }));
  return [
    column('matches', TEXT.choices.z_matches, TEXT.choices.z_matches_text, z, made),
    column('engine_like', TEXT.choices.z_engine_like, TEXT.choices.z_engine_like_text, z, made),
    column('deep_loss', TEXT.choices.z_losses, TEXT.choices.z_losses_text, z, mean),
    column('intrinsic', TEXT.figure_name.intrinsic, TEXT.figure.intrinsic, ([value]) => value, ([value, low, high, choices]) =>
      el('td', {}, eloText(value), small(between(eloText(low), eloText(high))), small(counted(choices, TEXT.noun.choice)))),
  ];
}

// Of one player, or of both sides of a game.
function choiceSection(names, all) {
  if (DATA.run.no_models) return el('p', { class: 'note' }, say(TEXT.choices.no_models, { reason: DATA.run.no_models }));
  const found = all.map((figures) => figures.choices);
  if (!found.some((f) => f.matches || f.intrinsic)) return el('p', { class: 'note' }, TEXT.choices.nothing);
  const line = (name, title, pick) => row(el('span', { title }, name), found.map((f) => orWithheld(pick(f))));
  const share = (key) => (f) => f[key] && say(TEXT.choices.count, { count: f[key][0][4], all: f[key][0][3], share: full('share', f[key][0][0]) });
  const expected = (key) => (f) => f[key] && full('share', f[key][1]);
  const z = (key) => (f) => f[key] && zText(f[key][2]);
  const intrinsic = ([value, low, high, choices]) => say(TEXT.choices.intrinsic_count,
    { value: eloText(value), low: eloText(low), high: eloText(high), choices: counted(choices, TEXT.noun.choice) });
  return [
    el('p', {}, TEXT.choices.note),
    table(TEXT.choices.caption, ['', ...names], [
      line(TEXT.choices.rating, TEXT.choices.rating_text, (f) => (f.rated === null ? null : eloText(f.rated))),
      line(TEXT.choices.matches, null, share('matches')),
      line(TEXT.choices.expected, TEXT.choices.expected_text, expected('matches')),
      line(TEXT.choices.z_matches, null, z('matches')),
      line(TEXT.choices.engine_like, TEXT.choices.engine_like_text, share('engine_like')),
      line(TEXT.choices.expected, TEXT.choices.expected_text, expected('engine_like')),
      line(TEXT.choices.z_engine_like, TEXT.choices.z_engine_like_all, z('engine_like')),
      line(TEXT.choices.loss, TEXT.choices.loss_text, (f) => f.deep_loss && fixed(f.deep_loss[0], 3)),
      line(TEXT.choices.expected, TEXT.choices.expected_text, (f) => f.deep_loss && fixed(f.deep_loss[1], 3)),
      line(TEXT.choices.z_losses, TEXT.choices.z_losses_sign, (f) => f.deep_loss && zText(f.deep_loss[2])),
      line(TEXT.figure_name.intrinsic, TEXT.choices.intrinsic_text, (f) => f.intrinsic && intrinsic(f.intrinsic)),
    ]),
  ];
}

const zOr = (score) => (score ? zText([score.value, score.low, score.high]) : null);

// A player's events, alone and beside everybody else there.
function playerEvents(events) {
  if (!events || !events.length) return null;
  const names = [TEXT.choices.z_matches, TEXT.choices.z_engine_like, TEXT.choices.z_losses];
  const beside = (event, key) => orWithheld(event.beside_field && zOr(event.beside_field[key]));
  return [
    el('h3', {}, TEXT.choices.in_events),
    el('p', {}, TEXT.choices.in_events_note),
    table(TEXT.choices.in_events_caption,
      [TEXT.choices.event, TEXT.choices.games, TEXT.choices.number, ...names, TEXT.choices.threshold, ...names.map((name) => say(TEXT.choices.beside_others, { name }))],
      events.map((event) => row(event.event,
        el('td', {}, event.games), el('td', {}, event.z ? event.z.of : ''),
        orWithheld(zOr(event.z)), orWithheld(event.engine_like && zOr(event.engine_like.z)), orWithheld(zOr(event.deep_loss)),
        el('td', {}, reachedText(event.evidence)),
        beside(event, 'z'), beside(event, 'engine_like'), beside(event, 'deep_loss')))),
  ];
}

// Columns for the table of events: everybody there beside honest play at large.
function eventColumns() {
  if (DATA.run.no_models) return [];
  const column = (key, name) => ({
    name, title: TEXT.choices.event_column,
    value: (event) => { const found = event.choices && event.choices[key]; return found ? found.value : null; },
    cell: (event) => orWithheld(event.choices && zOr(event.choices[key])),
  });
  return [column('z', TEXT.choices.z_matches), column('engine_like', TEXT.choices.z_engine_like), column('deep_loss', TEXT.choices.z_losses)];
}
