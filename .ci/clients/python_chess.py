#!/usr/bin/env python3
"""Drives an engine with python-chess, over UCI and over the XBoard protocol.

    python_chess.py ENGINE [--only uci|xboard] [--lenient] [--log FILE]

A whole game of the engine against itself in each protocol, then analysis,
limits, Chess960, options, ping and quit. ENGINE may be a command with
arguments. A warning that python-chess logs (an illegal PV, a line out of
place) is a failure like any other. --lenient skips what the engine does not
declare, for trying the script on other engines. Exit 0, or 1 and one line.
"""

import argparse
import asyncio
import concurrent.futures
import logging
import os
import shlex
import sys
import time

# First: finds python-chess, or says that it is missing.
from driver import Driver, Failure, Watch, check, deadline  # isort: skip

import chess
import chess.engine
from chess.engine import Limit, Mate

MAX_PLIES = 300
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
MATE_IN_2 = "7k/8/8/8/8/1R6/R7/K7 w - - 0 1"
# Both sides may castle at once, in both directions, with rooks off the corners.
CHESS960 = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1"


# Checks of both protocols


def game(driver):
    """The engine against itself: by turns a clock, a clock with pondering, fixed time."""
    sides = {chess.WHITE: driver.start(), chess.BLACK: driver.start()}
    board = chess.Board()
    token = object()
    clock = {chess.WHITE: 5.0, chess.BLACK: 5.0}
    increment = 0.05
    lag = 0.1  # of a busy machine, as tournament managers allow
    while board.ply() < MAX_PLIES and not board.is_game_over(claim_draw=True):
        ply, turn = board.ply(), board.turn
        phase = ply // 12 % 3
        timed = phase < 2
        if timed:
            limit = Limit(
                white_clock=clock[chess.WHITE],
                black_clock=clock[chess.BLACK],
                white_inc=increment,
                black_inc=increment,
                clock_id=token,
            )
        else:
            limit = Limit(time=0.02)
        with deadline(20, f"move {board.fullmove_number}"):
            began = time.monotonic()
            result = sides[turn].play(
                board, limit, game=token, info=chess.engine.INFO_ALL, ponder=phase == 1
            )
            spent = time.monotonic() - began
        if result.resigned:
            break
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        if timed:
            check(spent < clock[turn] + lag, f"lost on time at ply {ply} in {board.fen()}")
            clock[turn] = max(0.0, clock[turn] - spent) + increment
        else:
            check(spent < 1.0, f"{spent:.2f} s for a move of 0.02 s in {board.fen()}")
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    for engine in sides.values():
        with deadline(20, "the end of the game"):
            engine.send_game_result(board)
            engine.ping()
            driver.quit(engine)
    if outcome:
        end = f"{outcome.result()} by {outcome.termination.name.lower()}"
    else:
        end = "resigned" if result.resigned else "stopped at the last ply"
    return f"{board.ply()} plies, {end}"


def check_pv(board, pv, what):
    check(pv, f"{what}: no PV")
    board = board.copy()
    for move in pv:
        check(board.is_legal(move), f"{what}: {move} is illegal in {board.fen()}")
        board.push(move)


def chess960(engine, plies=16):
    """A few moves from a Chess960 position; returns it and its queen-side castling move."""
    board = chess.Board(CHESS960, chess960=True)
    token = object()
    for _ in range(plies):
        result = engine.play(board, Limit(time=0.02), game=token)
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        board.push(result.move)
    start = chess.Board(CHESS960, chess960=True)
    return start, start.parse_san("O-O-O")


def tutored(driver, heading):
    """The same moves with the tutor and without; what is said reaches python-chess."""
    played, words = {}, {}

    def said():
        return [line for line in driver.watch.words if heading in line]

    for on in (False, True):
        engine, board, token = driver.start(), chess.Board(), object()
        engine.configure({"TutorMode": on})
        moves, driver.watch.words = [], []
        for _ in range(6):
            # The user has the alphabet's choice.
            board.push(min(board.legal_moves, key=chess.Move.uci))
            result = engine.play(board, Limit(depth=8, time=20), game=token, info=chess.engine.INFO_ALL)
            moves.append(result.move)
            board.push(result.move)
            heard = time.monotonic() + 10
            while on and len(said()) < len(moves) and time.monotonic() < heard:
                time.sleep(0.05)
        driver.quit(engine)
        played[on], words[on] = moves, said()
    check(played[True] == played[False], f"with the tutor {played[True]}, without {played[False]}")
    check(not words[False], f"without the tutor it said {words[False][:1]}")
    check(len(words[True]) == 6, f"{len(words[True])} of 6 moves got {heading!r}")
    return f"{len(words[True])} explanations"


