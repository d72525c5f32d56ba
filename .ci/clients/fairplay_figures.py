#!/usr/bin/env python3
"""Computes the figures of fair play once more, with none of Plumb's code, and compares.

    fairplay_figures.py PLUMB STOCKFISH [GAMES.pgn...] [--depth D] [--nnue]
        [--book-plies N] [--rules NAME...]

python-chess reads the games and asks Stockfish (one thread, a fixed depth, told
of a new game before each search) about every move; MM, T1 to T5, CV, AE, ACPL
and the losses come from these answers by the definitions in
docs/fairplay_metrics.md, and so does why a move is left out. Then
`plumb fairplay --engine` goes through the same games. Of its report only what
it concludes is read: traces, counts and means of each side, player, his
opponents and the field have to be the same by every rule set. Without games,
a few of players long dead and some made up to be awkward. Exit 0, or 1 and one
line for each difference.
"""

import argparse
import json
import logging
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess.engine
import chess.pgn

from awkward_games import AWKWARD
from fairplay_moves import LINES, REASONS, Judge, moves_of

HASH_MB = 8
GAME_GATE, PLAYER_GATE, PLAYER_GAMES = 10, 30, 2
STEPS_CP = [0, 10, 25, 50, 100, 200, 500]
# What burnham divides by: whether a move is in it, by its reason for being left out.
BURNHAM = {
    "after_book": lambda move, reason: reason in (None, "decided"),
    "counted": lambda move, reason: reason is None,
    "not_worse": lambda move, reason: reason is None and move.drop <= 0,
    "critical": lambda move, reason: reason is None and move.drop <= 0 and move.is_critical,
}


def figures(moves, gate):
    """The figures of these moves, under the names that the report has for them."""
    if len(moves) < gate or all(move.is_uncertain for move in moves):
        return None

    def share(wanted, moves=moves):
        count = sum(map(wanted, moves))
        return {"count": count, "of": len(moves), "share": count / len(moves)}

    def mean(values):
        return {"count": len(values), "mean": statistics.fmean(values), "sd": statistics.stdev(values)}

    found = {"moves": len(moves), "disputed": sum(move.is_disputed for move in moves)}
    found["first_choice"] = share(lambda move: move.is_first)
    found["top"] = [share(lambda move: move.is_first or k > 1 and move.rank <= k) for k in range(1, LINES + 1)]
    found["equal"] = share(lambda move: move.is_equal)
    # Uncertain losses are counted, and in no figure of losses.
    certain = [move for move in moves if not move.is_uncertain]
    found["uncertain"] = len(moves) - len(certain)
    found["average_error_cp"] = mean([move.loss for move in certain])
    found["capped_loss_cp"] = mean([move.capped for move in certain])
    found["losses"] = [{"above_cp": cp, "share": share(lambda move: move.loss > cp, certain)} for cp in STEPS_CP]
    return found


def player_of(sides, rules):
    """The same of a player's sides of games: fewer than two with enough moves name nobody."""
    enough = sum(sum(move.by(rules).excluded(rules) is None for move in side) >= GAME_GATE for side in sides)
    moves = [move for side in sides for move in side]
    return whole(moves, rules, PLAYER_GATE, math.inf if enough < PLAYER_GAMES else None)


def whole(moves, rules, gate, needed=None):
    """Everything that is compared of a side, a player or a field."""
    moves = [move.by(rules) for move in moves]
    reasons = [move.excluded(rules) for move in moves]
    divisors = BURNHAM if rules == "burnham" else ["counted"]
    core = []
    for divisor in divisors:
        admitted = [m for m, r in zip(moves, reasons) if BURNHAM[divisor](m, r)]
        core.append({"denominator": divisor, "moves": len(admitted), "figures": figures(admitted, needed or gate)})
    counted = reasons.count(None)
    excluded = dict(Counter(reason for reason in reasons if reason))
    return {"moves": len(moves), "counted": counted, "excluded": excluded, "gate": gate, "core": core}


