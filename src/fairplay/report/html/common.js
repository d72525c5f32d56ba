// How rare figures are among average players from before 1990, and what is compared with.

function referenceNote() {
  const { reference, no_reference } = DATA.run;
  if (!reference) return el('p', { class: 'note' }, 'Nothing here says what is usual elsewhere: ' + no_reference + '.');
  const out = reference.left_out;
  return [
    el('p', {}, 'Compared with ' + reference.made.games + ' games of ' + plural(reference.players, 'player') +
      ' from before 1990, most of them average ones, looked at in the same way.' +
      (out.sides ? ' Of these, ' + plural(out.players, 'player') + ' and ' + plural(out.sides, 'side') +
        ' of games are left out, because they are in this report: nobody is compared with himself.' : '')),
    noiseNote(reference.better_than_best_noise),
  ];
}

// How much of "better than the best" is noise.
function noiseNote(noise) {
  if (!noise) return null;
  const least = noise.gains[0].share;
  const marked = noise.gains.find((gain) => gain.at_least_cp >= 50).share;
  const text = (share) => sentence('share', [share.share, share.low, share.high, share.of, share.count]);
  return el('p', {}, 'Better-than-best moves: in games of the engine against itself with fewer nodes, which cannot be better than the best, ' +
    text(least) + ' of the moves that were not first choices looked better by 10 centipawns or more, and ' + text(marked) +
    ' by 50 or more. So much of it is noise. A move is marked as better only from ' + noise.remarkable_cp +
    ' centipawns on, and where every pass agrees.');
}

function commonSection(player) {
  const c = player.common;
  if (!DATA.run.reference) return referenceNote();
  if (!c) return el('p', { class: 'note' }, 'Nothing is said of fewer than 3 games, of too few moves, or where too few reference players are left.');
  const line = (name, text, share) => row(name, el('td', { class: 'text' }, text), el('td', {}, share.count + ' of ' + share.of),
    el('td', {}, full('share', share.share), small(bare('share', share.low) + ' to ' + full('share', share.high))));
  const hasBook = DATA.run.book.some(([name, value]) => name !== 'book plies' || value !== '0');
  const noBook = hasBook ? ''
    : ' No book was given: moves from preparation count as agreement here, so that whoever is prepared comes out rarer than his play.';
  return [
    el('p', {}, 'This says how rare such figures are among average players from before 1990. It is no chance of anything: ' +
      'a strong honest player is rare among them, and ought to be.' + noBook),
    el('p', {}, 'A sample is one reference player: his games with ' + Math.ceil(c.sample_moves / 2) + ' to ' + c.sample_moves +
      ' counted moves together; fewer moves spread wider, so that rareness is rather under- than overestimated.'),
    table('How many reference players agree with the engine as much as this player or more.',
      ['Figure', textHead('As far'), 'Reference players', 'Share'], [
        line('MM (T1)', 'as high or higher', c.first_choice),
        line('CV', 'as high or higher', c.equal),
        line('AE', 'as low or lower', c.average_error),
        line('ACPL', 'as low or lower', c.capped_loss),
      ]),
    el('p', {}, 'If all of the ' + plural(c.compared, 'player') + ' compared were average players from before 1990, up to ' +
      fixed(c.expected_if_average, c.expected_if_average < 1 ? 3 : 1) +
      ' of them would be expected to show the rarest of these four figures. Players with too few games or moves are not counted.'),
  ];
}
