// A mistake to try again: the position before it, a move made on the board, and hints.

// `answers` is [[coordinates, SAN, what it loses of the chances, is right], ...].
function retryOf(fault, isWhite, look, done) {
  const say = el('p', { 'aria-live': 'polite' }, (isWhite ? 'White' : 'Black') + ' to move. Find a better move: click its square and then where it goes, or type it.');
  const steps = el('ol', { class: 'hints' });
  const more = el('button', { type: 'button' }, 'Hint');
  const input = el('input', { type: 'text', 'aria-label': 'Your move', placeholder: 'Nf3 or g1f3', autocomplete: 'off', size: 10 });
  const plain = (text) => text.replace(/[+#x=]/g, '').toLowerCase();
  let from = null;

  function judge(answer) {
    const [, san, drop, isRight] = answer;
    const loss = drop < 0.0005 ? '' : ' It costs ' + fixed(100 * drop, 1) + ' points of winning chance.';
    say.textContent = isRight ? san + ' is right.' + loss : san + ' is not it.' + loss + ' Try another.';
    say.className = isRight ? 'right' : 'wrong';
    if (isRight) done();
  }
  function type() {
    const text = input.value.trim().replace(/^0-0(-0)?/, (castling) => castling.replace(/0/g, 'O'));
    if (!text) return;
    const found = fault.answers.filter(([uci, san]) => uci === text.toLowerCase() || san.replace(/[+#]/g, '') === text.replace(/[+#]/g, ''));
    const near = found.length ? found : fault.answers.filter(([, san]) => plain(san) === plain(text));
    if (near.length === 1) judge(near[0]);
    else say.textContent = near.length ? '“' + text + '” can be several moves.' : '“' + text + '” is no legal move here.';
  }
  // Squares as 'e4'. A pawn that promotes becomes a queen: type the move for another piece.
  function pick(square) {
    const starts = fault.answers.filter(([uci]) => uci.startsWith(square));
    const ends = from ? fault.answers.filter(([uci]) => uci.startsWith(from + square)) : [];
    if (ends.length) {
      judge(ends.find(([uci]) => uci.length === 4 || uci.endsWith('q')) || ends[0]);
      from = null;
    } else from = starts.length ? square : null;
    look(fault.before, null, from);
  }
  more.addEventListener('click', () => {
    const next = steps.children.length;
    if (next < fault.hints.length) steps.append(el('li', {}, fault.hints[next]));
    more.disabled = next + 1 >= fault.hints.length;
  });
  const form = el('form', { class: 'controls' }, input, el('button', { type: 'submit' }, 'Try'), more);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    type();
  });
  return { content: [say, form, steps], pick, focus: () => input.focus() };
}
