// Names that are explained on the spot: by hover, focus or tap, until Escape or another place.

const TIP = el('span', { class: 'tip', role: 'tooltip', id: 'tip' });
let explainedNow = null;

function hideTip() {
  if (!explainedNow) return;
  explainedNow.removeAttribute('aria-describedby');
  explainedNow = null;
  TIP.remove();
}

function showTip(name, text, link) {
  if (explainedNow === name) return;
  hideTip();
  explainedNow = name;
  name.setAttribute('aria-describedby', 'tip');
  TIP.replaceChildren(text, ...(link ? [' ', link] : []));
  // Right behind the name, so that the link is what the Tab key reaches next.
  name.after(TIP);
  placeTip();
}

function placeTip() {
  if (!explainedNow) return;
  const at = explainedNow.getBoundingClientRect();
  const { width, height } = TIP.getBoundingClientRect();
  const isAbove = at.bottom + height > innerHeight && at.top > height;
  TIP.style.left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8)) + 'px';
  TIP.style.top = (isAbove ? at.top - height : at.bottom) + 'px';
}

// A name with what it means in one line; `href` leads to where it is said at length.
function explained(name, text, href) {
  const shown = el('button', { type: 'button', class: 'explained' }, name);
  const show = () => showTip(shown, text, href ? el('a', { href }, TEXT.page.more) : null);
  const place = el('span', { class: 'place' }, shown);
  shown.addEventListener('focus', show);
  shown.addEventListener('click', show);
  place.addEventListener('mouseenter', show);
  place.addEventListener('mouseleave', () => { if (!place.contains(document.activeElement)) hideTip(); });
  place.addEventListener('focusout', (event) => { if (!place.contains(event.relatedTarget)) hideTip(); });
  return place;
}

window.addEventListener('keydown', (event) => { if (event.key === 'Escape') hideTip(); });
window.addEventListener('scroll', placeTip, { capture: true, passive: true });
window.addEventListener('hashchange', hideTip);
