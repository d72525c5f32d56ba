#!/usr/bin/env python3
"""schemas.py PLUMB: what `--json` and the reports say fits the schemas, read by
the jsonschema library, and each schema is one. The tests of `cargo test` check
the same with a reader of their own (crates/testing/src/schema.rs); this says whether
that one can be believed. Exit 0, or 1 and a line for each mistake."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import driver  # isort: skip  # noqa: F401  (finds what .ci/install-clients installed)

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "6rk/6pp/8/6N1/8/8/5PPP/6K1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
OPERA = """[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0

"""


def said(plumb, *arguments):
    return subprocess.run([plumb, *arguments], capture_output=True, text=True, check=True).stdout


def report(plumb, name, *arguments):
    """The lines of the JSON report of some games, one of which cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.pgn")
        games.write_text(OPERA + '[White "Nobody"]\n\n1. e5 *\n\n', encoding="utf-8")
        said(plumb, "fairplay", str(games), "--out", folder, "--min-plies", "1", *arguments)
        return Path(folder, name).read_text(encoding="utf-8")


def review(plumb):
    """The lines of a review of a game, and of one that cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.pgn")
        games.write_text(OPERA + '[White "Nobody"]\n\n1. e5 *\n\n', encoding="utf-8")
        return said(plumb, "review", str(games), "--format", "jsonl", "--nodes", "5000")


def values(text):
    """The JSON values of a text: one in several lines, or one in each line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def main():
    plumb = sys.argv[1]
    two = POSITIONS[:2]
    outputs = {
        "analysis": [said(plumb, "analyse", fen, "--nodes", "20000", "--json") for fen in POSITIONS],
        "eval": [said(plumb, "eval", fen, "--json") for fen in POSITIONS],
        "eval-diff": [said(plumb, "eval", "--json", "--diff", *pair) for pair in (two, POSITIONS[2:])],
        "explain": [
            said(plumb, "explain", fen, *words, "--nodes", "20000", "--json")
            for fen in POSITIONS
            for words in ([], ["Kf1"] if "6K1 w" in fen else [])
        ],
        "fairplay": [
            report(plumb, "report.jsonl", "--nodes", "2000", "--rules", rules)
            for rules in ("plumb", "regan")
        ],
        "review": [review(plumb)],
        "zigzag": [report(plumb, "zigzag.jsonl", "--mode", "zigzag", "--zigzag-depths", "5,4,2")],
    }
    mistakes = 0
    for name, texts in outputs.items():
        schema = json.loads((ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
        validator = jsonschema.validators.validator_for(schema)
        validator.check_schema(schema)
        lines = [value for text in texts for value in values(text)]
        for line in lines:
            for error in validator(schema).iter_errors(line):
                print(f"schemas.py: {name}: {error.json_path}: {error.message[:200]}")
                mistakes += 1
        if validator(schema).is_valid({}) or not lines:
            print(f"schemas.py: {name}: anything would do")
            mistakes += 1
        print(f"schemas.py: {name}: {len(lines)} lines")
    sys.exit(mistakes > 0)


main()