def differences(where, mine, theirs):
    """Whatever of `mine` is not the same in `theirs`, which may have more."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        # Reasons that do not occur here must not occur there.
        keys = mine.keys() | theirs.keys() if where.endswith("excluded") else mine
        for key in keys:
            yield from differences(f"{where} {key}", mine.get(key), theirs.get(key))
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for number, (one, other) in enumerate(zip(mine, theirs), 1):
            yield from differences(f"{where} {number}", one, other)
    elif isinstance(mine, float) and isinstance(theirs, (int, float)):
        if not math.isclose(mine, theirs, rel_tol=1e-12, abs_tol=1e-9):
            yield f"{where}: {mine} here, {theirs} from plumb"
    elif mine != theirs:
        yield f"{where}: {mine} here, {theirs} from plumb"


def compare(games, report, rules):
    """Every difference between our moves and Plumb's report."""
    theirs = {kind: {} for kind in ("game", "player", "field")}
    for line in report.read_text().splitlines():
        record = json.loads(line)
        key = {"game": record.get("number"), "player": record.get("name")}.get(record["kind"])
        theirs.setdefault(record["kind"], {})[key] = record
    if theirs["game"].keys() != games.keys():
        yield f"games {sorted(games)} here, {sorted(theirs['game'])} from plumb"
        return
    own, opponents, everybody = {}, {}, []
    for number, (headers, moves) in games.items():
        found = theirs["game"][number]
        trace = "".join(move.by(rules).letter(rules) for move in moves)
        yield from differences(f"game {number} trace", trace, found["trace"])
        for name, is_white in (("white", True), ("black", False)):
            side = [move for move in moves if move.white == is_white]
            where = f"game {number} {name}"
            yield from differences(where, whole(side, rules, GAME_GATE), found[f"{name}_figures"])
            everybody += side
            for place, tag in ((own, name), (opponents, {"white": "black", "black": "white"}[name])):
                player = headers.get(tag.capitalize(), "?").strip()
                if player not in ("", "?"):
                    place.setdefault(player, []).append(side)
    if theirs["player"].keys() != own.keys():
        yield f"players {sorted(own)} here, {sorted(theirs['player'])} from plumb"
        return
    for player, sides in own.items():
        found = theirs["player"][player]
        yield from differences(f"player {player}", player_of(sides, rules), found["player"])
        against = whole([move for side in opponents.get(player, []) for move in side], rules, PLAYER_GATE)
        yield from differences(f"opponents of {player}", against, found["opponents"])
    yield from differences("field", whole(everybody, rules, PLAYER_GATE), theirs["field"][None]["figures"])


def read(path):
    """The games that can be read, by their number in the file, as python-chess sees them."""
    lines = path.read_bytes().splitlines(keepends=True)

    def decoded(line):
        try:
            return line.decode()
        except UnicodeDecodeError:
            return line.decode("latin-1")

    with tempfile.TemporaryFile("w+", encoding="utf-8") as text:
        text.writelines(map(decoded, lines))
        text.seek(0)
        number = 0
        while (game := chess.pgn.read_game(text)) is not None:
            number += 1
            if not game.errors:
                yield number, game


def run(options, path, scratch):
    """Differences in all games of a file."""
    with chess.engine.SimpleEngine.popen_uci([options.stockfish], timeout=60) as engine:
        # Later versions have no evaluation but the net.
        nnue = {"Use NNUE": options.nnue} if "Use NNUE" in engine.options else {}
        engine.configure({**nnue, "Threads": 1, "Hash": HASH_MB})
        version = f"{engine.id['name']}{''.join(f', {name} {value}' for name, value in nnue.items())}"
        judge = Judge(engine, options.depth)
        games = {n: (game.headers, moves_of(game, judge, options.book_plies)) for n, game in read(path)}
    config = scratch / "engines.toml"
    config.write_text(
        f'[[engine]]\nname = "Stockfish"\ncommand = {json.dumps(options.stockfish)}\nprotocol = "uci"\n[engine.options]\n'
        + "".join(f"{json.dumps(name)} = {json.dumps(value)}\n" for name, value in nnue.items())
    )
    out = scratch / f"out-{path.stem}"
    command = [options.plumb, "fairplay", "--engine", "Stockfish", "--config", config, "--out", out]
    command += ["--depth", str(options.depth), "--book-plies", str(options.book_plies)]
    found = []
    for rules in options.rules:
        # Records are made the first time; after that only reports are.
        subprocess.run([*command, "--rules", rules, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        found += [f"{rules}: {text}" for text in compare(games, out / "report.jsonl", rules)]
    moves = [move for _, moves in games.values() for move in moves]
    seen = {rules: Counter(move.excluded(rules) or "counted" for move in moves) for rules in options.rules}
    print(f"{path.name}: {version}: {len(games)} games, {len(moves)} moves, counted by", end=" ")
    print(*(f"{rules} {reasons['counted']}" for rules, reasons in seen.items()), sep=", ")
    return found, set().union(*seen.values()) - {"counted"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("plumb", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("stockfish")
    parser.add_argument("games", nargs="*", type=Path)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--nnue", action="store_true")
    parser.add_argument("--book-plies", type=int, default=6)
    parser.add_argument("--rules", nargs="+", default=["barnes", "burnham", "regan", "plumb"])
    options = parser.parse_args()
    places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
    options.stockfish = shutil.which(options.stockfish, path=places) or options.stockfish
    # It logs what is wrong with the game that cannot be read.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        if not options.games:
            options.games = [scratch / "awkward.pgn"]
            options.games[0].write_bytes(AWKWARD.encode("latin-1"))
            wanted = REASONS.keys()
        else:
            wanted = set()
        found, reasons = [], set()
        for path in options.games:
            differences_here, reasons_here = run(options, path, scratch)
            found += differences_here
            reasons |= reasons_here
    if wanted - reasons and len(options.rules) > 2:
        found.append(f"no move is left out for {', '.join(sorted(wanted - reasons))}: nothing was shown for that")
    for text in found[:40]:
        print(f"fairplay_figures.py: {text}")
    if found:
        print(f"fairplay_figures.py: {len(found)} differences")
        return 1
    print(f"figures by {', '.join(options.rules)} are the same, computed twice at depth {options.depth}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"fairplay_figures.py: plumb: {error.stderr.decode().strip()[-500:]}")
    except (driver.Failure, chess.engine.EngineError, OSError) as error:
        sys.exit(f"fairplay_figures.py: {error}")