# UCI


def uci(driver):
    done = [game(driver)]
    sent = driver.watch.sent
    driver.lacks(sent.get("go ponder"), "moves to ponder on")
    done[0] += f", pondered {sent.get('go ponder', 0)} times, {sent.get('ponderhit', 0)} hits"

    engine = driver.start()
    check(engine.id.get("name") and engine.id.get("author"), "no id name or id author")
    with deadline(20, "options"):
        for name, value in {"Hash": 8, "Move Overhead": 20}.items():
            if not driver.lacks(name in engine.options, f"option {name}"):
                engine.configure({name: value})
        engine.ping()
    with deadline(60, "analysis"):
        uci_analysis(driver, engine)
    with deadline(60, "limits"):
        uci_limits(engine)
    if not driver.lacks("TutorMode" in engine.options, "option TutorMode"):
        with deadline(120, "the tutor"):
            done.append(tutored(driver, "info string My move: "))
    if not driver.lacks("UCI_Chess960" in engine.options, "option UCI_Chess960"):
        with deadline(60, "Chess960"):
            board, castle = chess960(engine)
            result = engine.play(board, Limit(depth=2), root_moves=[castle])
            check(result.move == castle, f"Chess960: castling came back as {result.move}")
            done.append("Chess960")
    with deadline(20, "quit"):
        engine.ping()
        driver.quit(engine)
        engine = driver.start()
        engine.analysis(chess.Board())
        time.sleep(0.1)
        driver.quit(engine)
    return done + ["MultiPV 3", "limits", "quit"]


def uci_analysis(driver, engine):
    board = chess.Board(MIDDLEGAME)
    if not driver.lacks("MultiPV" in engine.options, "option MultiPV"):
        lines = engine.analyse(board, Limit(depth=7), multipv=3)
        check(len(lines) == 3, f"MultiPV 3 gave {len(lines)} lines")
        for number, line in enumerate(lines, 1):
            check_pv(board, line.get("pv"), f"line {number}")
        check([line.get("multipv") for line in lines] == [1, 2, 3], "lines not numbered 1, 2, 3")
        depths = [line.get("depth") for line in lines]
        check(depths == [7, 7, 7], f"depths {depths}, expected 7")
        scores = [line["score"].relative for line in lines]
        check(scores == sorted(scores, reverse=True), f"lines not ordered by score: {scores}")
        check(len({line["pv"][0] for line in lines}) == 3, "two lines begin with the same move")
    # Infinite until stopped; the best move is the last line's.
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("pv") and info.get("depth", 0) >= 5:
                break
        analysis.stop()
        best = analysis.wait()
    check_pv(board, analysis.info.get("pv"), "infinite analysis")
    check(best.move == analysis.info["pv"][0], f"bestmove {best.move} is not the PV's first")


def uci_limits(engine):
    board = chess.Board(MIDDLEGAME)
    every = chess.engine.INFO_ALL
    wanted = [chess.Move.from_uci("h2h4"), chess.Move.from_uci("a2a3")]
    result = engine.play(board, Limit(depth=5), root_moves=wanted)
    check(result.move in wanted, f"searchmoves h2h4 a2a3 played {result.move}")
    result = engine.play(board, Limit(depth=6), info=every)
    check(result.info.get("depth") == 6, f"depth 6 ended at depth {result.info.get('depth')}")
    result = engine.play(board, Limit(nodes=20000), info=every)
    nodes = result.info.get("nodes", 0)
    check(0 < nodes <= 30000, f"nodes 20000 searched {nodes}")
    result = engine.play(chess.Board(MATE_IN_2), Limit(mate=2), info=every)
    score = result.info["score"].relative
    check(score == Mate(2), f"mate 2 ended with {score}")
    result = engine.play(board, Limit(white_clock=0.001, black_clock=0.001))
    check(result.move in board.legal_moves, "no legal move with 1 ms left")


# The XBoard protocol


