// Several engines beside each other.

// A player's figures, or everybody's, by each member.
function juryFigures(of) {
  const names = of.members.map((_, index) => DATA.jury.engines[index].engine);
  const moves = counted(of.majorities, TEXT.noun.counted_move);
  const majority = of.majority
    ? say(TEXT.jury.majority, { moves, share: sentence('share', of.majority) })
    : say(TEXT.jury.majority_withheld, { moves });
  return [mainTable(TEXT.jury.caption, names, of.members, PART_MEASURES), el('p', {}, majority)];
}

function jurySection() {
  const { engines, apart } = DATA.jury;
  const text = (content) => el('td', { class: 'text' }, content);
  const stamps = engines.map((stamp, index) => {
    const [records, matches, losses, loss] = apart.engines[index];
    return row(stamp.engine, text(stamp.version), text(stamp.settings), el('td', {}, records), el('td', {}, matches),
      el('td', {}, loss === null ? TEXT.jury.none : fixed(loss, 1), small(counted(losses, TEXT.noun.move))));
  });
  const share = (name, e) => row(name, el('td', {}, e ? [full('share', e[0]), small(countOf('share', e)), small(interval('share', e))] : TEXT.jury.none));
  const mean = (name, value) => row(name, el('td', {}, value === null ? withheld(apart.spreads, DATA.field.gate) : [fixed(value, 1), small(counted(apart.spreads, TEXT.noun.move))]));
  return [
    el('p', {}, TEXT.jury.note),
    table(TEXT.jury.members_caption,
      [TEXT.jury.engine, textHead(TEXT.jury.version), textHead(TEXT.jury.search), TEXT.jury.records, TEXT.choices.matches, TEXT.jury.loss], stamps),
    el('h3', {}, TEXT.jury.everybody),
    juryFigures(DATA.jury),
    el('h3', {}, TEXT.jury.apart),
    table(say(TEXT.jury.apart_caption, { moves: counted(apart.moves, TEXT.noun.counted_move) }), ['', TEXT.jury.moves], [
      share(TEXT.jury.differing, apart.differing),
      share(TEXT.jury.contested, apart.contested),
      share(TEXT.jury.agreeing, apart.majorities),
      mean(TEXT.jury.spread, apart.spread),
      mean(TEXT.jury.median, apart.median),
    ]),
  ];
}
