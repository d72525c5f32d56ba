// The board of the service: a position or game is set up, moves are made, and the service says
// which are legal, what the position is worth and why a move is good or bad.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const SETTLE_MS = 250;

// The moves of a PGN text as it is written, and the position of its tag FEN; the service judges
// them. Comments, variations, numbers and signs are left away.
function readPgn(text) {
  const fen = text.match(/\[FEN\s+"([^"]*)"\]/);
  let moves = text.replace(/^\s*\[.*\]\s*$/gm, ' ').replace(/\{[^}]*\}/g, ' ').replace(/;.*$/gm, ' ');
  for (let before = null; before !== moves;) {
    before = moves;
    moves = moves.replace(/\([^()]*\)/g, ' ');
  }
  const names = moves.replace(/\d+\.+/g, ' ').replace(/\$\d+/g, ' ').split(/\s+/).filter(Boolean);
  const end = names.findIndex((name) => /^(1-0|0-1|1\/2-1\/2|\*)$/.test(name));
  return { fen: fen ? fen[1] : START, moves: (end < 0 ? names : names.slice(0, end)).map((name) => name.replace(/[!?]+$/, '')) };
}

// The squares whose men are others in two positions.
function changed(before, after) {
  const [one, other] = [menOf(before), menOf(after)];
  return one.flatMap((man, index) => (man === other[index] ? [] : [squareName(index)]));
}

