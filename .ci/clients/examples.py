#!/usr/bin/env python3
"""Runs every example of README.md and docs/ that begins with `plumb` or `plumb-lab`.

    examples.py ENGINE DATA

They run one after the other in a folder of their own, in the order of the files
below, so that one example makes what the next one reads. What they only name
stands there beforehand, made from the first lines of the collections in DATA.
Large numbers are made small (`SMALLER`), nothing else is changed, and each must
end with exit code 0. Exit 0, or 1 and a line for each that does not.
"""

import lzma
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ["README.md", *(f"docs/{name}.md" for name in (
    "analysis", "evaluation", "explain", "review", "counterfactual", "policies", "rating_histories", "tutor", "user_study", "fairplay_book", "fairplay", "fairplay_metrics", "fairplay_proof",
    "fairplay_zigzag", "ratings", "selfplay", "accuracy", "tuning", "models"))]
# What is written for people: words that stand for something, and sizes of real work.
SMALLER = [
    (r'"FEN1?"', "startpos"),
    (r'"FEN2"', '"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"'),
    (r"(GAMES\.pgn|games\.txt\.xz)( ?\.\.\.)", r"\1"),
    (r'"Name"', '"Somebody"'),
    (r"--games \d+", "--games 4"),
    (r"--nodes \d+", "--nodes 200"),
    (r"--depth \d+", "--depth 3"),
    (r"--sample \d+", "--sample 50"),
    (r"--samples \d+", "--samples 20"),
    (r"(plumb counterfactual (?!.*--samples).*)", r"\1 --samples 20"),
    (r"--tc \S+", "--tc 0.2+0.01"),
    (r"(plumb fairplay (?!verify|index|ratings|.*--profile).*)", r"\1 --nodes 200"),
    (r"(plumb review (?!.*--nodes).*)", r"\1 --nodes 500"),
    # What takes time there is to explain mistakes: three games have enough.
    (r"plumb review games\.pgn", "plumb review GAMES.pgn"),
    (r"--each \d+", "--each 4"),
    (r"--assistant \d+", "--assistant 2000"),
    # Two games in the profile full take a minute.
    (r"--lowest \d+", "--lowest 1"),
    (r"--max-games \d+", "--max-games 3"),
    (r"--moves 300", "--moves 30"),
    # There are two dozen games.
    (r"--every \d\d+", "--every 9"),
    # A few games have few choices of each player.
    (r"(plumb-lab simulate .*)", r"\1 --choices 2"),
    (r"(plumb-lab train assistance .*)", r"\1 --choices 2"),
    (r"--most-choices \d+", "--most-choices 9"),
    (r"--players \d+", "--players 3"),
    # The whole field would take minutes.
    (r"plumb gauntlet --tc", 'plumb gauntlet "Plumb" "Toga II" --tc'),
    # The public sets are read whole, and measured in part.
    (r"(plumb-lab accuracy .*03_sf_d22_evals(?!.*--sample).*)", r"\1 --sample 50"),
    # By another name a file may be a part of the set.
    (r"labels/03_", "labels/"),
    (r"--epochs \d+", "--epochs 2"),
    (r"(plumb-lab selfplay --games) 4 (.*--resume)", r"\1 8 \2"),
    # Of a handful of games perhaps none is in a part.
    (r"--part data/parts/\S+", ""),
    # Four games may contradict any model; beside a collection of positions they do not.
    (r"wdl fit match/games\.pgn", "wdl fit games.txt.xz match/games.pgn"),
]
# As many lines or games of each collection; and fewer games where each move is searched.
LINES, GAMES, FEW = 600, 24, 3
# So many examples that took longest are listed.
LONGEST = 10


def head(path, lines):
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as file:
        return [line for line, _ in zip(file, range(lines))]


def some_games(path, count, moves=50):
    """The first games of a collection with so many moves or more."""
    games, game = [], []
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("[Event ") and game:
                text = "".join(game)
                if re.search(rf"\b{moves}\.", text):
                    games.append(text)
                game = []
            if len(games) == count:
                return "".join(games)
            game.append(line)
    raise SystemExit(f"examples.py: {path} has too few games")


def packed(path, text):
    path.write_bytes(lzma.compress(text.encode()))


