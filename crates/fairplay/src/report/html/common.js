// How rare figures are among average players from before 1990, and what is compared with.

function referenceNote() {
  const { reference, no_reference: reason } = DATA.run;
  if (!reference) return el('p', { class: 'note' }, say(TEXT.reference.none, { reason }));
  const out = reference.left_out;
  const made = say(TEXT.reference.made, { games: counted(reference.made.games, TEXT.noun.game), players: counted(reference.players, TEXT.noun.player) });
  const without = say(TEXT.reference.left_out, { players: counted(out.players, TEXT.noun.player), sides: counted(out.sides, TEXT.noun.side) });
  return [el('p', {}, out.sides ? made + ' ' + without : made), noiseNote(reference.better_than_best_noise)];
}

// How much of "better than the best" is noise.
function noiseNote(noise) {
  if (!noise) return null;
  const text = ({ share }) => sentence('share', [share.share, share.low, share.high, share.of, share.count]);
  const marked = noise.gains.find((gain) => gain.at_least_cp >= 50);
  return el('p', {}, say(TEXT.reference.noise, { least: text(noise.gains[0]), marked: text(marked), remarkable: noise.remarkable_cp }));
}

function commonSection(player) {
  const c = player.common;
  if (!DATA.run.reference) return referenceNote();
  if (!c) return el('p', { class: 'note' }, TEXT.reference.nothing);
  const line = (name, text, share) => row(name, el('td', { class: 'text' }, text), el('td', {}, countOf('share', [null, null, null, share.of, share.count])),
    el('td', {}, full('share', share.share), small(reach('share', [share.low, share.high]))));
  const hasBook = DATA.run.book.some(([name, value]) => name !== 'book plies' || value !== '0');
  return [
    el('p', {}, hasBook ? TEXT.reference.note : TEXT.reference.note + ' ' + TEXT.reference.no_book),
    el('p', {}, say(TEXT.reference.sample, { least: Math.ceil(c.sample_moves / 2), most: c.sample_moves })),
    table(TEXT.reference.caption,
      [TEXT.figures.figure, textHead(TEXT.reference.as_far), TEXT.reference.players, TEXT.reference.share], [
        line(TEXT.figure_name.mm, TEXT.reference.higher, c.first_choice),
        line(TEXT.figure_name.cv, TEXT.reference.higher, c.equal),
        line(TEXT.figure_name.ae, TEXT.reference.lower, c.average_error),
        line(TEXT.figure_name.acpl, TEXT.reference.lower, c.capped_loss),
      ]),
    el('p', {}, say(TEXT.reference.expected, {
      players: counted(c.compared, TEXT.noun.player), expected: fixed(c.expected_if_average, c.expected_if_average < 1 ? 3 : 1),
    })),
  ];
}
