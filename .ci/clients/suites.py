#!/usr/bin/env python3
"""Engines side by side in a test suite: best moves, scored moves and mates.

    suites.py SUITE.epd LIMIT ENGINE [ENGINE...] [--first N] [--jobs N] [--hash MB]

LIMIT is a time for each position, as in 200ms, or nodes, as in 1000000. An ENGINE is
a program that speaks UCI, with options after colons: "stockfish:Use NNUE=false".
Each position is given to one engine after the other, so that what else the machine
does falls on all of them; every search is of a new game, with one thread and 64 MB.

Solved is a position whose bm has the move played, or whose am has it not; where c0
scores moves, as in the Strategic Test Suite, the points count too. Where bm is a mate
("bm #3", as in matetrack), the engine's last score has to be a mate: `found` is any
mate of the right side, `shortest` one no longer than that. Ends with a line for each engine: its
difference to the first one has a 95 % interval over positions (of pairs), and its
nodes a second are of processor time, where the system tells it (/proc).
By hand: `plumb epd` runs a suite faster, for Plumb alone.
"""

import argparse
import contextlib
import math
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess
import chess.engine


def read(path, first):
    """The questions of an EPD file, the first so many of them (0: all)."""
    questions = []
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.readlines()
    except OSError as error:
        sys.exit(f"suites.py: {error}")
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            questions.append(question(line))
        except ValueError as error:
            print(f"left out: line {number}: {error}", file=sys.stderr)
        if len(questions) == first:
            break
    if not questions:
        sys.exit(f"suites.py: {path}: no positions")
    return questions


def question(line):
    """A board, and a function from (move, score) to the points it earns by kind."""
    mate = re.search(r"\bbm #(-?\d+)", line)
    if mate:
        board = chess.Board(" ".join(line.split()[:4]) + " 0 1")
        moves = int(mate[1])
        return board, lambda move, score: mate_points(moves, score)
    board = chess.Board()
    operations = board.set_epd(line)
    scored = {board.parse_san(san): int(points) for san, points in re.findall(r"([^\s,]+)=(\d+)(?=\s*(?:,|$))", str(operations.get("c0", "")))}
    best, avoided = operations.get("bm", []), operations.get("am", [])
    if not best and not avoided:
        raise ValueError("neither bm nor am")

    def points(move, _):
        earned = {"solved": int(move in best if best else move not in avoided)}
        if scored:
            earned["points"] = scored.get(move, 0)
        return earned

    return board, points


def mate_points(moves, score):
    """Whether a mate of that side was found, and whether it is no longer than asked."""
    found = score.mate() if score is not None else None
    right = found is not None and (found > 0) == (moves > 0)
    return {"found": int(right), "shortest": int(right and abs(found) <= abs(moves))}


class Engine:
    """A program and its options."""

    def __init__(self, text, hash_mb):
        command, *options = text.split(":")
        self.command = command
        self.options = dict(option.split("=", 1) for option in options)
        self.hash_mb = hash_mb
        with self.start() as engine:
            self.name = " ".join([engine.id.get("name", command), *options])

    def start(self):
        engine = None
        try:
            engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=30)
            engine.configure({"Hash": self.hash_mb, **self.options})
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            if engine:
                engine.close()
            sys.exit(f"suites.py: {self.command}: {error}")
        return engine


def processor_seconds(process):
    """What a running engine has used, user and system; nothing where the system doesn't tell."""
    try:
        fields = Path(f"/proc/{process.transport.get_pid()}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def search_limit(text):
    if text.endswith("ms"):
        return chess.engine.Limit(time=int(text[:-2]) / 1000)
    return chess.engine.Limit(nodes=int(text))


def interval(differences):
    """The sum of these, and half its 95 % interval."""
    count, total = len(differences), sum(differences)
    mean = total / count
    variance = sum((value - mean) ** 2 for value in differences) / max(1, count - 1)
    return total, 1.96 * math.sqrt(variance * count)


def main():
    parser = argparse.ArgumentParser(description="Engines side by side in a test suite.")
    parser.add_argument("suite")
    parser.add_argument("limit", type=search_limit)
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--first", type=int, default=0, help="only so many positions")
    parser.add_argument("--jobs", type=int, default=1, help="positions at a time; 1 where a clock runs")
    parser.add_argument("--hash", type=int, default=64, help="megabytes of each engine")
    arguments = parser.parse_args()
    questions = read(arguments.suite, arguments.first)
    engines = [Engine(text, arguments.hash) for text in arguments.engines]
    with contextlib.ExitStack() as running:
        # One set of processes for each job.
        sets = [[running.enter_context(engine.start()) for engine in engines] for _ in range(arguments.jobs)]
        before = [[processor_seconds(process) for process in processes] for processes in sets]
        rows = examined(questions, sets, arguments.limit)
        after = [[processor_seconds(process) for process in processes] for processes in sets]
    for index, engine in enumerate(engines):
        engine.seconds = sum(end[index] - start[index] for start, end in zip(before, after))
    report(arguments.suite, engines, rows)


def examined(questions, sets, limit):
    """For each position, what each engine earned and its nodes; each set of processes works by itself."""
    idle = SimpleQueue()
    for processes in sets:
        idle.put(processes)

    def examine(item):
        board, points = item
        processes = idle.get()
        try:
            earned = []
            for process in processes:
                result = process.play(board, limit, game=object(), info=chess.engine.INFO_BASIC | chess.engine.INFO_SCORE)
                score = result.info.get("score")
                kinds = points(result.move, score.pov(board.turn) if score else None)
                earned.append((kinds, result.info.get("nodes", 0)))
            return earned
        finally:
            idle.put(processes)

    rows = []
    with ThreadPoolExecutor(len(sets)) as pool:
        for earned in pool.map(examine, questions):
            rows.append(earned)
            if sys.stderr.isatty() or len(rows) % 100 == 0:
                print(f"{len(rows)} of {len(questions)}", file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n")
    return rows


def report(suite, engines, rows):
    """A line for each engine."""
    print(f"{suite}: {len(rows)} positions")
    for index, engine in enumerate(engines):
        parts = []
        for kind in dict.fromkeys(kind for row in rows for kind in row[0][0]):
            total = sum(row[index][0].get(kind, 0) for row in rows)
            text = f"{kind} {total}"
            if index:
                difference, half = interval([row[0][0].get(kind, 0) - row[index][0].get(kind, 0) for row in rows])
                text += f" (the first {difference:+d} ± {half:.0f})"
            parts.append(text)
        nodes = sum(row[index][1] for row in rows)
        if engine.seconds > 0:
            parts.append(f"{nodes / engine.seconds / 1e6:.2f} million nodes a second")
        print(f"{engine.name}: {', '.join(parts)}")


main()
