// The moves of a game, to go to: two columns, signs, and why a move is left out.

// Plies have n, w, name, san, href, and perhaps mark ({glyph, text}) and note, a readable word
// or two: it is read out with the move, and shown under the list while the move is pointed at or
// has the focus.
function moveList(plies) {
  const note = el('p', { class: 'note move-note' });
  const idle = plies.some((ply) => ply.note) ? TEXT.moves.point : '';
  const tell = (text) => { note.textContent = text; };
  const links = plies.map((ply) => {
    const words = [ply.mark && ply.mark.text, ply.note].filter(Boolean).join('; ');
    const link = el('a', { href: ply.href, class: [ply.mark ? 'marked' : '', ply.note ? 'out' : ''].join(' ').trim() || null },
      ply.san, ply.mark ? el('span', { class: 'glyph', 'aria-hidden': 'true' }, ply.mark.glyph) : null,
      words ? el('span', { class: 'sr' }, ', ' + words) : null);
    const show = () => tell(ply.name + ': ' + (words || TEXT.moves.plain));
    for (const name of ['mouseenter', 'focus']) link.addEventListener(name, show);
    for (const name of ['mouseleave', 'blur']) link.addEventListener(name, () => tell(idle));
    return link;
  });
  tell(idle);
  const rows = [];
  plies.forEach((ply, index) => {
    if (ply.w || !index) rows.push([el('span', { class: 'number' }, ply.n + '.'), ply.w ? null : el('span', {}, '…')]);
    rows[rows.length - 1].push(links[index]);
  });
  const list = el('nav', { class: 'moves', 'aria-label': TEXT.moves.label },
    el('ol', {}, rows.map((cells) => el('li', {}, cells))));
  return {
    root: el('div', { class: 'move-list' }, list, idle || plies.some((ply) => ply.mark) ? note : null),
    // Marks the ply in view, counted from 1, and brings it into the list's window.
    move(at) {
      links.forEach((link, index) => (index === at - 1 ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')));
      const current = links[at - 1];
      if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    },
  };
}
