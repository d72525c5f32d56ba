#!/usr/bin/env python3
"""The games of Barnes and Hernandez-Castro's Appendix B, their figures beside ours.

    appendix_b.py PLUMB STOCKFISH GAMES.pgn [--depths D,D...] [--index FILE] [--if-present]

Runs `plumb fairplay` on them with Stockfish's classical evaluation (one thread,
fixed depth, no tablebases) by the rules `barnes`, once with the book of FILE
(made by `plumb fairplay index` from older games) and once with the paper's book
depth, which the tag BookDepth has; prints a Markdown table. The paper's own CV and
AE stand in it where the file has them, in tags WhiteCV, WhiteAE, BlackCV and
BlackAE; the games as they are handed around have none. Games go by their
number in the paper, and there are rows only for players who are no longer
living: everybody before 1900, and those named here. A side with too few counted
moves is withheld, as in every report. Without the games it says so, and the exit
code is 1, or 0 with --if-present. By hand: the three depths take 22 minutes of
processor time.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Whoever played before this year is no longer living; of the others, these.
LONG_AGO = 1900
NO_LONGER_LIVING = {"Browne, Walter S", "Igor Kurnosov"}
ENGINE = """[[engine]]
name = "Stockfish"
command = {command}
protocol = "uci"
options = {{ "Use NNUE" = false, Threads = 1 }}
"""
SIDES = {"white": "White", "black": "Black"}


def tag(game, name):
    found = re.search(rf'^\[{name} "(.*)"\]', game, re.M)
    return found[1] if found else ""


def sides_shown(game):
    """The colours whose players are no longer living."""
    year = re.match(r"\d{4}", tag(game, "Date"))
    is_old = year is not None and int(year[0]) < LONG_AGO
    return [side for side, name in SIDES.items() if is_old or tag(game, name) in NO_LONGER_LIVING]


def fairplay(options, config, game, out, depth, *book):
    """The run and the game in the report that Plumb makes in `out`."""
    command = [options.plumb, "fairplay", game, "--out", out, "--engine", "Stockfish", "--config", config]
    command += ["--rules", "barnes", "--depth", str(depth), "--jobs", "1", *book]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    records = map(json.loads, (out / "report.jsonl").read_text().splitlines())
    found = {record["kind"]: record for record in records}
    return found["run"], found["game"]


def cells(game, side):
    """CV and AE of a side, with counts and intervals."""
    figures = game[f"{side}_figures"]
    counted = figures["core"][-1]["figures"]
    if counted is None:
        return [f"withheld ({figures['counted']} moves)"] * 2
    equal, error = counted["equal"], counted["average_error_cp"]
    share, low, high = (f"{100 * equal[key]:.0f}" for key in ("share", "low", "high"))
    mean, least, most = (f"{error[key]:.1f}" for key in ("mean", "low", "high"))
    return [f"{equal['count']} of {equal['of']}: {share} % ({low} to {high})", f"{mean} ({least} to {most})"]


def rows(options, config, number, text, depth, scratch):
    """The engine's name, and the rows of a game at a depth."""
    path = scratch / f"{number}.pgn"
    path.write_text(text)
    out = scratch / f"{number}-{depth}"
    paper = tag(text, "BookDepth")
    by_paper = fairplay(options, config, path, out, depth, "--book-plies", paper)
    # The same records, and what else this book needs.
    index = ["--index", options.index] if options.index else None
    run, own = fairplay(options, config, path, out, depth, *index) if index else (by_paper[0], None)
    found = []
    for side in sides_shown(text):
        share, error = cells(by_paper[1], side)
        own_share, own_error = cells(own, side) if own else ("-", "-")
        plies = own["book"]["plies"] if own else "-"
        theirs, their_error = (tag(text, f"{SIDES[side]}{name}") or "-" for name in ("CV", "AE"))
        found.append([number, side, depth, paper, plies, theirs, share, own_share, their_error, error, own_error])
    return run["engine_version"], found


HEAD = ["game", "side", "depth", "book: paper", "ours", "CV: paper", "by its book", "by ours"]
HEAD += ["AE, cp: paper", "by its book", "by ours"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("plumb", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("stockfish")
    parser.add_argument("games", type=Path)
    parser.add_argument("--depths", default="10,15,20")
    parser.add_argument("--index", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--if-present", action="store_true")
    options = parser.parse_args()
    if not options.games.is_file():
        print(f"appendix_b.py: {options.games} is not there: nothing was compared")
        return 0 if options.if_present else 1
    places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
    stockfish = shutil.which(options.stockfish, path=places) or options.stockfish
    texts = re.split(r"^(?=\[Event )", options.games.read_text(), flags=re.M)[1:]
    shown = {number: text for number, text in enumerate(texts, 1) if sides_shown(text)}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        config = scratch / "engines.toml"
        config.write_text(ENGINE.format(command=json.dumps(stockfish)))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [
                pool.submit(rows, options, config, number, text, int(depth), scratch)
                for number, text in shown.items()
                for depth in options.depths.split(",")
            ]
            found = [task.result() for task in tasks]
    print(f"{found[0][0]}, Use NNUE false, one thread; rules barnes; no tablebases\n")
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for _, lines in found:
        for line in lines:
            print(f"| {' | '.join(map(str, line))} |")
    hidden = [number for number in range(1, len(texts) + 1) if number not in shown]
    print(f"\nNot shown, because a player is or may be living: games {hidden} and the other sides of the rest.")
    if any(line[5] == "-" for _, lines in found for line in lines):
        print("Without the paper's CV and AE: the file has no tags for them, as WhiteCV and WhiteAE.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"appendix_b.py: plumb: {error.stderr.decode().strip()[-500:]}")
    except OSError as error:
        sys.exit(f"appendix_b.py: {error}")
