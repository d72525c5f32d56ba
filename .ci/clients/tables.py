#!/usr/bin/env python3
"""Compares an engine's root moves with python-chess's reading of Syzygy tables.

    tables.py ENGINE FOLDER [POSITIONS]

Positions of three and four men at random, with any number of plies since the
last capture or pawn move. The engine shows every legal move with its outcome;
python-chess, which reads the same files by a program of its own, says what each
comes to under the fifty-move rule. The engine's first move must keep the best
outcome. Where python-chess cannot tell, since tables may count in moves, either
answer does. Exit 0, or 1 and one line.
"""

import collections
import random
import sys

from driver import Failure, check, deadline  # isort: skip  (finds python-chess)

import chess
import chess.engine
import chess.syzygy

WIN, CURSED, DRAW, BLESSED, LOSS = "win", "cursed win", "draw", "blessed loss", "loss"
ORDER = [LOSS, BLESSED, DRAW, CURSED, WIN]
OF_WDL = {2: WIN, 1: CURSED, 0: DRAW, -1: BLESSED, -2: LOSS}
FIFTY_MOVES = 100


def scattered(rng):
    """A legal position of few men in which the game is not over."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2 : rng.choice([3, 4, 4, 4])]:
            kind = rng.choice([chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
            board.set_piece_at(square, chess.Piece(kind, rng.choice(chess.COLORS)))
        board.turn = rng.choice(chess.COLORS)
        board.halfmove_clock = rng.choice([0, rng.randrange(100), rng.randrange(50, 100)])
        if board.is_valid() and not board.is_game_over(claim_draw=True):
            return board


def outcomes(tables, board, move):
    """What a move may come to, from the mover's point of view."""
    after = board.copy()
    after.push(move)
    if after.is_checkmate():
        return {WIN}
    over = after.is_stalemate() or after.is_insufficient_material()
    if over or after.halfmove_clock >= FIFTY_MOVES:
        return {DRAW}
    if after.halfmove_clock == 0:
        return {OF_WDL[-tables.probe_wdl(after)]}
    dtz = -tables.probe_dtz(after)
    if dtz == 0:
        return {DRAW}
    total = abs(dtz) + 1 + board.halfmove_clock
    in_time, late = (WIN, CURSED) if dtz > 0 else (LOSS, BLESSED)
    if total == FIFTY_MOVES:
        return {in_time, late}
    return {in_time if total < FIFTY_MOVES else late}


def outcome_of(score):
    """The outcome that the engine's score stands for."""
    if score.is_mate():
        return WIN if score > chess.engine.Cp(0) else LOSS
    points = score.score()
    named = {0: DRAW, 1: CURSED, -1: BLESSED}
    if points in named:
        return named[points]
    check(abs(points) > 25_000, f"a score of {points} says no outcome")
    return WIN if points > 0 else LOSS


def compare(engine, tables, board, seen):
    expected = {move: outcomes(tables, board, move) for move in board.legal_moves}
    lines = engine.analyse(board, chess.engine.Limit(depth=1), multipv=256, game=object())
    found = {line["pv"][0]: outcome_of(line["score"].relative) for line in lines}
    check(found.keys() == expected.keys(), f"{board.fen()}: not every move is shown")
    for move, outcome in found.items():
        wanted = " or ".join(sorted(expected[move]))
        check(outcome in expected[move], f"{board.fen()}: {move} is a {wanted}, shown as {outcome}")
    best = max(min(map(ORDER.index, of)) for of in expected.values())
    first = lines[0]["pv"][0]
    reached = max(map(ORDER.index, expected[first]))
    check(reached >= best, f"{board.fen()}: {first} gives a {ORDER[best]} away")
    played = engine.play(board, chess.engine.Limit(depth=4), game=object()).move
    reached = max(map(ORDER.index, expected[played]))
    check(reached >= best, f"{board.fen()}: {played} gives a {ORDER[best]} away")
    seen[found[first]] += 1


def main():
    check(len(sys.argv) in (3, 4), "usage: tables.py ENGINE FOLDER [POSITIONS]")
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 3_000
    rng = random.Random(34)
    seen = collections.Counter()
    with (
        deadline(1_800, "all positions"),
        chess.syzygy.open_tablebase(sys.argv[2]) as tables,
        chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine,
    ):
        engine.configure({"SyzygyPath": sys.argv[2], "Hash": 1})
        for _ in range(count):
            compare(engine, tables, scattered(rng), seen)
    for outcome in ORDER:
        check(seen[outcome] > 0, f"no {outcome} among {count} positions")
    text = ", ".join(f"{seen[outcome]} {outcome}" for outcome in reversed(ORDER))
    print(f"{count} positions, each move as python-chess has it; best: {text}")


try:
    main()
except Failure as failure:
    sys.exit(f"tables.py: {failure}")
