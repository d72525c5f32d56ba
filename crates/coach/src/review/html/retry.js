// A mistake to try again: the position before it, a move made on the board, and hints.

// `fault.answers` is [[coordinates, word, what it loses of the chances, is right], ...]; the
// board of `view` shows the position, and lets its men be moved until the trial ends.
function retryOf(fault, isWhite, view) {
  const told = el('p', { 'aria-live': 'polite' }, say(TEXT.retry.find, { side: isWhite ? TEXT.board.white : TEXT.board.black }));
  const steps = el('ol', { class: 'hints' });
  const more = el('button', { type: 'button' }, TEXT.retry.hint);
  const input = el('input', { type: 'text', 'aria-label': TEXT.retry.your_move, placeholder: TEXT.retry.example, autocomplete: 'off', size: 10 });
  const answers = fault.answers.map(([uci, word, drop, isRight]) => ({ ...readMove(word), uci, drop, isRight }));
  const plain = (text) => text.replace(/[+#x=]/g, '').toLowerCase();

  function judge({ san, drop, isRight }) {
    const cost = drop < 0.0005 ? [] : [say(TEXT.review.costs, { points: fixed(100 * drop, 1) })];
    const parts = isRight ? [say(TEXT.retry.right, { move: san }), ...cost] : [say(TEXT.retry.wrong, { move: san }), ...cost, TEXT.retry.another];
    told.textContent = parts.join(' ');
    told.className = isRight ? 'right' : 'wrong';
    if (isRight) end();
  }
  function type() {
    const text = input.value.trim().replace(/^0-0(-0)?/, (castling) => castling.replace(/0/g, 'O'));
    if (!text) return;
    const found = answers.filter(({ uci, san }) => uci === text.toLowerCase() || san.replace(/[+#]/g, '') === text.replace(/[+#]/g, ''));
    const near = found.length ? found : answers.filter(({ san }) => plain(san) === plain(text));
    if (near.length === 1) judge(near[0]);
    else told.textContent = say(near.length ? TEXT.retry.several : TEXT.retry.illegal, { text });
  }
  const end = letMove(view, answers, judge);
  more.addEventListener('click', () => {
    const next = steps.children.length;
    if (next < fault.hints.length) steps.append(el('li', {}, fault.hints[next]));
    more.disabled = next + 1 >= fault.hints.length;
  });
  const form = el('form', { class: 'controls' }, input, el('button', { type: 'submit' }, TEXT.retry.try), more);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    type();
  });
  return { content: [told, form, steps], end, focus: () => input.focus() };
}
