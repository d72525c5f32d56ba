#!/usr/bin/env python3
"""Computes evaluation levels from an engine's own info lines, and compares.

    levels.py ENGINE

For each position and move, python-chess searches before and after the move
over UCI, and the vector of levels is made from what the info lines say. It has
to be exactly what `analyse` gives. In both protocols python-chess then drives
the engine before, during and after an `analyse` in the same session, and its
moves are what they would be without. Exit 0, or 1 and one line.
"""

import json
import logging
import subprocess
import sys
import time

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess
import chess.engine

NODES = 60_000
LENGTH = 20
POSITIONS = [
    ("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "f3g5"),
    ("r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/2N1BP2/PPPQ2PP/2KR1B1R b - - 0 10", "g4d7"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "b4f4"),
    ("6rk/6pp/8/6N1/8/8/5PPP/6K1 w - - 0 1", "g5f7"),
    ("r4rk1/ppp2ppp/2n5/3q4/3P4/5N2/PP2QPPP/R1B2RK1 b - - 0 13", "c6d4"),
]


def value(score):
    """Centipawns; a mate in n moves is 10000 - n."""
    mate = score.mate()
    if mate is None:
        return score.score()
    if mate > 0:
        return 10_000 - mate
    return -10_000 - mate


def levels(board, mover, engine):
    """L[d]: the last exact score of selective depth d, gaps filled from deeper."""
    if board.is_checkmate():
        # The move mated: no search says so, the rules do.
        return [10_000 - 1] * LENGTH
    last = {}
    limit = chess.engine.Limit(nodes=NODES)
    with engine.analysis(board, limit, game=object()) as analysis:
        for info in analysis:
            if "seldepth" not in info or "score" not in info:
                continue
            if "lowerbound" in info or "upperbound" in info:
                continue
            last[info["seldepth"]] = from_mover(info["score"], board, mover)
    deepest = max(last)
    vector = []
    for depth in range(1, LENGTH + 1):
        deeper = [d for d in sorted(last) if d >= depth]
        vector.append(last[deeper[0]] if deeper else last[deepest])
    return vector


def from_mover(score, board, mover):
    """The mover's view; after his move a mate he gives takes one move more."""
    pov = score.pov(mover)
    number = value(pov)
    if board.turn != mover and pov.mate() is not None and pov.mate() > 0:
        number -= 1
    return number


def compare(command, engine):
    """The first difference, in one line; nothing if there is none."""
    for fen, played in POSITIONS:
        arguments = [command, "analyse", fen, "--played", played, "--nodes", str(NODES), "--json"]
        run = subprocess.run(arguments, capture_output=True, text=True, check=True)
        record = json.loads(run.stdout)
        board = chess.Board(fen)
        mover = board.turn
        before = levels(board, mover, engine)
        board.push_uci(played)
        after = levels(board, mover, engine)
        for name, mine, theirs in (
            ("before", before, record["best"]["levels"]["values"]),
            ("after", after, record["played"]["search"]["levels"]["values"]),
        ):
            if mine != theirs:
                return f"{fen} {played} {name}: {mine} from info lines, {theirs} from analyse"
    return None


def undisturbed(popen, command):
    """An `analyse` in the middle of a session changes nothing that is played."""
    limit = chess.engine.Limit(nodes=20_000)
    if popen == chess.engine.SimpleEngine.popen_xboard:
        limit = chess.engine.Limit(depth=8)
    moves = []
    with popen([command]) as engine:
        for number in range(3):
            for game, (fen, _) in enumerate(POSITIONS):
                board = chess.Board(fen)
                if number == 1:
                    # The session looks at the position beside what it is asked.
                    send = engine.protocol.send_line
                    engine.protocol.loop.call_soon_threadsafe(send, "analyse nodes 30000")
                result = engine.play(board, limit, game=(number, game))
                if result.move not in board.legal_moves:
                    return f"{fen}: {result.move} is not legal"
                moves.append(result.move)
                if number == 1:
                    # Moves come sooner than an analysis is done, and there is one at a time.
                    time.sleep(2)
            engine.ping()
    third = len(POSITIONS)
    if moves[:third] != moves[third : 2 * third] or moves[:third] != moves[2 * third :]:
        return f"{popen.__name__}: {moves} before, during and after analyses"
    return None


def main():
    command = sys.argv[1]
    # It knows no line of an analysis, and says so of each.
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
    with chess.engine.SimpleEngine.popen_uci([command]) as engine:
        engine.configure({"Threads": 1, "Hash": 16})
        difference = compare(command, engine)
    difference = difference or undisturbed(chess.engine.SimpleEngine.popen_uci, command)
    difference = difference or undisturbed(chess.engine.SimpleEngine.popen_xboard, command)
    if difference:
        print(f"levels.py: {difference}")
        return 1
    print(f"{len(POSITIONS)} positions: levels from info lines and from analyse are the same")
    print("an analysis in the middle of a session changes nothing, in both protocols")
    return 0


if __name__ == "__main__":
    sys.exit(main())
