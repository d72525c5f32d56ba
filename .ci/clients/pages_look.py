#!/usr/bin/env python3
"""Looks at the pages of a report as readers have them: on screens of five widths, light and
dark, by keyboard alone, and on paper.

    pages_look.py ENGINE [FOLDER]

Runs `plumb fairplay` on made-up games whose names, events and comments are markup, right to left,
emoji and 500 characters long; then nothing may run off a page or lie on another part of it, axe-core
finds nothing against WCAG 2.2 AA, all can be reached by Tab, Escape closes what explains a name, and a
player's page prints on two sheets of A4 or Letter. With FOLDER, screenshots and PDFs are left there.
"""

import re

from browser import Window, check, drive, quietly
from report import IMMORTAL, OPERA, QUIET

NAMES = ["<img src=x onerror=alert(1)>", "משה כהן", "♟️🦄 Ωmega", "W" * 500]
VIEWS = {"event": "", "player": "#/player/2", "withheld": "#/player/0", "words": "#/words"}


def games():
    for number in range(8):
        white, black = NAMES[number % 4], NAMES[(number + 1 + number // 4) % 4]
        tags = {"Event": NAMES[3 - number % 4], "Date": "1899.01.%02d" % (number + 1), "White": white, "Black": black, "Result": "*"}
        for name, value in tags.items():
            yield f'[{name} "{value}"]\n'
        moves = [OPERA, QUIET, IMMORTAL, QUIET][number % 4].rsplit(" ", 1)[0]
        yield f"\n{{ {NAMES[number % 4]} }} {moves} *\n\n"


def by_keyboard(window, url):
    """Tab reaches a sorted column, a name that is explained, and a game."""
    page = window.page
    window.open(url + "#/player/2")
    seen = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        focus = page.evaluate("() => { const f = document.activeElement; const s = getComputedStyle(f);"
                              " return [f.className, f.tagName, f.textContent, s.outlineStyle]; }")
        name, tag, text, outline = focus
        check(outline != "none" or tag == "BODY", f"the focus on {text[:40]!r} is not to be seen")
        if name == "explained" and "explained" not in seen:
            seen.add("explained")
            check(page.locator(".tip").is_visible(), "a name in focus is not explained")
            page.keyboard.press("Escape")
            check(page.locator(".tip").count() == 0, "Escape does not close what explains a name")
        if text.startswith("Game ") and tag == "A":
            page.keyboard.press("Enter")
            page.wait_for_function("location.hash.startsWith('#/game/')")
            break
    check("explained" in seen, "no name that is explained was reached by Tab")
    check(page.url.split("#")[1].startswith("/game/"), "no game was opened by Tab and Enter")


def on_paper(window, url, pictures):
    """A player's page on two sheets at most, with its caution."""
    window.open(url + "#/player/2")
    for sheet in ["A4", "Letter"]:
        pdf = window.page.pdf(format=sheet, path=pictures and pictures / f"look-player-{sheet}.pdf")
        sheets = len(re.findall(rb"/Type\s*/Page\b", pdf))
        check(sheets <= 2, f"a player's page prints on {sheets} sheets of {sheet}")
    window.page.emulate_media(media="print")
    check(window.page.locator(".caution").first.is_visible(), "the caution of a player is not printed")


def look(browser, engine, scratch, pictures):
    pgn, out = scratch / "games.pgn", scratch / "out"
    pgn.write_text("".join(games()))
    quietly(engine, "fairplay", pgn, "--out", out, "--nodes", "500", "--jobs", "2")
    url = (out / "report.html").as_uri()
    with Window(browser) as window:
        for name, place in VIEWS.items():
            for width, words in window.looks(url + place):
                window.fits(f"{name}, {words}")
                if width in (390, 1280):
                    window.passes_axe(f"{name}, {words}")
                if pictures:
                    window.picture(pictures, f"look-{name}-{words}")
            for width, words in window.looks(url + place, window.unfold):
                window.fits(f"{name}, unfolded, {words}")
                if width == 1280:
                    window.passes_axe(f"{name}, unfolded, {words}")
    with Window(browser) as window:
        by_keyboard(window, url)
        on_paper(window, url, pictures)
    return "the pages hold in five widths, light, dark, by keyboard and on paper"


if __name__ == "__main__":
    drive(look)
