// Which page of a file is shown: #/ is the first, #/KIND/ID/PLACE another, such as
// #/player/INDEX or #/game/ID/PLY.

const page = document.getElementById('page');
let shown = null;
let open = null;

// A page whose details are packed takes a moment: what was asked for last is shown.
let asked = 0;

async function route() {
  const number = ++asked;
  const [kind, id, place] = location.hash.replace(/^#\/?/, '').split('/');
  const name = kind + '/' + id;
  if (shown !== name) {
    const made = PAGES[kind] ? await PAGES[kind](Number(id)) : null;
    if (number !== asked) return;
    open = made || PAGES.home();
    turn(made ? name : '', open.content || open);
  }
  if (open.show) open.show(Number(place) || 0);
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
  const act = open && open.keys && open.keys[event.key];
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    || ['INPUT', 'TEXTAREA', 'SELECT'].includes(event.target.tagName);
  if (!act || busy) return;
  event.preventDefault();
  act();
});

window.addEventListener('unhandledrejection', (event) => report(event.reason.message));
route().then(() => { document.body.dataset.ready = 'yes'; });
