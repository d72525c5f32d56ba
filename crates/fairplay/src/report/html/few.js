// A player's figures that matter, with their intervals on common scales.

const GROUP_SIGNS = ['one', 'two', 'rest'];

const DEVIATIONS = { from: -4, to: 4, ticks: [-4, -2, 0, 2, 4], band: [-2, 2], text: (v) => (v > 0 ? '+' : '') + sign(v) };
const PERCENT = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: (v) => String(100 * v) };

// Beside people of the same rating: deviations of honest players.
function peersPart(choices) {
  const rows = [['matches', 'z_matches'], ['engine_like', 'z_engine_like'], ['deep_loss', 'z_losses']].flatMap(([key, name]) => {
    const found = choices && choices[key];
    if (!found) return [];
    const [value, low, high] = found[2];
    const text = say(TEXT.player.peers_text, { value: fixed(value, 1), low: fixed(low, 1), high: fixed(high, 1) });
    return [[figureName(name), [fixed(value, 1), small(say(TEXT.player.interval, { low: fixed(low, 1), high: fixed(high, 1) }))],
      track(DEVIATIONS, [{ series: 'one', value, low, high }], TEXT.figure_name[name] + ': ' + text)]];
  });
  if (!rows.length) return null;
  return [el('h3', {}, TEXT.player.peers), trackRows(TEXT.player.peers, DEVIATIONS, rows), el('p', { class: 'note' }, TEXT.player.peers_note)];
}

const groupNames = () => [TEXT.player.group_player, TEXT.player.group_opponents, TEXT.player.group_others];

// One figure of all groups; `scaled` brings a value to the scale.
function groupsRow(key, all, scale, scaled) {
  const { unit } = DATA.measures[measure(key)];
  const found = all.map((figures) => figure(figures, key));
  if (!found[0]) return null;
  const names = groupNames();
  const marks = found.flatMap((e, index) => (e ? [{ series: GROUP_SIGNS[index], value: scaled(e[0]), low: e[1] === null ? null : scaled(e[1]), high: e[1] === null ? null : scaled(e[2]) }] : []));
  const label = found.flatMap((e, index) => (e ? [names[index] + ' ' + sentence(unit, e)] : [])).join('; ');
  const others = found.slice(1).flatMap((e, index) => (e ? [names[index + 1] + ' ' + full(unit, e[0])] : [])).join(', ');
  return [figureName(key), [full(unit, found[0][0]), ' ', el('span', { class: 'note' }, interval(unit, found[0])), small(others)],
    track(scale, marks, TEXT.figure_name[key] + ': ' + label)];
}

// Beside opponents and everybody else: shares on one scale, losses on another.
function groupsPart(all) {
  const shares = ['mm', 'cv', 't3'].map((key) => groupsRow(key, all, PERCENT, (v) => v));
  const accuracy = groupsRow('accuracy', all, PERCENT, (v) => v / 100);
  const most = Math.max(...all.map((figures) => figure(figures, 'ae')).filter(Boolean).map((e) => (e[2] === null ? e[0] : e[2])), 20);
  const end = 20 * Math.ceil(most / 20);
  const scale = { from: 0, to: end, ticks: [0, end / 4, end / 2, 3 * end / 4, end], text: String };
  const losses = groupsRow('ae', all, scale, (v) => v);
  const rows = [...shares, accuracy].filter(Boolean);
  if (!rows.length) return null;
  return [
    el('h3', {}, TEXT.player.shares),
    trackRows(TEXT.player.shares, PERCENT, rows), el('p', { class: 'note' }, TEXT.player.shares_note),
    losses ? [trackRows(TEXT.figure_name.ae, scale, [losses]), el('p', { class: 'note' }, TEXT.player.losses_note)] : null,
  ];
}

function fewFigures(player) {
  const parts = [peersPart(player.beside[0].choices), groupsPart(player.beside)].filter(Boolean);
  return parts.length ? [el('h2', {}, TEXT.player.few), parts] : null;
}
