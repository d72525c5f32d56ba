// What is said of the move in view: a sentence, the engine's lines, and the rest on demand.

const inPawns = (cp) => fixed(cp / 100, 2);

function moveSentence(ply) {
  const { facts, record, name } = ply;
  if (!record || !facts) return say(TEXT.game.not_looked_at, { move: name });
  const slots = { move: name, choice: record.choice };
  if (facts.first) return say(TEXT.game.first, slots);
  if (facts.loss === null) {
    const looks = facts.looks.map(([loss, depth]) => say(TEXT.game.look, { loss: inPawns(loss), depth })).join(', ');
    return say(TEXT.game.uncertain, { ...slots, looks });
  }
  if (facts.loss === 0) return say(TEXT.game.equal, slots);
  return say(TEXT.game.loses, { ...slots, loss: inPawns(facts.loss) });
}

// A move of the engine's list with what follows it: of the first choice and the played move what
// their own searches say, which are deeper, of the others what the list's does.
function listedLines(ply) {
  const { record, w, n, before } = ply;
  const at = (moves) => ({ board: before, n, w, moves });
  const best = record.best_line || '';
  const firstOf = (words) => words.split(' ')[0];
  const entries = record.list.map(([words, score, depth, isPlayed]) => {
    const word = firstOf(words);
    const goesOn = firstOf(best) === word ? best : isPlayed && record.reply ? word + ' ' + record.reply : words;
    const white = whiteScore(score, w);
    const note = [isPlayed ? TEXT.game.played : null, depth < record.depths[2] ? say(TEXT.game.less_deep, { depth }) : null].filter(Boolean).join('; ');
    return { head: scoreOf(white), score: white, note, line: at(goesOn) };
  });
  const isListed = !best || record.list.some(([words]) => firstOf(words) === firstOf(best));
  const own = whiteScore(record.before, w);
  return isListed ? entries : [{ head: scoreOf(own), score: own, note: TEXT.game.alone, line: at(best) }, ...entries];
}

// What makes a move likelier for an engine or for people: the largest terms of the log ratio.
function contributions(ply) {
  if (!ply.chosen || !ply.chosen[5].length) return null;
  const signed = (value) => (value > 0 ? '+' : '') + fixed(value, 2);
  return table(say(TEXT.game.terms, { count: ply.chosen[5].length, ratio: signed(ply.chosen[3]) }),
    [TEXT.game.term, TEXT.game.nats], ply.chosen[5].map(([feature, value]) => row(DATA.features[feature], el('td', {}, signed(value)))));
}

// The figures of the move, for who wants them.
function moveFigures(ply) {
  const { facts, record, chosen, trend } = ply;
  const parts = [];
  if (facts && ply.counted) parts.push(say(TEXT.game.place, { rank: facts.rank }));
  if (facts && ply.counted && facts.better) parts.push(TEXT.game.better);
  if (chosen) {
    const [people, engines, rating] = chosen;
    parts.push(say(TEXT.game.would_play, { rating: eloText(rating), people: full('share', people), engines: full('share', engines) }));
  }
  if (trend) parts.push(say(TEXT.game['trend_' + trend[0]], { sure: full('share', trend[1]) }));
  if (record) {
    parts.push(say(TEXT.game.searched, {
      legal: counted(record.legal, TEXT.noun.legal_move),
      before: scoreOf(whiteScore(record.before, ply.w)),
      choice: record.choice || TEXT.game.no_choice,
      depth: record.depths[0],
      after: scoreOf(whiteScore(record.after, ply.w)),
      depth_after: record.depths[1],
    }));
  }
  const terms = contributions(ply);
  if (!parts.length && !terms) return null;
  return el('details', {}, el('summary', {}, TEXT.game.more), el('p', {}, parts.join(' ')), terms);
}

function timeNote(ply) {
  const parts = [
    ply.ms === null ? null : say(TEXT.game.took, { seconds: fixed(ply.ms / 1000, ply.ms < 10000 ? 1 : 0) }),
    Number.isFinite(ply.clock) ? say(TEXT.game.clock, { clock: clockText(ply.clock) }) : null,
  ].filter(Boolean);
  return parts.length ? el('p', { class: 'note' }, parts.join(' · ')) : null;
}

const moveHead = (ply) => [
  el('p', {}, moveSentence(ply), ply.left ? ' ' + say(TEXT.game.left_out, { reason: legendOf(ply.trace)[2] }) : null),
  timeNote(ply),
];

// `look(ply, entry)` shows a position of a line on the board.
function moveNotes(ply, look) {
  return [
    ply.record ? [el('h3', {}, TEXT.game.lines), lineList(listedLines(ply), look), el('p', { class: 'note' }, TEXT.game.lines_note)] : null,
    levels(ply),
    moveFigures(ply),
  ];
}
