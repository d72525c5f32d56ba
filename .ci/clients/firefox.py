#!/usr/bin/env python3
"""Opens a fair-play report, a review and the board page of `plumb serve` in Firefox.

    firefox.py ENGINE [FOLDER]

At 320 and 1280 pixels, light and dark, no script fails, nothing overflows or overlaps and axe finds
nothing; the arrow keys move through a game, and a click makes a move. With FOLDER, screenshots are
left there. Firefox is driven by WebDriver BiDi, which playwright speaks to the Firefox of
distributions too.
"""

import contextlib

from browser import SCHEMES, Window, check, drive, installed, quietly
from report import games
from review_page import BLUNDER
from review_page import GAMES as REVIEWED
from service_page import Service, at_ply

WIDTHS = [320, 1280]
# What playwright cannot tell this Firefox, its settings do.
SCHEME_SETTING = "layout.css.prefers-color-scheme.content-override"


@contextlib.contextmanager
def firefoxes(driver):
    """A browser for light pages and one for dark ones, by the scheme's name."""
    with contextlib.ExitStack() as opened:
        browsers = {}
        for scheme, value in [("dark", 0), ("light", 1)]:
            browsers[scheme] = driver.firefox.launch(
                channel="moz-firefox", executable_path=installed("Firefox"), firefox_user_prefs={SCHEME_SETTING: value}
            )
            opened.callback(browsers[scheme].close)
        yield browsers


def reports(engine, scratch):
    """The pages on disk, by name."""
    (scratch / "games.pgn").write_text("".join(games()))
    (scratch / "reviewed.pgn").write_text(REVIEWED)
    quietly(engine, "fairplay", scratch / "games.pgn", "--out", scratch / "report", "--nodes", "300", "--jobs", "2")
    quietly(engine, "review", scratch / "reviewed.pgn", "--out", scratch / "review", "--nodes", "20000")
    report, review = (scratch / "report/report.html").as_uri(), (scratch / "review/review.html").as_uri()
    return {
        "report": report, "report-player": report + "#/player/1", "report-game": report + "#/game/2/40",
        "review": review, "review-game": review + BLUNDER,
    }


def look(window, name, url, scheme, pictures, prepare=None):
    for _, words in window.looks(url, prepare, WIDTHS, [scheme]):
        where = f"{name} in Firefox, {words}"
        is_dark = window.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        check(is_dark == (scheme == "dark"), f"{where}: the page has the other scheme")
        window.fits(where)
        window.passes_axe(where)
        if pictures:
            window.picture(pictures, f"firefox-{name}-{words}")


def step(window, url, start, ply):
    """The arrow keys lead to the next move and back."""
    window.open(url + f"{start}/{ply}")
    for key, expected in [("ArrowRight", ply + 1), ("ArrowLeft", ply), ("ArrowLeft", ply - 1)]:
        before = window.board()
        window.page.keyboard.press(key)
        window.wait_for(f"location.hash === '{start}/{expected}'", f"{key} does not lead to ply {expected}")
        window.settle()
        check(window.board() != before, f"{key} leaves the board as it was")


def play(window, service):
    """A move by click, and back by key."""
    window.open(service.address)
    at_ply(window, 0, "the board page does not begin at the start")
    for name in ["e2", "e4"]:
        window.page.mouse.click(*window.square(name))
    at_ply(window, 1, "e4 by click is not made")
    window.page.keyboard.press("ArrowLeft")
    at_ply(window, 0, "the left arrow does not step back")


def use(browsers, engine, scratch, pictures):
    found = reports(engine, scratch)
    with Service(engine, scratch / "service") as service:
        for scheme in SCHEMES:
            with Window(browsers[scheme]) as window:
                for name, url in found.items():
                    look(window, name, url, scheme, pictures)
                if scheme == "light":
                    step(window, found["report"], "#/game/2", 40)
                    step(window, found["review"], "#/game/0", 3)
            with Window(browsers[scheme], origin=service.address) as window:
                at_start = lambda: at_ply(window, 0, "the board page does not begin at the start")  # noqa: E731
                look(window, "board", service.address, scheme, pictures, at_start)
                if scheme == "light":
                    play(window, service)
    return "a report, a review and the board page hold in Firefox"


if __name__ == "__main__":
    drive(use, "Firefox", firefoxes)
