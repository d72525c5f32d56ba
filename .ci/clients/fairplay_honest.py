#!/usr/bin/env python3
"""Strong human play from before computers must not be accused: looks.

    fairplay_honest.py PLUMB GAMES.pgn[.xz] [EVERY] [SKIP]

Runs `plumb fairplay --profile screen` over every EVERYth game (1600) of the
file after its first SKIP ones (40), so that other games are looked at than the
reference was made of, and demands that every game is read and has all its
records, that no figure stands on fewer moves than its gate, that nothing is said
of a player with fewer than three games, that the report accuses nobody, and that among so
many average players what the rarest of them shows is to be expected.
Prints how often players come out as rare as one in 5, 20 and 100: of honest
players it should be no more often than that. Names are never printed.
"""

import json
import lzma
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RARITIES = [0.2, 0.05, 0.01]
FIGURES = ["first_choice", "equal", "average_error", "capped_loss"]
# What is expected less often than this among so many would single out a player.
SINGLED_OUT = 0.05


def skipping(path, games):
    """The text of the file after so many games."""
    opened = lzma.open(path, "rb") if path.suffix == ".xz" else path.open("rb")
    with opened as file:
        for line in file:
            if games <= 0:
                yield line
            elif line.startswith(b"[Event "):
                games -= 1
                if games == 0:
                    yield line


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
    every, skip = (int(text) for text in (sys.argv[3:] + ["1600", "40"][len(sys.argv) - 3 :])[:2])
    with tempfile.TemporaryDirectory() as scratch:
        games, out = Path(scratch, "games.pgn"), Path(scratch, "out")
        with games.open("wb") as file:
            file.writelines(skipping(path, skip))
        command = [plumb, "fairplay", games, "--profile", "screen", "--every", str(every), "--min-plies", "30", "--out", out]
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
    common = [player["common"] for player in by_kind["player"] if player["common"]]
    for player in by_kind["player"]:
        if player["common"] and (player["player"]["games"] < 3 or player["player"]["counted"] < 30):
            mistakes.append("something is said of a player with too little")
    least = min((player["expected_if_average"] for player in common), default=None)
    print(
        f"{len(by_kind['game'])} games of {head['players']} players, {checked} lists of figures at or above their gates; "
        f"{len(common)} players with 3 games or more compared"
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
