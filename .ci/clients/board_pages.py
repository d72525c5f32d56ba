#!/usr/bin/env python3
"""Uses the boards of reports, reviews, explanations and examples as readers do.

    board_pages.py ENGINE [FOLDER]

Opens the page of a game of a report and of a review, an explained move, and the examples that
`cargo test` leaves in target/web-examples, in Chromium, from disk: at five widths, light and
dark, nothing overflows or overlaps and axe finds nothing; keys, swipes, taps, clicks into the
graph, lines and reasons move the board; men are moved by click and by drag. With FOLDER,
screenshots are left there. Exit 0, or 1 and one line.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from report import games
from review_page import BLUNDER
from review_page import GAMES as REVIEWED
from window import SCHEMES, WIDTHS, Failure, Window, check, missing, skipped

EXAMPLES = Path(__file__).resolve().parents[2] / "target/web-examples"
EXPLAINED = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
MOVE = "#/game/2/40"


def pages(engine, folder):
    """The pages to look at, by name."""
    (folder / "games.pgn").write_text("".join(games()))
    (folder / "reviewed.pgn").write_text(REVIEWED)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": True}
    subprocess.run([engine, "fairplay", folder / "games.pgn", "--out", folder / "report", "--nodes", "2000"], **quiet)
    subprocess.run([engine, "review", folder / "reviewed.pgn", "--out", folder / "review", "--nodes", "60000"], **quiet)
    subprocess.run([engine, "explain", EXPLAINED, "Nf6", "--html", folder / "explained.html"], **quiet)
    found = {
        "report-game": (folder / "report/report.html").as_uri() + MOVE,
        "review-game": (folder / "review/review.html").as_uri() + BLUNDER,
        "explained": (folder / "explained.html").as_uri(),
    }
    for example in sorted(EXAMPLES.glob("*.html")):
        found[f"example-{example.stem}"] = example.as_uri()
    check(len(found) > 3, f"there are no examples in {EXAMPLES}: cargo test --lib web:: writes them")
    return found


def look(browser, found, shots):
    for name, url in found.items():
        for width in WIDTHS:
            for scheme in SCHEMES:
                where = f"{name}, {width} pixels, {scheme}"
                with Window(browser, width, scheme) as window:
                    window.open(url)
                    window.fits(where)
                    window.does_not_overlap(where, ".board-view, .controls, .overview, .moves, .headline, .notes, .arrows")
                    board = window.page.locator(".board-place").first
                    if board.count():
                        share = board.bounding_box()["width"] / min(width, 1280)
                        check(share > (0.7 if width < 768 else 0.3), f"{where}: the board takes {share:.2f} of the width")
                    window.passes_axe(where)
                    if shots:
                        window.page.screenshot(path=shots / f"{name}-{width}-{scheme}.png", full_page=True)


def square(window, name):
    box = window.page.locator(".board-place").first.bounding_box()
    size = box["width"] / 8
    return box["x"] + ("abcdefgh".index(name[0]) + 0.5) * size, box["y"] + (8.5 - int(name[1])) * size


def drawing(window):
    return window.page.locator(".board-place").first.inner_html()


def use_game(browser, url):
    """Keys, graph, list, lines, swipe and tap on the page of a game."""
    with Window(browser, touch=True) as window:
        page = window.page
        window.open(url)
        check("20… Kh8" in window.text(".move-name"), "the page does not begin at its move")

        def goes(ply, name):
            window.wait_for(f"location.hash === '#/game/2/{ply}'", f"{name} does not lead to ply {ply}")

        for key, ply in [("ArrowRight", 41), ("ArrowLeft", 40), ("Home", 0), ("End", 88), ("ArrowLeft", 87)]:
            page.keyboard.press(key)
            goes(ply, key)
        before = drawing(window)
        page.keyboard.press("f")
        check(drawing(window) != before, "f does not turn the board")
        page.keyboard.press("f")
        check(drawing(window) == before, "f does not turn the board back")
        # The board itself is reached with the tab key, and shows it.
        page.locator(".board-view").focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.querySelector('.board-view')).outlineStyle")
        check(outline == "solid", f"the focus on the board is drawn as {outline}")
        graph = page.locator(".overview svg").first
        box = graph.bounding_box()
        graph.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        goes(88, "a click at the right of the graph")
        page.evaluate("location.hash = '#/game/2/40'")
        goes(40, "an address")
        page.locator(".board-place").scroll_into_view_if_needed()
        box = page.locator(".board-place").bounding_box()
        page.touchscreen.tap(box["x"] + 0.75 * box["width"], box["y"] + 50)
        goes(41, "a tap on the right half")
        page.touchscreen.tap(box["x"] + 0.25 * box["width"], box["y"] + 50)
        goes(40, "a tap on the left half")
        page.mouse.move(box["x"] + 200, box["y"] + 100)
        page.mouse.down()
        page.mouse.move(box["x"] + 80, box["y"] + 105, steps=4)
        page.mouse.up()
        goes(41, "a swipe to the left")
        # Lines: by pointing, by keys; and back.
        before = drawing(window)
        line = page.locator(".line").filter(has=page.locator(".ply:nth-of-type(3)")).first
        line.locator(".ply").nth(2).hover()
        check(drawing(window) != before, "pointing at a move of a line leaves the board as it was")
        line.locator(".ply").first.focus()
        first = drawing(window)
        page.keyboard.press("ArrowRight")
        check(drawing(window) != first, "the arrow keys do not go through a line")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        check(drawing(window) == first, "Home does not lead to the line's first move")
        # The exclusion of a move as a word, by pointing and by focus.
        out = page.locator(".moves a.out").first
        out.scroll_into_view_if_needed()
        out.hover()
        check("left out: opening" in window.text(".move-note"), f"a move left out says {window.text('.move-note')!r}")
        page.mouse.move(0, 0)
        out.focus()
        check("left out: opening" in window.text(".move-note"), "a move left out says nothing on focus")


def use_reasons(browser, url):
    """Reasons show their squares, and a mistake is tried again by drag."""
    with Window(browser) as window:
        window.open(url)
        page = window.page
        before = drawing(window)
        page.locator(".reason-text").first.hover()
        check(drawing(window) != before, "pointing at a reason leaves the board as it was")
        page.get_by_role("button", name="Try it again").click()
        page.mouse.move(*square(window, "g7"))
        page.mouse.down()
        page.mouse.move(*square(window, "g5"), steps=4)
        page.mouse.move(*square(window, "g6"), steps=4)
        page.mouse.up()
        told = window.text(".headline p[aria-live]")
        check(told.startswith("g6 is right."), f"a man that is drawn to g6: {told!r}")


def use_moving(browser):
    """A man is moved by click, and a pawn that arrives asks for its piece."""
    with Window(browser, width=600) as window:
        window.open((EXAMPLES / "moving.html").as_uri())
        for name in ["a1", "a2"]:
            window.page.mouse.click(*square(window, name))
        check(window.text("[role=status]") == "a1a2", "the king did not go to a2")
        for name in ["a7", "a8"]:
            window.page.mouse.click(*square(window, name))
        window.page.get_by_role("button", name="Knight").click()
        check(window.text("[role=status]") == "a7a8n", f"the pawn became {window.text('[role=status]')!r}")


def main():
    if missing():
        return skipped("board_pages.py")
    from playwright.sync_api import sync_playwright

    engine = Path(sys.argv[1]).resolve()
    shots = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        found = pages(engine, Path(folder))
        browser = driver.chromium.launch(executable_path=Window.program(), args=["--no-sandbox"])
        use_game(browser, found["report-game"])
        use_reasons(browser, found["review-game"])
        use_moving(browser)
        look(browser, found, shots)
        browser.close()
    print(f"board_pages.py: {len(found)} pages hold at {len(WIDTHS)} widths, light and dark")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"board_pages.py: {error}")
