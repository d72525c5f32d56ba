// Which page is shown: #/, #/player/INDEX or #/game/ID/PLY.

const page = document.getElementById('page');
let shown = null;
let open = null;

function route() {
  const [kind, id, ply] = location.hash.replace(/^#\/?/, '').split('/');
  const name = kind + '/' + id;
  if (kind === 'game' && shown !== name) open = gamePage(Number(id));
  if (kind === 'game' && open) {
    if (shown !== name) turn(name, open.content);
    open.show(Number(ply) || 0);
    return;
  }
  open = null;
  const player = kind === 'player' ? playerPage(Number(id)) : null;
  if (player) turn(name, player);
  else turn('', eventPage());
}

function turn(name, content) {
  const again = shown !== null;
  shown = name;
  page.replaceChildren(...content.flat(Infinity).filter((node) => node !== null && node !== undefined));
  if (!again) return;
  window.scrollTo(0, 0);
  page.focus({ preventScroll: true });
}

window.addEventListener('hashchange', route);
window.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.tagName === 'INPUT';
  if (!step || !open || busy) return;
  event.preventDefault();
  open.step(step);
});

try {
  route();
  document.body.dataset.ready = 'yes';
} catch (error) {
  report(error.message);
}
