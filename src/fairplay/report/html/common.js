// How common figures are among honest players, and what is compared with.

function referenceNote() {
  const { reference, no_reference } = DATA.run;
  if (!reference) return el('p', { class: 'note' }, 'Nothing here says what is usual elsewhere: ' + no_reference + '.');
  const noise = reference.better_than_best_noise;
  return [
    el('p', {}, 'Compared with ' + reference.made.games + ' games of ' + plural(reference.players, 'player') +
      ' from before engines mattered, looked at in the same way.'),
    noise ? el('p', {}, 'Better-than-best moves: in games of the engine against itself with fewer nodes, which cannot be better than the best, ' +
      sentence('share', [noise.share, noise.low, noise.high, noise.of, noise.count]) + ' looked better. So much of it is noise.') : null,
  ];
}

function commonSection(player) {
  const c = player.common;
  if (!DATA.run.reference) return referenceNote();
  if (!c) return el('p', { class: 'note' }, 'Nothing is said of fewer than 3 games or too few moves.');
  const line = (name, text, share) => row(name, el('td', { class: 'text' }, text), el('td', {}, share.count + ' of ' + share.of),
    el('td', {}, full('share', share.share), small(bare('share', share.low) + ' to ' + full('share', share.high))));
  return [
    el('p', {}, 'A sample is games of one reference player with ' + Math.ceil(c.sample_moves / 2) + ' to ' + c.sample_moves +
      ' counted moves together; fewer moves spread wider, so that chance is rather over- than underestimated.'),
    table('How many samples of honest play agree with the engine as much as this player or more.',
      ['Figure', textHead('As far'), 'Samples', 'Share'], [
        line('MM (T1)', 'as high or higher', c.first_choice),
        line('CV', 'as high or higher', c.equal),
        line('AE', 'as low or lower', c.average_error),
        line('ACPL', 'as low or lower', c.capped_loss),
      ]),
    el('p', {}, 'Of ' + plural(c.looked_at, 'player') + ' looked at, up to ' + fixed(c.expected_by_chance, c.expected_by_chance < 1 ? 3 : 1) +
      ' are expected to show the rarest of these by chance alone. Four figures were looked at, and playing well is no evidence of anything.'),
  ];
}
