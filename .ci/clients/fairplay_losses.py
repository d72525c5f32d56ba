#!/usr/bin/env python3
"""How many of the losses that a report tells are contradicted by Stockfish.

    fairplay_losses.py PLUMB STOCKFISH GAMES.pgn[.xz] [--every N] [--profile P] [--count N]
                       [--nodes N] [--cache FILE] [--jobs N] [--report FOLDER] [--below PERCENT]

Runs `plumb fairplay` over every Nth game (1100) of 30 plies and more, and takes the first
400 counted moves that are told to lose 100 centipawns or more; --report takes a report that
is there. Stockfish then searches the first choice alone and the played move alone
(`searchmoves`) with 1,500,000 nodes each, one thread, its table cleared before each. A loss
is contradicted where the two losses are more than 100 centipawns apart, and false where ours is
the greater one by so much. Mates count as 10000 less the moves, as everywhere, and are counted
apart. Moves called uncertain are no losses; how many there are is printed. The cache keeps what
Stockfish said, a line a search, so that another build's losses in the same games cost little.
With --below it fails where the contradicted are that many percent or more.
"""

import argparse
import csv
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess
import chess.engine
import chess.pgn

LOSS_CP = 100
APART_CP = 100
HASH_MB = 64


def told(folder):
    """The counted moves of a report: the rows of its CSV, each with the board before it."""
    boards = {}
    with (folder / "games.pgn").open() as file:
        number = 0
        while game := chess.pgn.read_game(file):
            number += 1
            board = game.board()
            for ply, move in enumerate(game.mainline_moves(), 1):
                boards[number, ply] = board.fen(), move
                board.push(move)
    for row in csv.DictReader((folder / "moves.csv").open()):
        if row["loss_cp"] and not row["excluded"]:
            fen, played = boards[int(row["game"]), int(row["ply"])]
            yield row, fen, played


def level(score):
    """Centipawns from the mover's side; a mate in n is 10000 - n."""
    return score.relative.score(mate_score=10_000)


class Judge:
    """Stockfish's score of one move of a position, remembered in a file."""

    def __init__(self, path, nodes, cache):
        self.path, self.nodes, self.cache = path, nodes, cache
        self.known = {}
        if cache and cache.exists():
            for line in cache.read_text().splitlines():
                fen, move, searched, score = line.split("\t")
                if int(searched) == nodes:
                    self.known[fen, move] = int(score)
        self.idle = []

    def engine(self):
        engine = chess.engine.SimpleEngine.popen_uci(self.path, timeout=60)
        engine.configure({"Threads": 1, "Hash": HASH_MB})
        return engine

    def score(self, fen, move):
        key = fen, move.uci()
        if key not in self.known:
            engine = self.idle.pop() if self.idle else self.engine()
            board = chess.Board(fen)
            limit = chess.engine.Limit(nodes=self.nodes)
            # A new `game` makes python-chess send ucinewgame, which clears the table.
            found = engine.analyse(board, limit, game=object(), root_moves=[move])
            self.known[key] = level(found["score"])
            self.idle.append(engine)
            if self.cache:
                with self.cache.open("a") as file:
                    file.write(f"{fen}\t{move.uci()}\t{self.nodes}\t{self.known[key]}\n")
        return self.known[key]

    def close(self):
        for engine in self.idle:
            engine.quit()


def first_choice(row, fen):
    """The move that the report calls its first choice; castling may be king takes rook."""
    board = chess.Board(fen)
    move = chess.Move.from_uci(row["first_choice"])
    castling = [one for one in board.legal_moves if board.is_castling(one)]
    for one in castling:
        side = chess.Board(fen, chess960=True)
        if side.uci(one, chess960=True) == row["first_choice"]:
            return one
    return move


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("plumb")
    parser.add_argument("stockfish")
    parser.add_argument("games", type=Path)
    parser.add_argument("--every", type=int, default=1100)
    parser.add_argument("--profile", default="screen")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=1_500_000)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--below", type=float)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.report
        if folder is None:
            folder = Path(scratch, "out")
            command = [options.plumb, "fairplay", options.games, "--profile", options.profile, "--every", str(options.every)]
            command += ["--min-plies", "30", "--jobs", str(options.jobs), "--out", folder]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        moves = list(told(folder))
    uncertain = [move for move in moves if move[0].get("is_uncertain") == "1"]
    certain = [move for move in moves if move[0].get("is_uncertain") != "1"]
    losses = [move for move in certain if int(move[0]["loss_cp"]) >= LOSS_CP][: options.count]
    judge = Judge(options.stockfish, options.nodes, options.cache)

    def checked(move):
        row, fen, played = move
        best = judge.score(fen, first_choice(row, fen))
        return int(row["loss_cp"]), best, judge.score(fen, played)

    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(checked, losses))
    judge.close()
    mates = [one for one in results if max(abs(one[1]), abs(one[2])) > 9_000]
    apart = [one for one in results if abs(one[0] - (one[1] - one[2])) > APART_CP]
    false = [one for one in apart if one[0] > one[1] - one[2]]
    small = [one for one in results if one[1] - one[2] < LOSS_CP / 2]

    def share(some):
        return f"{len(some)} of {len(results)}: {100 * len(some) / max(len(results), 1):.1f} %"

    print(f"{len(moves)} counted moves, {len(uncertain)} of them uncertain")
    print(f"losses of {LOSS_CP} or more looked at: {len(results)}")
    print(f"contradicted, more than {APART_CP} apart: {share(apart)}")
    print(f"of these Stockfish sees a mate: {share([one for one in apart if one in mates])}")
    print(f"false, ours greater by more than {APART_CP}: {share(false)}")
    print(f"Stockfish sees less than {LOSS_CP // 2}: {share(small)}")
    for bound in [200, 300, 500]:
        within = [one for one in results if one[0] < bound]
        wrong = [one for one in apart if one[0] < bound]
        print(f"contradicted among losses below {bound}: {len(wrong)} of {len(within)}")
    if options.below is not None and 100 * len(apart) >= options.below * len(results):
        sys.exit(f"expected fewer than {options.below} % contradicted")


if __name__ == "__main__":
    main()
