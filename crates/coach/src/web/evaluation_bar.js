// The evaluation beside a board: White's share from White's side of the board up.

function evaluationBar() {
  const [share, number] = [el('div', { class: 'share' }), el('span', {})];
  const root = el('div', { class: 'evaluation', role: 'img' }, share, number);
  return {
    root,
    // A score from White's side; nothing where none is known.
    show(score, isFlipped) {
      const chance = score ? chanceOf(score) : 0.5;
      const text = score ? scoreOf(score) : '';
      root.classList.toggle('flipped', isFlipped);
      root.classList.toggle('unknown', !score);
      root.classList.toggle('behind', chance < 0.5);
      share.style.height = 100 * chance + '%';
      number.textContent = text;
      root.setAttribute('aria-label', score ? say(TEXT.board.evaluation, { score: text }) : TEXT.board.no_evaluation);
    },
  };
}