PAGES.board = () => {
  const game = { fen: START, moves: [], known: new Map() };
  const place = {
    list: el('div'), name: el('h2', { class: 'move-name', 'aria-live': 'polite' }), told: el('div'), buttons: el('div', { class: 'controls' }), notes: el('div', { class: 'notes' }), bars: el('div', { class: 'bars' }),
  };
  let [at, endMoves, list, asked, waiting] = [0, null, null, 0, null];
  // A step counts from where the last one leads, shown or not.
  const to = (ply) => {
    at = Math.max(0, Math.min(game.moves.length, ply));
    const next = '#/board/0/' + at;
    if (location.hash === next) show(at);
    else location.hash = next;
  };
  const go = { first: () => to(0), back: () => to(at - 1), forward: () => to(at + 1), last: () => to(game.moves.length) };
  const view = boardView({ step: (by) => to(at + by) });
  const question = (ply) => (ply ? { fen: game.fen, moves: game.moves.slice(0, ply) } : { fen: game.fen });

  // What the service knows of the position after so many plies; asked for once.
  async function positionAt(ply) {
    const key = game.moves.slice(0, ply).join(' ');
    if (!game.known.has(key)) game.known.set(key, await ask('/v1/legal', question(ply)));
    return game.known.get(key);
  }
  function listMoves() {
    const [, turn, , , , number] = game.fen.split(' ');
    let [n, w] = [Number(number) || 1, turn !== 'b'];
    const plies = game.moves.map((san, index) => {
      const ply = { n, w, san, name: moveName({ n, w, san }), href: '#/board/0/' + (index + 1) };
      if (!w) n += 1;
      w = !w;
      return ply;
    });
    list = { ...moveList(plies), plies };
    place.list.replaceChildren(plies.length ? list.root : el('p', { class: 'note' }, TEXT.serve.make_moves));
  }
  function set(next) {
    Object.assign(game, next, { known: new Map() });
    listMoves();
  }
  const boardOf = (position) => position.fen.split(' ')[0];

  function look(ply, { score = null, reasons = [] } = {}) {
    if (endMoves) endMoves();
    endMoves = null;
    view.show({ board: ply.board, title: ply.san ? say(TEXT.board.after, { move: moveName(ply) }) : TEXT.board.position, marks: [ply.from, ply.to], arrows: [[ply.from, ply.to, 'played']], reasons, score });
  }
  function made(ply, { san }) {
    game.moves = [...game.moves.slice(0, ply), san];
    listMoves();
    to(game.moves.length);
  }
  async function explain(ply, more) {
    const number = ++asked;
    place.notes.replaceChildren(el('p', { role: 'status' }, TEXT.serve.thinking));
    try {
      const answer = await ask('/v1/explain', { ...question(ply), ...more });
      if (number === asked) place.notes.replaceChildren(...explanationView(answer, look).filter(Boolean), el('p', {}, el('button', { type: 'button', onclick: () => show(at) }, TEXT.serve.back_to_game)));
    } catch (refusal) {
      if (number === asked) place.notes.replaceChildren(refusalText(refusal));
    }
  }
  // Counts the position's bars once nobody steps on.
  function count(ply, number, shown) {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      try {
        const answer = await ask('/v1/eval', question(ply));
        if (number !== asked) return;
        view.show({ ...shown, score: { cp: answer.white_cp } });
        place.bars.replaceChildren(evaluationView(answer));
      } catch (refusal) {
        if (number === asked) place.bars.replaceChildren(refusalText(refusal));
      }
    }, SETTLE_MS);
  }
  async function show(ply) {
    const number = ++asked;
    ply = Math.max(0, Math.min(game.moves.length, ply));
    at = ply;
    const now = list.plies[ply - 1];
    place.told.replaceChildren();
    try {
      const position = await positionAt(ply);
      const before = ply ? await positionAt(ply - 1) : null;
      if (number !== asked) return;
      place.name.textContent = now ? now.name : TEXT.moves.start;
      list.move(ply);
      const shown = { board: boardOf(position), title: now ? say(TEXT.board.after, { move: now.name }) : TEXT.board.position, marks: before ? changed(boardOf(before), boardOf(position)) : [] };
      if (endMoves) endMoves();
      view.show({ ...shown, score: null });
      endMoves = letMove(view, position.moves.map(legalMove), (move) => made(ply, move));
      place.notes.replaceChildren();
      place.buttons.replaceChildren(...[
        now ? el('button', { type: 'button', onclick: () => explain(ply - 1, { played: now.san }) }, say(TEXT.serve.explain_move, { move: now.name })) : null,
        position.moves.length ? el('button', { type: 'button', onclick: () => explain(ply, {}) }, TEXT.serve.explain_best) : el('p', {}, TEXT.serve.over),
      ].filter(Boolean));
      count(ply, number, shown);
    } catch (refusal) {
      if (number === asked) place.told.replaceChildren(refusalText(refusal));
    }
  }
  const legalMove = ({ uci, san }) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), promoted: uci[4], san });

  const forms = setUpForms(async ({ fen, moves }, isLast) => {
    await ask('/v1/legal', moves.length ? { fen, moves } : { fen });
    if (!isLast()) return;
    set({ fen, moves });
    to(game.moves.length);
  });
  listMoves();
  const content = [
    el('h1', { class: 'sr' }, TEXT.serve.title),
    signIn.place,
    el('div', { class: 'game' },
      el('div', { class: 'at-board' }, view.root, boardControls(view, go), el('p', { class: 'note' }, TEXT.serve.bar), forms),
      el('div', { class: 'beside' }, place.list, el('div', { class: 'headline' }, place.name, place.told, place.buttons), place.notes,
        el('details', { class: 'notes', open: true }, el('summary', {}, TEXT.serve.worth), place.bars))),
    jobsSection(),
  ].flat();
  return { content, show, keys: boardKeys(view, go) };
};
PAGES.home = PAGES.board;
if (!location.hash) history.replaceState(null, '', '#/board/0/0');

// The forms for a FEN and for a PGN; `setUp` gets {fen, moves} and whether nothing
// else was asked for since, and throws a Refusal.
function setUpForms(setUp) {
  const places = [];
  let tries = 0;
  const form = (id, label, input, read) => {
    const told = el('div');
    places.push(told);
    const made = el('form', { class: 'set-up' }, el('label', { for: id }, label), input, el('button', { type: 'submit' }, TEXT.serve.set_up), told);
    made.addEventListener('submit', async (event) => {
      event.preventDefault();
      for (const place of places) place.replaceChildren();
      const number = ++tries;
      try {
        await setUp(read(input.value), () => number === tries);
      } catch (refusal) {
        if (number === tries) told.replaceChildren(refusalText(refusal));
      }
    });
    return made;
  };
  const fen = el('input', { type: 'text', id: 'fen', required: true, autocomplete: 'off', spellcheck: 'false', placeholder: START });
  const pgn = el('textarea', { id: 'pgn', required: true, rows: 4, spellcheck: 'false', placeholder: '1. e4 e5 2. Nf3' });
  return [form('fen', TEXT.serve.fen, fen, (text) => ({ fen: text.trim(), moves: [] })), form('pgn', TEXT.serve.pgn, pgn, readPgn)];
}
