// Moving on a board: by click or tap, or by drawing a man; after `board_view.js`.

const DRAG = 6;

// Lets a board's men be moved. `legal` has a legal move each, {from, to, promoted, ...}; `made`
// gets the one that was made. Gives what ends it.
function letMove(view, legal, made) {
  let [picked, drag] = [null, null];
  const promotion = el('div', { class: 'controls promotion', role: 'group', 'aria-label': TEXT.board.promote, hidden: true });
  view.place.after(promotion);
  const from = (square) => legal.filter((move) => move.from === square);
  const pick = (square) => {
    picked = square;
    view.draw({ picked, targets: from(square).map((move) => move.to) });
  };
  const drop = () => {
    picked = null;
    promotion.hidden = true;
    view.draw();
  };
  function finish(moves) {
    drop();
    if (moves.length === 1) {
      made(moves[0]);
      return;
    }
    promotion.replaceChildren(...moves.map((move) => el('button', {
      type: 'button',
      onclick: () => {
        promotion.hidden = true;
        made(move);
      },
    }, TEXT.board['man_' + move.promoted.toLowerCase()])));
    promotion.hidden = false;
    promotion.firstChild.focus();
  }
  const at = (event) => squareAt(view.place.firstChild, event, view.isFlipped);

  function press(event) {
    const square = at(event);
    if (!square || event.button) return;
    const moves = picked ? from(picked).filter((move) => move.to === square) : [];
    if (moves.length) finish(moves);
    else if (square === picked || !from(square).length) drop();
    else {
      pick(square);
      drag = { square, x: event.clientX, y: event.clientY, man: null };
      view.place.setPointerCapture(event.pointerId);
    }
  }
  function pull(event) {
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
    const board = view.place.firstChild;
    const [x, y] = cornerOf(drag.square, view.isFlipped);
    drag.man = drag.man || [...board.querySelectorAll('.man')].find((man) => man.getAttribute('transform') === 'translate(' + x + ' ' + y + ')');
    const unit = 360 / board.getBoundingClientRect().width;
    if (drag.man) drag.man.setAttribute('transform', 'translate(' + (x + (event.clientX - drag.x) * unit) + ' ' + (y + (event.clientY - drag.y) * unit) + ')');
  }
  function release(event) {
    const dragged = drag && drag.man;
    const square = drag && drag.square;
    drag = null;
    if (!dragged) return;
    const moves = from(square).filter((move) => move.to === at(event));
    if (moves.length) finish(moves);
    else pick(square);
  }
  const cancel = () => {
    drag = null;
    drop();
  };
  const listeners = { pointerdown: press, pointermove: pull, pointerup: release, pointercancel: cancel };
  for (const [name, listener] of Object.entries(listeners)) view.place.addEventListener(name, listener);
  view.mover = true;
  view.root.classList.add('movable');
  return () => {
    for (const [name, listener] of Object.entries(listeners)) view.place.removeEventListener(name, listener);
    promotion.remove();
    view.mover = null;
    view.root.classList.remove('movable');
  };
}
