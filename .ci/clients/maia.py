#!/usr/bin/env python3
"""How often the move that `plumb choices` calls likeliest is the one that was played, beside Maia.

    maia.py PLUMB MOVES.csv EVALUATIONS.csv CHOICE.toml KNOWN.pgn.xz

MOVES.csv has moves of games with the ratings of both players and what nine Maia networks
(1100 to 1900) would have played (11_human_model/03_moves_maia1.csv), EVALUATIONS.csv the same
moves with Stockfish's evaluations (03_moves_stockfish.csv, 15 plies deep). Counted are moves behind the first
16 plies, with a choice, in positions within 300 centipawns of equal. Maia is the network whose
rating is nearest; Plumb gets the rating as its table makes it comparable. The intervals are of
the differences, by drawing whole games again. Games of lichess that are in KNOWN.pgn.xz, the
collection that the model was fitted to parts of, are left out.
"""

import collections
import csv
import json
import lzma
import random
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor

import chess

BANDS = [(600, 1100), (1100, 1400), (1400, 1600), (1600, 1900), (1900, 2300), (2300, 2900)]
NETWORKS = range(1100, 2000, 100)
DRAWS = 1000


def time_class(control):
    """As docs/models.md has it: the time for forty moves."""
    base, _, increment = control.partition("+")
    seconds = float(base) + 40 * float(increment or 0)
    borders = [(180, "bullet"), (480, "blitz"), (1500, "rapid")]
    return next((name for border, name in borders if seconds < border), "classical")


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def games(moves):
    found = collections.defaultdict(list)
    for row in moves:
        found[row["game_id"]].append(row)
    for game in found.values():
        game.sort(key=lambda row: int(row["half_move"]))
        # Some games are there for both of their players.
        yield [row for row in game if row["player"] == game[0]["player"]]


def likeliest(plumb, before, rating):
    rating = min(max(round(rating), 600), 2900)
    command = [plumb, "choices", "--json", "--rating", str(rating)]
    if before:
        command += ["--moves", " ".join(before)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(answer)["moves"][0]["move"]


def judge(plumb, game, evaluations, offsets):
    """For each counted move: its rating, and whether Plumb and Maia have it."""
    board, before, found = chess.Board(), [], []
    for row in game:
        ply = int(row["half_move"])
        if ply != len(before) + 1:
            break
        is_own = (row["player_color"] == "white") == (board.turn == chess.WHITE)
        rating = int(row["player_elo" if is_own else "opponent_elo"])
        cp = evaluations.get((row["game_id"], ply))
        if ply > 16 and board.legal_moves.count() > 1 and cp is not None and abs(cp) < 300:
            played = chess.Move.from_uci(row["move_uci"])
            network = min(NETWORKS, key=lambda network: abs(network - rating))
            maia = chess.Move.from_uci(row[f"move_maia1_{network}"])
            comparable = rating + offsets[time_class(row["time_control"])]
            ours = chess.Move.from_uci(likeliest(plumb, before, comparable))
            found.append((rating, ours == played, maia == played))
        before.append(row["move_uci"])
        board.push_uci(row["move_uci"])
    return found


def line(name, games, draw):
    def sums(games):
        moves = [move for game in games for move in game]
        return len(moves), sum(ours for _, ours, _ in moves), sum(maia for _, _, maia in moves)

    games = [game for game in games if game]
    count, ours, maia = sums(games)
    if count == 0:
        return
    differences = []
    for _ in range(DRAWS):
        drawn = sums(draw.choices(games, k=len(games)))
        differences.append((drawn[1] - drawn[2]) / max(drawn[0], 1))
    differences.sort()
    low, high = (100 * differences[int(DRAWS * part)] for part in (0.025, 0.975))
    share = lambda part: f"{100 * part / count:.1f} %"
    difference = 100 * (ours - maia) / count
    print(f"| {name} | {count} | {share(ours)} | {share(maia)} | {difference:+.1f} ({low:+.1f} to {high:+.1f}) |")


def main():
    plumb, moves, evaluations, table, known = sys.argv[1:]
    with lzma.open(known, "rt", errors="replace") as file:
        fitted = set(re.findall(r"lichess\.org/(\w{8})", file.read()))
    with open(table, "rb") as file:
        offsets = tomllib.load(file)["offsets"]["lichess"]
    judged = {}
    for row in rows(evaluations):
        try:
            judged[row["game_id"], int(row["half_move"])] = float(row["eval_cp_15"])
        except (KeyError, ValueError):
            continue
    all_games = [game for game in games(rows(moves)) if game[0]["game_id"] not in fitted]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda game: judge(plumb, game, judged, offsets), all_games))
    draw = random.Random(1)
    print("| rating | moves | Plumb | Maia | difference |\n|---|---|---|---|---|")
    for low, high in BANDS:
        line(f"{low} to {high - 1}", [[move for move in game if low <= move[0] < high] for game in found], draw)
    line("all", found, draw)
    print(f"\n{len(all_games)} games")


if __name__ == "__main__":
    main()
