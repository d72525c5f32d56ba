// Lines of moves that are played through on a board, by click, hover, touch or keys.

// A line is [[number, is White’s, SAN, board after], ...]; `look(board, before)` shows a board.
function lineOf(moves, start, look) {
  const links = moves.map(([number, isWhite, san, after], index) => {
    const before = index ? moves[index - 1][3] : start;
    const show = () => {
      links.forEach((link) => link.removeAttribute('aria-current'));
      links[index].setAttribute('aria-current', 'true');
      look(after, before);
    };
    const name = (isWhite || !index ? number + (isWhite ? '.' : '…') : '') + san;
    const link = el('button', { type: 'button', class: 'ply', onclick: show }, name);
    link.addEventListener('mouseenter', show);
    link.addEventListener('focus', show);
    link.addEventListener('keydown', (event) => {
      const next = links[index + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] || 0)];
      if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (next) next.focus();
    });
    return link;
  });
  return el('p', { class: 'line' }, links.flatMap((link) => [link, ' ']));
}