def provide(folder, data):
    """What the examples name."""
    games = some_games(data / "06_otb_pre1990.pgn.xz", FEW, 30)
    # The first player of the first game is the one that an example asks for.
    games = re.sub(r'\[White "[^"]*"\]', '[White "Somebody"]', games, count=3)
    for name in ["games.pgn", "GAMES.pgn", "more.pgn"]:
        (folder / name).write_text(games)
    many = some_games(data / "06_otb_pre1990.pgn.xz", GAMES)
    (folder / "games.pgn").write_text(many.replace('[Black "', '[Black "Fairy-Max"]\n[Old "', 3))
    for name in ["06_otb_pre1990", "06_otb_modern_sample", "06_online_lichess_fics", "06_fide_online_clocks",
                 "07_tcec_compact"]:
        some = some_games(data / f"{name}.pgn.xz", GAMES)
        packed(folder / f"{name}.pgn.xz", some)
        (folder / f"{name}.pgn").write_text(some)
    (folder / "labels").mkdir()
    (folder / "tables").mkdir()
    for name in ["03_sf_d22_evals.csv", "03_tcec_quiet_fen_result_eval.txt", "03_chessforce_fen_sf10.csv"]:
        text = "".join(head(data / f"{name}.xz", LINES))
        packed(folder / "labels" / f"{name[3:]}.xz", text)
        (folder / f"{name}.xz").symlink_to(data / f"{name}.xz")
    shutil.copy(folder / "labels/sf_d22_evals.csv.xz", folder / "evals.csv.xz")
    shutil.copy(folder / "labels/tcec_quiet_fen_result_eval.txt.xz", folder / "games.txt.xz")
    text = "".join(head(data / "03_sf_d22_evals.csv.xz", LINES))
    (folder / "heldout.csv").write_text(text[: len(text) // 4].rsplit("\n", 1)[0] + "\n")
    (folder / "mine.csv").write_text(text)
    (folder / "results.toml").write_text(
        '[[result]]\nopponent = "A"\nrating = 2000\nscore = 5.5\ngames = 10\n'
    )
    for name in ["epd", "data"]:
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "engines.toml", folder)


def examples(name):
    """Each example as it is written, its lines joined, comments taken off."""
    lines = iter((ROOT / name).read_text().splitlines())
    for line in lines:
        line = re.sub(r"^for set in .*$", "", line)
        found = re.match(r"^(?: {4})?(?:\$ )?(?:target/release/|cargo run --release -- )?(plumb|plumb-lab) (.*)$", line)
        if line.startswith("cargo run --release -- "):
            found = re.match(r"^cargo run --release -(-) (.*)$", line)
        if not found:
            continue
        program = found[1] if found[1] != "-" else "plumb"
        command = f"{program} {found[2]}"
        while command.rstrip().endswith("\\"):
            command = command.rstrip()[:-1] + next(lines).strip()
        # Three spaces or more before words: those are a description.
        command = re.sub(r"(\S) {3,}[^#\s-].*$", r"\1", command)
        yield re.sub(r"\s+#.*$", "", command).strip()


def smaller(command):
    for pattern, text in SMALLER:
        command = re.sub(pattern, text, command)
    return command


def processor_seconds():
    """What all programs together that were waited for took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    engine, data = (Path(word).resolve() for word in sys.argv[1:3])
    failed, taken = [], []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        provide(folder, data)
        for name in ("plumb", "plumb-lab"):
            (folder / name).symlink_to(engine.with_name(name))
        (folder / "target/release").mkdir(parents=True)
        (folder / "target/release/plumb").symlink_to(engine)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}:/usr/games"}
        # The run over games of an engine against itself that the reference is made with.
        run = [engine, "fairplay", "GAMES.pgn", "--profile", "screen", "--out", "SELFPLAY"]
        subprocess.run(run, cwd=folder, check=True, capture_output=True)
        for name in FILES:
            for example in examples(name):
                commands = [example.replace("$set", part).replace("${set%_sample}", part.removesuffix("_sample"))
                            for part in ("modern_sample", "pre1990")] if "$set" in example else [example]
                for command in commands:
                    command = smaller(command)
                    before = processor_seconds()
                    done = subprocess.run(
                        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
                    )
                    taken.append((processor_seconds() - before, f"{name}: {command}"))
                    if done.returncode != 0:
                        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
                        failed.append(f"{name}: {command}: exit {done.returncode}: {' '.join(said)}")
                        print(failed[-1], flush=True)
    count = len(taken)
    for seconds, example in sorted(taken, reverse=True)[:LONGEST]:
        print(f"{seconds:6.1f} s of a processor  {example}")
    print(f"examples.py: {count - len(failed)} of {count} examples of README.md and docs/ run")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
