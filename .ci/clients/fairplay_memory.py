#!/usr/bin/env python3
"""fairplay_memory.py PLUMB [SMALL_MB LARGE_MB]: made-up games, written while they
are read, through `plumb fairplay index -`, through `plumb fairplay -` choosing
few of them, and through `plumb fairplay -` keeping and reporting all of them.
Fails if the most memory that a large input takes is more than 16 MB above that
of a small one, or if a game is lost. An index fills its batch and its cache
first, so that it only has to stay below a fixed size. Prints games a second.

`fairplay_memory.py PLUMB 100 10000` does it at 10 GB; names of parts (choosing,
keeping, index) after the sizes do only these. Choosing, which is reading, goes at
some 20 MB a second; the others do a quarter of the sizes, because they take
longer and as much again of the disk as they read."""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time

from memory import peak_mb

LIMIT_MB = 16
INDEX_LIMIT_MB = 768
PLAYERS = 500
MOVES = 20
POOL = 3000


def shuffle(rng, one, two, away, home):
    """Moves of one side that are legal whatever the other does of its own:
    pawns go one or two steps, and then a knight out and back."""
    steps = [rng.choice(([f + one], [f + two], [f + one, f + two])) for f in "bcdefgh"]
    order = [index for index, pawn in enumerate(steps) for _ in pawn]
    rng.shuffle(order)
    moves = [steps[index].pop(0) for index in order]
    moves += [home if index % 2 else away for index in range(MOVES)]
    return moves[:MOVES]


def sides():
    """Ready-made halves of games, with clocks as servers write them."""
    rng = random.Random(1)
    clock = [f"{{ [%eval 0.{9 * n % 40:02}] [%clk 0:{9 - n // 4:02}:{59 - 2 * n:02}] }}" for n in range(MOVES)]
    white = [shuffle(rng, "3", "4", "Na3", "Nb1") for _ in range(POOL)]
    black = [shuffle(rng, "6", "5", "Na6", "Nb8") for _ in range(POOL)]
    return (
        [[f"{n + 1}. {mv} {clock[n]}" for n, mv in enumerate(moves)] for moves in white],
        [[f"{n + 1}... {mv} {clock[n]}" for n, mv in enumerate(moves)] for moves in black],
    )


WHITE, BLACK = sides()


def games(megabytes):
    """So much PGN, game by game; every game another one."""
    rng = random.Random(2)
    size, number = 0, 0
    text = [""] * (2 * MOVES)
    while size < megabytes * 1_000_000:
        number += 1
        text[0::2] = rng.choice(WHITE)
        text[1::2] = rng.choice(BLACK)
        first = number % PLAYERS
        game = (
            f'[Event "Made up {number // 1000}"]\n[Site "?"]\n[Date "1900.{1 + number % 12:02}.{1 + number % 28:02}"]\n'
            f'[Round "{number}"]\n[White "Player {first}"]\n[Black "Player {(first + 1 + number // PLAYERS) % PLAYERS}"]\n'
            f'[Result "*"]\n[TimeControl "600+3"]\n\n{" ".join(text)} *\n\n'
        )
        size += len(game)
        yield game.encode()


def run(arguments, megabytes):
    """Peak memory in MB, seconds, games written, bytes that came out."""
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
    counts = {"games": 0, "out": 0, "lines": 0}

    def feed():
        try:
            for game in games(megabytes):
                process.stdin.write(game)
                counts["games"] += 1
            process.stdin.close()
        except BrokenPipeError:
            pass

    def drain():
        while block := process.stdout.read(1 << 20):
            counts["out"] += len(block)
            counts["lines"] += block.count(b"\n")

    begin = time.perf_counter()
    threads = [threading.Thread(target=work) for work in (feed, drain)]
    for thread in threads:
        thread.start()
    peak = 0
    while process.poll() is None:
        peak = max(peak, peak_mb(process.pid))
        time.sleep(0.02)
    seconds = time.perf_counter() - begin
    for thread in threads:
        thread.join()
    if process.returncode:
        errors.seek(0)
        sys.exit(f"fairplay_memory.py: {' '.join(arguments)}: {errors.read().decode(errors='replace')}")
    return peak, seconds, counts


def compare(name, plumb, arguments, sizes, expected_lines):
    """Runs both sizes; true if memory stayed flat and every game was there."""
    peaks = []
    good = True
    for megabytes in sizes:
        with tempfile.TemporaryDirectory() as folder:
            command = [plumb, *(argument.format(folder=folder) for argument in arguments)]
            peak, seconds, counts = run(command, megabytes)
        peaks.append(peak)
        rate = counts["games"] / seconds
        print(
            f"fairplay_memory.py: {name}: {megabytes} MB, {counts['games']} games: at most {peak:.1f} MB, "
            f"{seconds:.1f} s, {rate:.0f} games a second",
            flush=True,
        )
        wanted = expected_lines(counts["games"])
        if counts["lines"] != wanted:
            print(f"fairplay_memory.py: {name}: {counts['lines']} lines came out, expected {wanted}")
            good = False
    most = INDEX_LIMIT_MB if name == "index" else peaks[0] + LIMIT_MB
    if peaks[1] > most or min(peaks) == 0:
        print(f"fairplay_memory.py: {name}: {peaks[1]:.1f} MB, expected at most {most:.1f} MB")
        good = False
    return good


def main():
    plumb = os.path.abspath(sys.argv[1])
    sizes = [int(word) for word in sys.argv[2:] if word.isdigit()] or [20, 100]
    parts = [word for word in sys.argv[2:] if not word.isdigit()] or ["choosing", "keeping", "index"]
    # Moves that are book are not searched: this is about reading and writing.
    through = ["fairplay", "-", "--format", "csv", "--book-plies", "1000", "--nodes", "100"]
    every = 500
    good = True
    for part in parts:
        if part == "choosing":
            arguments = [*through, "--every", str(every)]
            good &= compare(part, plumb, arguments, sizes, lambda n: 1 + n // every * 2 * MOVES)
            continue
        quarter = [max(1, size // 4) for size in sizes]
        if part == "keeping":
            good &= compare(part, plumb, through, quarter, lambda n: 1 + n * 2 * MOVES)
        else:
            arguments = ["fairplay", "index", "-", "--out", "{folder}/index"]
            good &= compare(part, plumb, arguments, quarter, lambda _: 2)
    sys.exit(not good)


main()
