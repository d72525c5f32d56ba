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
negative, ours is positive. A position is looked at without what was found in
others, so every counted move is a run of its own: the game up to that move, all
before it book. With --work the runs are kept, so that an interruption costs no
more than the moves being looked at. Needs hours at 20 plies and more: by hand.
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
# The gate of the rules `barnes`.
LEAST_MOVES = 10


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


def moves(text):
    """The moves of a game in SAN, without numbers and result."""
    movetext = text.rsplit("]\n", 1)[1]
    return [word for word in movetext.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


def counted_plies(text, side):
    """The plies of a side after the book, from 1."""
    book = int(tag(text, "BookDepth"))
    return [ply for ply in range(book + 1, len(moves(text)) + 1) if SIDES[(ply + 1) % 2] == side]


def upto(text, ply):
    """The game as far as this ply."""
    tags = re.sub(r'^\[Result ".*"\]', '[Result "*"]', text.rsplit("]\n", 1)[0] + "]\n", flags=re.M)
    return f"{tags}\n{' '.join(moves(text)[:ply])} *\n"


def look(options, config, number, text, depth, ply, work):
    """The row of `moves.csv` that Plumb makes of one move at a depth."""
    out = work / f"{number}-{depth}-{ply}"
    path = out.with_suffix(".pgn")
    path.write_text(upto(text, ply))
    command = [options.plumb, "fairplay", path, "--out", out, "--engine", "Stockfish", "--config", config]
    command += ["--rules", "barnes", "--depth", str(depth), "--multipv", "5", "--jobs", "1", "--no-second-pass"]
    # A search of 26 plies takes minutes; what hangs is met long before.
    command += ["--patience", "7200", "--min-plies", "1", "--book-plies", str(ply - 1)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with (out / "moves.csv").open(newline="") as file:
        return list(csv.DictReader(file))[ply - 1]


def ours(looked):
    """CV, AE and matched moves of a side; of too few moves there are no figures, but a count."""
    own = [move for move in looked if not move["excluded"]]
    equal = sum(move["is_equal_best"] == "1" for move in own)
    matched = f"{equal} of {len(own)}"
    if len(own) < LEAST_MOVES:
        return [f"withheld ({len(own)} moves)", "-", matched]
    error = sum(float(move["loss_cp"]) for move in own) / len(own)
    return [f"{equal / len(own):.2f}", f"{error:.2f}", matched]


def row(number, side, depth, text, looked):
    paper = printed(text, side)
    said = paper.get(str(depth), paper.get("?", {}))
    theirs = [said.get(kind, "-") for kind in ("CV", "AE", "Matched")]
    cells = [part for pair in zip(theirs, ours(looked)) for part in pair]
    return [number, side.lower(), depth, tag(text, "BookDepth"), *cells]


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
            tasks = {
                (number, side, int(depth)): [
                    pool.submit(look, options, config, number, texts[number - 1], int(depth), ply, work)
                    for ply in counted_plies(texts[number - 1], side)
                ]
                for depth in options.depths.split(",")
                for number in wanted
                for side in SIDES
                if printed(texts[number - 1], side)
            }
            found = [
                row(*key, texts[key[0] - 1], [task.result() for task in looked])
                for key, looked in sorted(tasks.items())
            ]
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