def xboard(driver):
    done = [game(driver)]
    engine = driver.start()
    features = engine.protocol.features
    check(engine.id.get("name"), "no feature myname")
    with deadline(20, "options"):
        if not driver.lacks("memory" in engine.options, "feature memory"):
            engine.configure({"memory": 8})
        overhead = [name for name in engine.options if name.lower() == "moveoverhead"]
        if not driver.lacks(overhead, "option MoveOverhead"):
            engine.configure({overhead[0]: 20})
        engine.ping()
    with deadline(60, "analysis"):
        xboard_analysis(driver, engine, features)
    if not driver.lacks("TutorMode" in engine.options, "option TutorMode"):
        with deadline(120, "the tutor"):
            done.append(tutored(driver, "\t(My move: "))
    if not driver.lacks("fischerandom" in str(features.get("variants")), "variant fischerandom"):
        with deadline(60, "Chess960"):
            board, castle = chess960(engine)
            if features.get("exclude", 0):
                info = engine.analyse(board, Limit(time=0.2), root_moves=[castle])
                check(info["pv"][0] == castle, f"Chess960: castling came back as {info['pv'][0]}")
            done.append("Chess960")
    with deadline(60, "limits"):
        xboard_limits(driver, engine, features)
    with deadline(20, "quit"):
        engine.ping()
        driver.quit(engine)
        engine = driver.start()
        engine.analysis(chess.Board())
        time.sleep(0.1)
        driver.quit(engine)
    return done + ["analysis", "limits", "quit"]


def xboard_analysis(driver, engine, features):
    if driver.lacks(features.get("analyze", 1), "feature analyze"):
        return
    board = chess.Board(MIDDLEGAME)
    info = engine.analyse(board, Limit(depth=6, time=10))
    check(info.get("depth", 0) >= 6, f"analysis ended at depth {info.get('depth')}")
    check(info.get("nodes", 0) > 0 and "score" in info, "analysis without nodes or score")
    check_pv(board, info.get("pv"), "analysis")
    # Elsewhere and on through a move, in the same session.
    board.push(info["pv"][0])
    check_pv(board, engine.analyse(board, Limit(time=0.3)).get("pv"), "analysis after a move")
    info = engine.analyse(chess.Board(MATE_IN_2), Limit(mate=2, time=10))
    check(info["score"].relative == Mate(2), f"mate in 2 scored {info['score'].relative}")
    if not driver.lacks(features.get("exclude", 0), "feature exclude"):
        board = chess.Board(MIDDLEGAME)
        wanted = [chess.Move.from_uci("h2h4"), chess.Move.from_uci("a2a3")]
        info = engine.analyse(board, Limit(time=0.3), root_moves=wanted)
        check(info["pv"][0] in wanted, f"include h2h4 a2a3 analysed {info['pv'][0]}")


def xboard_limits(driver, engine, features):
    """Last, since python-chess never takes back its `nps 1`."""
    board = chess.Board(MIDDLEGAME)
    every = chess.engine.INFO_ALL
    result = engine.play(board, Limit(depth=5, time=10), game="depth", info=every)
    depth = result.info.get("depth")
    check(depth == 5, f"sd 5 ended at depth {depth}")
    began = time.monotonic()
    engine.play(board, Limit(time=0.25), game="time")
    spent = time.monotonic() - began
    check(spent < 1.5, f"st 0.25 took {spent:.2f} s")
    if not driver.lacks(features.get("nps", 0), "feature nps=1"):
        result = engine.play(board, Limit(nodes=20000), game="nodes", info=every)
        nodes = result.info.get("nodes", 0)
        check(0 < nodes <= 30000, f"nps 1, st 20000 searched {nodes} nodes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--only", choices=["uci", "xboard"])
    parser.add_argument("--lenient", action="store_true", help="skip what the engine lacks")
    parser.add_argument("--log", help="file for everything said in both directions")
    args = parser.parse_args()

    command = shlex.split(args.engine)
    watch = Watch(args.log)
    logger = logging.getLogger("chess.engine")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(watch)
    logger.propagate = False
    logging.getLogger("asyncio").disabled = True
    for protocol, run in {"uci": uci, "xboard": xboard}.items():
        if args.only not in (None, protocol):
            continue
        watch.warnings.clear()
        driver = Driver(protocol, command, watch, args.lenient)
        began = time.monotonic()
        error = None
        try:
            done = run(driver)
        except Failure as failure:
            error = failure
        except (asyncio.TimeoutError, concurrent.futures.TimeoutError):
            error = f"no answer in time to {watch.last_sent!r}"
        except Exception as exception:  # python-chess's own, OS errors
            error = f"{type(exception).__name__}: {exception}"
        finally:
            driver.kill_all()
        error = error or (watch.warnings and watch.warnings[0])
        if error:
            first = str(error).splitlines()[0] if str(error) else "unknown"
            print(f"python_chess.py: {protocol}: {first}", file=sys.stderr)
            return 1
        skipped = f" (skipped: {', '.join(driver.skipped)})" if driver.skipped else ""
        seconds = time.monotonic() - began
        print(f"python_chess.py: {protocol}: {'; '.join(done)}{skipped} in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # without waiting for the threads of engines that were killed
