#!/usr/bin/env python3
"""Uses the boards of reports, reviews, explanations and examples as readers do.

    board_pages.py ENGINE [FOLDER]

Opens the page of a game of a report and of a review, an explained move, and the examples that
`cargo test` leaves in target/web-examples, in Chromium, from disk: at five widths, light and
dark, nothing overflows or overlaps and axe finds nothing; keys, swipes, taps, clicks into the
graph, lines and reasons move the board; men are moved by click and by drag. With FOLDER,
screenshots are left there.
"""

from pathlib import Path

from browser import WIDTHS, Window, check, drive, quietly
from report import games
from review_page import BLUNDER, EXPLAINED
from review_page import GAMES as REVIEWED

EXAMPLES = Path(__file__).resolve().parents[2] / "target/web-examples"
MOVE = "#/game/2/40"


def pages(engine, folder):
    """The pages to look at, by name."""
    (folder / "games.pgn").write_text("".join(games()))
    (folder / "reviewed.pgn").write_text(REVIEWED)
    quietly(engine, "fairplay", folder / "games.pgn", "--out", folder / "report", "--nodes", "500")
    quietly(engine, "review", folder / "reviewed.pgn", "--out", folder / "review", "--nodes", "60000")
    quietly(engine, "explain", EXPLAINED, "Nf6", "--html", folder / "explained.html")
    found = {
        "report-game": (folder / "report/report.html").as_uri() + MOVE,
        "review-game": (folder / "review/review.html").as_uri() + BLUNDER,
        "explained": (folder / "explained.html").as_uri(),
    }
    for example in sorted(EXAMPLES.glob("*.html")):
        found[f"example-{example.stem}"] = example.as_uri()
    check(len(found) > 3, f"there are no examples in {EXAMPLES}: cargo test --lib web:: writes them")
    return found


def look(browser, found, pictures):
    with Window(browser) as window:
        for name, url in found.items():
            for width, words in window.looks(url):
                where = f"{name}, {words}"
                window.fits(where)
                board = window.page.locator(".board-place").first
                if board.count():
                    share = board.bounding_box()["width"] / min(width, 1280)
                    check(share > (0.7 if width < 768 else 0.3), f"{where}: the board takes {share:.2f} of the width")
                window.passes_axe(where)
                if pictures:
                    # The example of a part may be three men on a board: 15 kB on a phone, an empty page less than 8.
                    window.picture(pictures, f"{name}-{words}", least=8_000)


def use_game(browser, url):
    """Keys, graph, list, lines, swipe and tap on the page of a game."""
    with Window(browser, touch=True) as window:
        page = window.page
        window.open(url)
        check("20… Kh8" in window.text(".move-name"), "the page does not begin at its move")
        whole, marked = (page.locator(f".board-place {one}").first.bounding_box() for one in ["rect", "rect.mark"])
        check(abs(whole["width"] - marked["width"]) < 1, "a square of the last move is not as wide as others")

        def goes(ply, name):
            window.wait_for(f"location.hash === '#/game/2/{ply}'", f"{name} does not lead to ply {ply}")
            window.settle()

        for key, ply in [("ArrowRight", 41), ("ArrowLeft", 40), ("Home", 0), ("End", 88), ("ArrowLeft", 87)]:
            page.keyboard.press(key)
            goes(ply, key)
        page.evaluate("for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))")
        goes(85, "a key pressed twice before the page has shown a move")
        before = window.board()
        page.keyboard.press("f")
        check(window.board() != before, "f does not turn the board")
        page.keyboard.press("f")
        check(window.board() == before, "f does not turn the board back")
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
        before = window.board()
        line = page.locator(".line").filter(has=page.locator(".ply:nth-of-type(3)")).first
        line.locator(".ply").nth(2).hover()
        check(window.board() != before, "pointing at a move of a line leaves the board as it was")
        line.locator(".ply").first.focus()
        first = window.board()
        page.keyboard.press("ArrowRight")
        check(window.board() != first, "the arrow keys do not go through a line")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        check(window.board() == first, "Home does not lead to the line's first move")
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
        before = window.board()
        page.locator(".reason-text").first.hover()
        check(window.board() != before, "pointing at a reason leaves the board as it was")
        page.get_by_role("button", name="Try it again").click()
        window.drag("g7", "g5", "g6")
        told = window.text(".headline p[aria-live]")
        check(told.startswith("g6 is right."), f"a man that is drawn to g6: {told!r}")


def use_moving(browser):
    """A man is moved by click, and a pawn that arrives asks for its piece."""
    with Window(browser, width=600) as window:
        window.open((EXAMPLES / "moving.html").as_uri())
        for name in ["a1", "a2"]:
            window.page.mouse.click(*window.square(name))
        check(window.text("[role=status]") == "a1a2", "the king did not go to a2")
        for name in ["a7", "a8"]:
            window.page.mouse.click(*window.square(name))
        window.page.get_by_role("button", name="Knight").click()
        check(window.text("[role=status]") == "a7a8n", f"the pawn became {window.text('[role=status]')!r}")


def use(browser, engine, scratch, pictures):
    found = pages(engine, scratch)
    use_game(browser, found["report-game"])
    use_reasons(browser, found["review-game"])
    use_moving(browser)
    look(browser, found, pictures)
    return f"{len(found)} pages hold at {len(WIDTHS)} widths, light and dark"


if __name__ == "__main__":
    drive(use)
