// The page of an explained move.

PAGES.home = () => {
  const place = el('div');
  const look = (placement, before) => place.replaceChildren(board(placement, before, 'Board'));
  look(DATA.board, null);
  const shown = DATA.lines ? (DATA.same ? DATA.lines.slice(0, 1) : DATA.lines) : [];
  const back = el('button', { type: 'button', onclick: () => look(DATA.board, null) }, 'The position');
  return [
    el('h1', {}, shown.length ? shown[0].name : 'The position'),
    el('div', { class: 'game' },
      el('div', {}, place, el('div', { class: 'controls' }, back)),
      el('div', {}, el('ul', { class: 'reasons' }, DATA.sentences.map((text) => el('li', {}, text))),
        DATA.stopped ? el('p', {}, 'Stopped: this is what is known so far.') : null,
        shown.map((one) => [el('h2', {}, one.name + ' ' + scoreOf(one.score)), lineOf(one.line, DATA.board, look)]),
        DATA.bars ? featureBars(DATA.bars, DATA.lines.map((one) => one.name)) : null)),
  ];
};
