// Values with their intervals on a common scale, one row under the other.

// A scale from one end to the other, with ticks, a text for a tick and perhaps a band that
// is marked as usual.
const placeOn = (scale, value) => 100 * Math.max(0, Math.min(1, (value - scale.from) / (scale.to - scale.from)));

const tickLines = (scale) => scale.ticks.map((tick) => el('span', { class: 'tick', style: 'left:' + placeOn(scale, tick) + '%' }));
const usual = (scale) => (scale.band
  ? el('span', { class: 'usual', style: 'left:' + placeOn(scale, scale.band[0]) + '%;width:' + (placeOn(scale, scale.band[1]) - placeOn(scale, scale.band[0])) + '%' }) : null);

// Marks are {series, value, low, high}, drawn in their order from top to bottom; `label` says
// them all in words.
function track(scale, marks, label) {
  return el('div', { class: 'track marks' + marks.length, role: 'img', 'aria-label': label }, usual(scale), tickLines(scale),
    marks.flatMap(({ series, value, low, high }, index) => [
      low === null ? null : el('span', { class: 'reach ' + series + ' lane' + index,
        style: 'left:' + placeOn(scale, low) + '%;width:' + (placeOn(scale, high) - placeOn(scale, low)) + '%' }),
      el('span', { class: 'mark ' + series + ' lane' + index, style: 'left:' + placeOn(scale, value) + '%' }),
    ]));
}

// The scale's numbers, above or below its tracks.
const numbersOf = (scale) => el('div', { class: 'numbers', 'aria-hidden': 'true' },
  scale.ticks.map((tick) => el('span', { style: 'left:' + placeOn(scale, tick) + '%' }, scale.text(tick))));

// Rows of a common scale: [name, text, track].
function trackRows(title, scale, rows) {
  return el('div', { class: 'tracks', role: 'group', 'aria-label': title },
    el('div', { class: 'trackrow' }, el('div', { class: 'trackname' }), el('div'), numbersOf(scale)),
    rows.map(([name, text, drawing]) => el('div', { class: 'trackrow' }, el('div', { class: 'trackname' }, name), el('div', { class: 'tracktext' }, text), drawing)));
}
