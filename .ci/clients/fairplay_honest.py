#!/usr/bin/env python3
"""Strong human play from before computers must not be accused: looks.

    fairplay_honest.py PLUMB GAMES.pgn[.xz] [PLAYERS] [EACH]

Draws PLAYERS (12) of the file's players by a hash of the name, of those with at
least EACH (5) games of 30 plies and more, and EACH games of each by a hash of
the game; a player's own games are never in the reference that the player stands
beside. Runs `plumb fairplay --profile screen` over them, and demands that every
game is read and has all its records, that no figure stands on fewer moves than
its gate, that nothing is said of a player with fewer than three games, that most
of the players drawn are compared (three games with enough counted moves each are
needed), that the report accuses nobody, and that among so many average players
what the rarest of them shows is to be expected. Prints how often the players
drawn come out as rare as one in 5, 20 and 100: of honest average players it
should be no more often than that. Names are never printed.
"""

import hashlib
import json
import lzma
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

RARITIES = [0.2, 0.05, 0.01]
FIGURES = ["first_choice", "equal", "average_error", "capped_loss"]
# What is expected less often than this among so many would single out a player.
SINGLED_OUT = 0.05
LEAST_PLIES = 30


def games_of(path):
    """The file's games, one after the other."""
    opened = lzma.open(path, "rt", encoding="latin-1") if path.suffix == ".xz" else path.open(encoding="latin-1")
    with opened as file:
        game = []
        for line in file:
            if line.startswith("[Event ") and game:
                yield "".join(game)
                game = []
            game.append(line)
        if game:
            yield "".join(game)


def order(text):
    """Where something comes in an order that has nothing to do with what it says."""
    return hashlib.sha256(text.encode()).digest()


def sides(game):
    return re.findall(r'^\[(?:White|Black) "(.+)"\]', game, re.M)


def plies(game):
    """About how many plies a game has, by its last move's number."""
    numbers = re.findall(r"(\d+)\.", game[-200:])
    return 2 * int(numbers[-1]) if numbers else 0


def drawn(path, players, each):
    """Games of so many players, so many of each, in the file's order, and the players."""
    of_player = defaultdict(list)
    for place, game in enumerate(games_of(path)):
        if plies(game) > LEAST_PLIES:
            for player in sides(game):
                of_player[player].append((order(game), place))
    enough = [player for player, games in of_player.items() if len(games) >= each]
    chosen = set(sorted(enough, key=order)[:players])
    places = {place for player in chosen for _, place in sorted(of_player[player])[:each]}
    return [game for place, game in enumerate(games_of(path)) if place in places], chosen


def gated(value, where):
    """Every list of figures has at least as many moves as its gate."""
    if isinstance(value, list):
        for item in value:
            yield from gated(item, where)
    elif isinstance(value, dict):
        gate = value.get("gate", where)
        core = value.get("figures")
        if isinstance(core, dict) and "first_choice" in core:
            yield core["moves"], gate
        for item in value.values():
            yield from gated(item, gate)


def main():
    plumb, path = sys.argv[1], Path(sys.argv[2])
    players, each = (int(text) for text in (sys.argv[3:] + ["12", "5"][len(sys.argv) - 3 :])[:2])
    chosen_games, chosen = drawn(path, players, each)
    with tempfile.TemporaryDirectory() as scratch:
        games, out = Path(scratch, "games.pgn"), Path(scratch, "out")
        games.write_text("".join(chosen_games), encoding="latin-1")
        command = [plumb, "fairplay", games, "--profile", "screen", "--out", out]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in (out / "report.jsonl").open()]
        texts = [(out / name).read_text() for name in ["report.html", "games.pgn"]]
    head, mistakes = lines[0], []
    by_kind = {kind: [line for line in lines if line["kind"] == kind] for kind in ["game", "player", "problem"]}
    if head["reference"] is None:
        print(f"nothing to compare with: {head['no_reference']}")
    # A game that is there twice is left out once.
    unread = [problem for problem in by_kind["problem"] if not problem["reason"].endswith(" again")]
    if unread:
        mistakes.append(f"{len(unread)} games could not be read")
    for game in by_kind["game"]:
        if game["failure"] or "u" in game["trace"]:
            mistakes.append(f"game {game['id']} has no record of some moves")
    checked = 0
    for line in lines:
        for moves, gate in gated(line, 0):
            checked += 1
            if moves < gate:
                mistakes.append(f"figures of {moves} moves below the gate of {gate}")
    for text in texts:
        found = re.search(r"\b(cheat\w*|suspic\w*|guilt\w*|unfair|engine user)\b", text, re.I)
        if found:
            mistakes.append(f"a report says {found[0]!r}")
    for player in by_kind["player"]:
        if player["common"] and (player["player"]["games"] < 3 or player["player"]["counted"] < 30):
            mistakes.append("something is said of a player with too little")
    of_chosen = [player for player in by_kind["player"] if player["name"] in chosen]
    if len(of_chosen) < len(chosen):
        mistakes.append(f"{len(chosen) - len(of_chosen)} players drawn are not in the report")
    common = [player["common"] for player in of_chosen if player["common"]]
    if head["reference"] and 2 * len(common) <= len(chosen):
        mistakes.append("too few of the players drawn are compared")
    least = min((player["expected_if_average"] for player in common), default=None)
    print(
        f"{len(by_kind['game'])} games of {head['players']} players, {checked} lists of figures at or above their gates; "
        f"{len(common)} of {len(chosen)} players drawn compared"
    )
    for rarity in RARITIES:
        shares = [sum(player[name]["share"] <= rarity for player in common) for name in FIGURES]
        parts = ", ".join(f"{name} {count}" for name, count in zip(FIGURES, shares))
        print(f"as rare as 1 in {round(1 / rarity)}: expected at most {rarity * len(common):.1f}; {parts}")
    if least is not None:
        print(f"the rarest figure of all: {least:.2f} such are expected if all compared were average players from before 1990")
        if least < SINGLED_OUT:
            mistakes.append("the report singles somebody out")
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    sys.exit(1 if mistakes else 0)


main()
