// What a search said of a move the deeper it looked, as a small plot and in words.

const LEVEL_LIMIT = 1000;

// From which depth on a move was the search's choice, as [{from, to}, ...].
function choiceStretches(choices, san, deepest) {
  return choices.flatMap(([from, move], index) => {
    const next = choices[index + 1];
    return move === san ? [{ from, to: next ? next[0] - 1 : deepest }] : [];
  });
}
const depthsText = ({ from, to }) => (from === to ? String(from) : from + '–' + to);

// What the choices at each depth come to, in a sentence.
function levelWords(ply) {
  const { choices, depths } = ply.record;
  if (!choices.length) return null;
  const [since, choice] = choices[choices.length - 1];
  const others = [...new Set(choices.map(([, move]) => move))].filter((move) => move !== choice);
  const slots = { move: ply.san, choice, since };
  const isFirst = choice === ply.san;
  if (!others.length) return say(isFirst ? TEXT.levels.always : TEXT.levels.never, slots);
  if (isFirst) return say(TEXT.levels.from, { ...slots, others: others.slice(-3).join(', ') });
  const best = choiceStretches(choices, ply.san, depths[0]);
  return best.length ? say(TEXT.levels.was_best, { ...slots, depths: best.map(depthsText).join(', ') }) : say(TEXT.levels.never_since, slots);
}

// The depths and centipawns of a search's levels, which are stored as steps from level to level.
function levelsOf([, steps]) {
  let [depth, cp] = [0, 0];
  return steps.flatMap((step, index) => {
    if (index % 2 === 0) {
      depth += step;
      return [];
    }
    cp += step;
    return [[depth, cp]];
  });
}

function levelPlot(ply) {
  const turn = ply.w ? 1 : -1;
  const looks = ply.record.looks.map((look) => levelsOf(look).map(([depth, cp]) => [depth, turn * clamp(cp, LEVEL_LIMIT) / 100]));
  const every = looks.flat().map(([, pawns]) => pawns);
  const most = Math.max(...looks.flat().map(([depth]) => depth), 2);
  // Depths are whole numbers.
  const x = { min: 1, max: most, ticks: ticks(1, most, Math.min(8, most - 1)), label: TEXT.levels.depth };
  const y = { min: Math.min(-0.5, ...every) - 0.1, max: Math.max(0.5, ...every) + 0.1, label: TEXT.levels.pawns };
  const { root, X, Y } = frame(say(TEXT.levels.title, { move: ply.name }), TEXT.levels.description, x, y, { w: 400, h: 170 });
  looks.forEach((list, which) => {
    const series = which ? 'two' : 'one';
    const points = list.map(([depth, pawns]) => [X(depth), Y(pawns)]);
    if (points.length > 1) root.append(line(points, series));
    list.forEach(([depth, pawns], index) => root.append(dot(series, ...points[index], 2.5, say(TEXT.levels.point, { depth, pawns: fixed(pawns, 2) }))));
  });
  return drawn(root, seldepthNote(ply), [['one', TEXT.levels.before], ['two', TEXT.levels.after]]);
}

function seldepthNote(ply) {
  const [seldepth] = ply.record.looks[0];
  const last = levelsOf(ply.record.looks[0]).pop();
  return TEXT.levels.what_depth + (last ? ' ' + say(TEXT.levels.seldepth, { depth: last[0], seldepth }) : '');
}

function levels(ply) {
  if (!ply.record || !levelsOf(ply.record.looks[0]).length) return null;
  const words = levelWords(ply);
  return el('section', { class: 'levels' }, el('h3', {}, TEXT.levels.heading), words ? el('p', {}, words) : null, levelPlot(ply));
}
