#!/usr/bin/env python3
"""Games per minute of processor time, side by side with PGN-Spy's method.

    pgnspy_speed.py PLUMB STOCKFISH GAMES.pgn[:EVERY]...

On the same games (of a file, every EVERYth), from move 11 on as PGN-Spy does:
`plumb fairplay` with the profiles screen and full on one thread, and Stockfish as
PGN-Spy's analyser drives it: its table cleared, three lines, and once more for
the played move alone where that is not among them (one thread, 24 MB, its default
evaluation). PGN-Spy gives each search 10 to 20 seconds; here it gets as many
nodes as Plumb: `a search`, what Plumb's search for one line takes (12,000 in
screen; in full the mean of its records), and `a move`, that and what Plumb's list
of five lines may take. Processor time is that of the engines, user and system;
starting them is in it. The methods take turns, a few games each, so that what
else the machine does falls on all of them. By hand: it takes a quarter of an hour or more.
"""

import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess.pgn

SKIPPED_PLIES = 20
LINES = 3
TURN_GAMES = 4
# The nodes of Plumb's searches, as docs/fairplay.md has them.
SCREEN_NODES, SCREEN_LIST_NODES, FULL_LIST_NODES = 12_000, 12_000, 100_000


def games(path, every):
    """The text of every so manieth game with something to look at."""
    unpack = lzma.open if path.suffix == ".xz" else open
    with unpack(path, "rt", encoding="latin-1") as file:
        number, text = 0, []
        for line in [*file, "[Event "]:
            if line.startswith("[Event ") and text:
                number += 1
                if number % every == 0:
                    yield "".join(text)
                text = []
            text.append(line)


class Plumb:
    """`plumb fairplay` in a profile."""

    def __init__(self, program, profile):
        self.name = f"plumb, {profile}"
        self.command = [program, "fairplay", "--profile", profile, "--jobs", "1"]
        self.command += ["--book-plies", str(SKIPPED_PLIES)]
        self.seconds = self.moves = 0
        self.mean_nodes = self.all_nodes = 0

    def run(self, path, _):
        out = path.with_name(f"{self.name} {path.stem}")
        command = [*self.command, path, "--out", out]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"pgnspy_speed.py: {self.name}: exit code {process.returncode}")
        self.seconds += used.ru_utime + used.ru_stime
        records = map(json.loads, (out / "report.jsonl").read_text().splitlines())
        moves = [move["record"] for game in records if game["kind"] == "game" for move in game["moves"]]
        nodes = [record["before"]["nodes"] for record in moves if record]
        self.moves += len(nodes)
        self.all_nodes += sum(nodes)
        self.mean_nodes = round(sum(nodes) / len(nodes))

    def end(self):
        pass


class Spy:
    """Stockfish, asked as PGN-Spy's analyser asks, with so many nodes for a search."""

    def __init__(self, program, name, nodes):
        self.name, self.nodes = f"PGN-Spy's method, {name}", nodes
        self.seconds = self.moves = self.extra = 0
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci", "setoption name UCI_AnalyseMode value true", f"setoption name MultiPV value {LINES}")
        self.send("setoption name Threads value 1", "setoption name Hash value 24", "isready")
        self.until("readyok")

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """The first moves of the lines shown until then."""
        shown = set()
        for line in self.process.stdout:
            if line.startswith(word):
                return shown
            if " pv " in line:
                shown.add(line.split(" pv ", 1)[1].split()[0])
        sys.exit(f"pgnspy_speed.py: {self.name}: Stockfish ended")

    def run(self, _, parsed):
        nodes = self.nodes()
        self.send("ucinewgame")
        for game in parsed:
            start = game.board().fen()
            line = [move.uci() for move in game.mainline_moves()]
            for ply in range(SKIPPED_PLIES, len(line)):
                position = f"position fen {start} moves {' '.join(line[:ply])}"
                self.send("setoption name Clear Hash", position, f"go nodes {nodes}")
                self.moves += 1
                if line[ply] not in self.until("bestmove"):
                    self.extra += 1
                    self.send("setoption name Clear Hash", position, f"go nodes {nodes} searchmoves {line[ply]}")
                    self.until("bestmove")

    def end(self):
        self.send("quit")
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = used.ru_utime + used.ru_stime


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: " + __doc__.split("\n\n")[1].strip())
    plumb, stockfish = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
    stockfish = shutil.which(stockfish, path=places) or stockfish
    texts = []
    for word in sys.argv[3:]:
        path, _, every = word.partition(":")
        texts += games(Path(path), int(every or 1))
    screen, full = Plumb(plumb, "screen"), Plumb(plumb, "full")
    methods = [
        screen,
        Spy(stockfish, "nodes of a search", lambda: SCREEN_NODES),
        Spy(stockfish, "nodes of a move", lambda: SCREEN_NODES + SCREEN_LIST_NODES),
        full,
        Spy(stockfish, "nodes of a search", lambda: full.mean_nodes),
        Spy(stockfish, "nodes of a move", lambda: full.mean_nodes + FULL_LIST_NODES),
    ]
    count = 0
    with tempfile.TemporaryDirectory() as scratch:
        for first in range(0, len(texts), TURN_GAMES):
            path = Path(scratch) / f"{first}.pgn"
            turn = texts[first : first + TURN_GAMES]
            path.write_text("".join(text if text.endswith("\n\n") else f"{text}\n\n" for text in turn), encoding="latin-1")
            with open(path, encoding="latin-1") as file:
                parsed = list(iter(lambda: chess.pgn.read_game(file), None))
            for method in methods:
                method.run(path, parsed)
            count += len(parsed)
            print(f"{count} of {len(texts)} games", file=sys.stderr)
    for method in methods:
        method.end()
    print(f"{count} games, {screen.moves} moves after move {SKIPPED_PLIES // 2}; nodes for one line in full, ", end="")
    print(f"on average: {full.all_nodes / full.moves:.0f}\n")
    print("| | seconds | games a minute | moves a minute | plumb is faster |\n|---|---|---|---|---|")
    for method in methods:
        if method.moves != screen.moves:
            sys.exit(f"pgnspy_speed.py: {method.name}: {method.moves} moves, {screen.moves} in {screen.name}")
        beside = screen if methods.index(method) < 3 else full
        times = "" if method is beside else f"{method.seconds / beside.seconds:.1f} times"
        minutes = method.seconds / 60
        print(f"| {method.name} | {method.seconds:.1f} | {count / minutes:.1f} | {method.moves / minutes:.0f} | {times} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
