#!/usr/bin/env python3
"""fairplay_players.py PLUMB GAMES.pgn PLAYERS [PLIES [FOLDER]]: `plumb fairplay merge` of made-up
players: a few real games are searched (`--format shard`), and their first PLIES plies (60) are
played again by so many players, two games each, whose names and events are made up. Records belong
to positions, so that only the first games need any. The report is left in FOLDER. Prints the most memory of the merge (resident),
its seconds, and the most room that files without a name took, which is what it adds up on disk.
Fails if memory is above LIMIT_MB or a player is missing."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

from memory import peak_mb

LIMIT_MB = 2048
# Players of an event, so that there are many events as well.
EVENT_PLAYERS = 200


def lines(shard, players, plies):
    """The lines of a share: its head, the real games, and those of made-up players."""
    head, *games = [json.loads(line) for line in shard.splitlines()]
    games = [game for game in games if game["kind"] == "game" and len(game["moves"]) >= plies]
    head["games"] = len(games) + players
    head["players"] = players
    yield json.dumps(head)
    for number, game in enumerate(games):
        game["number"], game["moves"] = number + 1, game["moves"][:plies]
        game["records"] = [record for record in game["records"] if record["ply"] <= plies]
        yield json.dumps(game)
    rng = random.Random(1)
    order = list(range(players))
    for half in range(2):
        # Nobody meets himself, and everybody plays once in each half.
        rng.shuffle(order)
        for place in range(0, players - 1, 2):
            white, black = order[place], order[place + 1]
            number = len(games) + half * (players // 2) + place // 2 + 1
            game = games[number % len(games)]
            tags = [
                ["Event", f"Made up {number * 2 // EVENT_PLAYERS}"],
                ["White", f"Player {white}"],
                ["Black", f"Player {black}"],
                ["WhiteElo", str(1500 + white % 1000)],
                ["BlackElo", str(1500 + black % 1000)],
            ]
            yield json.dumps(
                {
                    **game,
                    "number": number,
                    "line": number,
                    "tags": tags,
                    "records": [],
                }
            )


def unnamed_mb(pid):
    """The files of a process that have no name any more, in MB."""
    size = 0
    try:
        for file in os.scandir(f"/proc/{pid}/fd"):
            if os.readlink(file.path).endswith(" (deleted)"):
                size += os.stat(file.path).st_blocks * 512
    except OSError:
        pass
    return size / 1e6


def main():
    plumb, pgn, players = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]) // 2 * 2
    plies = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    keep = sys.argv[5] if len(sys.argv) > 5 else None
    command = [plumb, "fairplay", pgn, "--profile", "screen", "--shard", "0/1", "--format", "shard"]
    shard = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    searched = os.times().children_user
    with tempfile.TemporaryDirectory() as folder:
        out = keep or os.path.join(folder, "merged")
        path = os.path.join(folder, "share.jsonl")
        with open(path, "w", encoding="utf-8") as share:
            share.writelines(line + "\n" for line in lines(shard, players, plies))
        begin = time.perf_counter()
        process = subprocess.Popen(
            [plumb, "fairplay", "merge", path, "--out", out],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        peak, disk = 0, 0
        while process.poll() is None:
            peak, disk = max(peak, peak_mb(process.pid)), max(disk, unnamed_mb(process.pid))
            time.sleep(0.2)
        seconds = time.perf_counter() - begin
        if process.returncode:
            sys.exit(f"fairplay_players.py: {process.stderr.read().decode(errors='replace')}")
        with open(os.path.join(out, "report.jsonl"), encoding="utf-8") as report:
            found = sum('"kind":"player"' in line for line in report)
    user = os.times().children_user - searched
    print(
        f"fairplay_players.py: {found} players: at most {peak:.0f} MB, {seconds:.0f} s "
        f"({user:.0f} s of a processor), {disk:.0f} MB in temporary files"
    )
    if peak > LIMIT_MB or found < players:
        sys.exit(f"fairplay_players.py: expected at most {LIMIT_MB} MB and {players} players")


if __name__ == "__main__":
    main()
