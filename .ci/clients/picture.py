#!/usr/bin/env python3
"""Draws docs/images/game_page.png anew: the page of a game in a fair-play report.

    picture.py ENGINE

The game is the engine's own, data/demo/white_fair.pgn, and the move in view one that lost much.
Run it after a change of the page. Pillow makes the file small, of 64 colours.
"""

import io
from pathlib import Path

from PIL import Image

from browser import Window, check, drive, quietly

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs/images/game_page.png"
PLACE = "#/game/1/45"
MOST_BYTES = 150_000


def draw(browser, engine, scratch, _):
    quietly(engine, "fairplay", ROOT / "data/demo/white_fair.pgn", "--out", scratch / "out", "--nodes", "100000")
    with Window(browser) as window:
        window.open((scratch / "out/report.html").as_uri() + PLACE)
        bottom = window.page.locator(".graph").first.evaluate("(graph) => graph.getBoundingClientRect().bottom + 130")
        taken = window.page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": 1280, "height": bottom})
    Image.open(io.BytesIO(taken)).convert("RGB").quantize(64, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    size = PICTURE.stat().st_size
    check(size < MOST_BYTES, f"{PICTURE.name} has {size} bytes, more than {MOST_BYTES}")
    return f"{PICTURE.name} has {size} bytes"


if __name__ == "__main__":
    drive(draw)
