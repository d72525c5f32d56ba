#!/usr/bin/env python3
"""The figures of Barnes and Hernandez-Castro's Appendix B, beside ours.

    appendix_b.py PLUMB STOCKFISH_3.0 GAMES.pgn [--games N,N...] [--depths D,D...] [--work DIR]

Runs `plumb fairplay` on their five games as they did: Stockfish 3.0, one thread,
five lines, the book depths that the paper prints, rules `barnes`, no tablebases;
and prints a Markdown table of what the paper says of a side beside what comes
out here. Games go by their number in the paper, without names, and only sides
of which the paper prints a figure are shown. The file has its figures in tags:
WhiteCV, BlackAE and so on as `depth:value`, WhiteMatched as `depth:matched/of`
(`?` where no depth is printed), BlackNotAllMatched as depths. Their AE is
negative, ours is positive. With --work the runs are kept, and go on after an
interruption. Needs hours at 20 plies and more: by hand.
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ENGINE = """[[engine]]
name = "Stockfish"
command = {command}
protocol = "uci"
options = {{ Threads = 1 }}
"""
SIDES = ["White", "Black"]


def tag(game, name):
    found = re.search(rf'^\[{name} "(.*)"\]', game, re.M)
    return found[1] if found else ""


def printed(game, side):
    """What the paper says of a side, by depth: CV, AE, matched."""
    found = {}
    for kind in ["CV", "AE", "Matched"]:
        for entry in tag(game, side + kind).split():
            depth, _, value = entry.partition(":")
            found.setdefault(depth, {})[kind] = value
    for depth in tag(game, f"{side}NotAllMatched").split():
        found.setdefault(depth, {})["Matched"] = "not all"
    return found


def fairplay(options, config, number, text, depth, work):
    """The game in the report that Plumb makes of it at a depth."""
    path = work / f"{number}.pgn"
    path.write_text(text)
    out = work / f"{number}-{depth}"
    command = [options.plumb, "fairplay", path, "--out", out, "--engine", "Stockfish", "--config", config]
    command += ["--rules", "barnes", "--depth", str(depth), "--multipv", "5", "--jobs", "1", "--no-second-pass"]
    # A search of 26 plies takes minutes; what hangs is met long before.
    command += ["--patience", "3600"]
    command += ["--book-plies", tag(text, "BookDepth")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    records = map(json.loads, (out / "report.jsonl").read_text().splitlines())
    with (out / "moves.csv").open(newline="") as file:
        moves = list(csv.DictReader(file))
    return next(record for record in records if record["kind"] == "game"), moves


def ours(game, moves, side):
    """CV, AE and matched moves of a side; of too few moves there are no figures, but a count."""
    figures = game[f"{side.lower()}_figures"]
    counted = figures["core"][-1]["figures"]
    if counted is None:
        own = [move for move in moves if move["side"] == side.lower() and not move["excluded"]]
        equal = sum(move["is_equal_best"] == "1" for move in own)
        return [f"withheld ({figures['counted']} moves)", "-", f"{equal} of {len(own)}"]
    equal, error = counted["equal"], counted["average_error_cp"]
    return [f"{equal['share']:.2f}", f"{error['mean']:.2f}", f"{equal['count']} of {equal['of']}"]


def rows(options, config, number, text, depth, work):
    game, moves = fairplay(options, config, number, text, depth, work)
    found = []
    for side in SIDES:
        paper = printed(text, side)
        if paper:
            said = paper.get(str(depth), paper.get("?", {}))
            theirs = [said.get(kind, "-") for kind in ("CV", "AE", "Matched")]
            cells = [part for pair in zip(theirs, ours(game, moves, side)) for part in pair]
            found.append([number, side.lower(), depth, tag(text, "BookDepth"), *cells])
    return found


HEAD = ["game", "side", "depth", "book, plies", "CV: paper", "here", "AE: paper", "here", "matched: paper", "here"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("plumb", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("stockfish", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("pgn", type=Path)
    parser.add_argument("--games", default="1,2,3,4,5")
    parser.add_argument("--depths", default="16,18,20,22")
    parser.add_argument("--work", type=Path)
    options = parser.parse_args()
    texts = re.split(r"^(?=\[Event )", options.pgn.read_text(), flags=re.M)[1:]
    wanted = [int(number) for number in options.games.split(",")]
    with tempfile.TemporaryDirectory() as scratch:
        work = options.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        config = work / "engines.toml"
        config.write_text(ENGINE.format(command=json.dumps(options.stockfish)))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [
                pool.submit(rows, options, config, number, texts[number - 1], int(depth), work)
                for depth in options.depths.split(",")
                for number in wanted
            ]
            found = sorted(line for task in tasks for line in task.result())
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for line in found:
        print(f"| {' | '.join(map(str, line))} |")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"appendix_b.py: plumb: {error.stderr.decode().strip()[-500:]}")
    except OSError as error:
        sys.exit(f"appendix_b.py: {error}")
