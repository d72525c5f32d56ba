"""Writes shape_vectors.json: levels vectors and what SciPy and NumPy make of them.

Run as `python shape_vectors.py > shape_vectors.json`. tests/analysis/shape.rs
holds Plumb's own smoothing and fit against the result.
"""

import json
import random

import numpy
import scipy
from scipy.signal import filtfilt

SEED = 20120929
WEIGHTS = [1 / 3] * 3


def walk(rng, length):
    """Scores that wander, as of a search that goes deeper."""
    score, levels = rng.randint(-80, 80), []
    for _ in range(length):
        levels.append(score)
        score += round(rng.gauss(0, 25))
    return levels


def noise(rng, length):
    return [rng.randint(-400, 400) for _ in range(length)]


def mate(rng, length):
    """A walk that ends in a mate, given or suffered."""
    levels, found, sign = walk(rng, length), rng.randint(3, length - 2), rng.choice([-1, 1])
    return levels[:found] + [sign * (10_000 - rng.randint(1, 12)) for _ in levels[found:]]


def steps(rng, length):
    """Runs of the same score, as where depths were skipped."""
    levels = []
    while len(levels) < length:
        levels += [rng.randint(-150, 150)] * rng.randint(1, 6)
    return levels[:length]


def vector(name, levels, best_final_cp):
    differences = numpy.array(levels, dtype=float) - best_final_cp
    # SciPy refuses a padding as long as the vector: then the longest it takes.
    padding = min(9, len(levels) - 1)
    smoothed = filtfilt(WEIGHTS, 1, differences, padtype="odd", padlen=padding)
    amplitude = float(numpy.max(numpy.abs(smoothed)))
    shape = smoothed / amplitude if amplitude > 0 else smoothed
    x = numpy.arange(len(levels))
    highest_first = numpy.polyfit(x, shape, 3)
    residual = float(numpy.sqrt(numpy.mean((shape - numpy.polyval(highest_first, x)) ** 2)))
    return {
        "name": name,
        "levels": levels,
        "best_final_cp": best_final_cp,
        "smoothed": smoothed.tolist(),
        "amplitude": amplitude,
        "cubic": highest_first[::-1].tolist(),
        "residual": residual,
    }


def main():
    rng = random.Random(SEED)
    vectors = []
    for length in (20, 30):
        for make in (walk, walk, noise, noise, mate, mate, steps, steps):
            levels = make(rng, length)
            # Of the search before the move, so not always this one's own end.
            final = levels[-1] + rng.choice([0, 0, rng.randint(-60, 60)])
            vectors.append(vector(f"{make.__name__} {length}", levels, final))
        vectors.append(vector(f"level {length}", [35] * length, 20))
        vectors.append(vector(f"zero {length}", [-12] * length, -12))
    for length in (10, 9, 7, 4):
        vectors.append(vector(f"short {length}", noise(rng, length), rng.randint(-50, 50)))
    head = f'"scipy": "{scipy.__version__}", "numpy": "{numpy.__version__}", "seed": {SEED}'
    lines = ",\n".join(json.dumps(one) for one in vectors)
    print(f'{{{head}, "vectors": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
