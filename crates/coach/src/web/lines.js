// Lines of moves that are played through on a board, by click, hover, touch or keys.

// `line` is one of `position.js`; `look(ply)` shows the board after a move of it.
function lineOf(line, look) {
  const moves = movesOf(line);
  const links = moves.map((ply, index) => {
    const show = () => {
      links.forEach((link) => link.removeAttribute('aria-current'));
      links[index].setAttribute('aria-current', 'true');
      look(ply);
    };
    const number = ply.w || !index ? ply.n + (ply.w ? '.' : '…') : '';
    const link = el('button', { type: 'button', class: 'ply', onclick: show }, number + ply.san);
    link.addEventListener('mouseenter', show);
    link.addEventListener('focus', show);
    link.addEventListener('keydown', (event) => {
      const next = { ArrowLeft: links[index - 1], ArrowRight: links[index + 1], Home: links[0], End: links[links.length - 1] };
      if (!(event.key in next)) return;
      event.preventDefault();
      event.stopPropagation();
      if (next[event.key]) next[event.key].focus();
    });
    return link;
  });
  return el('p', { class: 'line' }, links.flatMap((link) => [link, ' ']));
}

// Lines under each other: {head, note, line, ...} each; `look(ply, entry)` shows a position.
const lineList = (entries, look) => el('ul', { class: 'lines' }, entries.map((entry) =>
  el('li', {}, el('span', { class: 'score' }, entry.head), lineOf(entry.line, (ply) => look(ply, entry)), small(entry.note))));
