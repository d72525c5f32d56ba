// A board in a page: the drawing, the evaluation bar beside it, and what turns and moves it.

const SWIPE = 30;

// `step(by)` is called for a swipe over the board and a tap on its left or right half, where
// nothing on it may be moved; without it they do nothing.
function boardView({ step = null, hasBar = true } = {}) {
  const place = el('div', { class: 'board-place' });
  const bar = hasBar ? evaluationBar() : null;
  const root = el('div', { class: 'board-view', tabindex: 0, role: 'group', 'aria-label': TEXT.board.label }, bar && bar.root, place);
  const view = { root, place, isFlipped: false, mover: null, show, draw, flip };
  let shown = null;

  function draw(more) {
    if (shown) place.replaceChildren(boardDrawing({ ...shown, ...more, isFlipped: view.isFlipped }));
  }
  // See `boardDrawing`; `score`, {cp} or {mate} from White's side, is what the bar shows.
  function show(position) {
    shown = position;
    draw();
    if (bar) bar.show(position.score, view.isFlipped);
  }
  function flip() {
    view.isFlipped = !view.isFlipped;
    if (shown) show(shown);
  }

  let begin = null;
  place.addEventListener('pointerdown', (event) => {
    begin = view.mover ? null : [event.clientX, event.clientY];
  });
  place.addEventListener('pointerup', (event) => {
    if (!begin || !step) return;
    const [across, down] = [event.clientX - begin[0], event.clientY - begin[1]];
    begin = null;
    if (Math.abs(across) >= SWIPE && Math.abs(across) > 1.5 * Math.abs(down)) step(across < 0 ? 1 : -1);
    else if (event.pointerType !== 'mouse' && Math.hypot(across, down) < SWIPE / 3) {
      const box = place.getBoundingClientRect();
      step(event.clientX < box.left + box.width / 2 ? -1 : 1);
    }
  });
  return view;
}

const boardButton = (label, sign, act) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, sign);

// The buttons under a board. `go` is {first, back, forward, last}, or nothing where there is
// nowhere to go; `more` are further buttons.
function boardControls(view, go, ...more) {
  const { first, back, forward, last, turn } = TEXT.board;
  return el('div', { class: 'controls' },
    go ? [boardButton(first, '|◂', go.first), boardButton(back, '◂', go.back), boardButton(forward, '▸', go.forward), boardButton(last, '▸|', go.last)] : null,
    boardButton(turn, '⇅', view.flip), more);
}

// What the keys of a page with a board do.
const boardKeys = (view, go) => ({
  ...(go ? { ArrowLeft: go.back, ArrowRight: go.forward, Home: go.first, End: go.last } : {}),
  f: view.flip,
});

// What the arrows mean, each kind with its text.
const arrowKey = (kinds = [['played', TEXT.board.arrow_played], ['first', TEXT.board.arrow_first]]) => el('ul', { class: 'key arrows' }, kinds.map(([kind, text]) =>
  el('li', {}, svg('svg', { class: 'board', viewBox: '0 0 42 22', 'aria-hidden': 'true' },
    svg('g', { transform: 'translate(-30 -11)' }, arrowDrawing(['a8', 'b8', kind], false))), text)));
