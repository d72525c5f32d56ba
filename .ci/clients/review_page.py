#!/usr/bin/env python3
"""Opens the page of a review in a real headless browser, and works it.

    review_page.py ENGINE [FOLDER]

Reviews two made-up games, one with hostile names, opens the page from disk in Chromium,
without a network, and checks it: signs, reasons, bars, lines that the board follows, a
mistake tried again with a wrong and a right move and hints, no markup from names, nothing
off a phone's screen; and the page of one explained move. With FOLDER, screenshots (light, dark,
narrow) are left there.
"""

import html
import re

from browser import Window, check, drive, harmless, quietly, rows

HOSTILE = "</script><img src=x onerror=alert(2)>"
# Black allows a mate in one at his third move; the second game is no one's.
GAMES = f"""[White "{HOSTILE}"]
[Black "Plain, Peter"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "{'A' * 300}"]
[Black "B"]
[Result "*"]

1. f3 e5 2. g4 d6 3. h4 Be7 *

[White "Nobody"]
[Black "Else"]

1. e4 e5 2. Ke3 *

"""
BLUNDER = "#/game/0/6"
# The same blunder by itself.
EXPLAINED = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
FEATURES = 14


def look(window, url):
    window.open(url)
    home = window.markup()
    harmless(home, "home")
    check("Left out" in home, "the game that cannot be read is not named")
    check(home.count('href="#/game/') == 2, "the home page does not list two games")
    window.open(url + BLUNDER)
    game = window.markup()
    harmless(game, "game")
    text = html.unescape(game)
    check("3… Nf6??" in text, "the blunder has no sign")
    check("3…Nf6 allows mate in 1: 4.Qxf7#." in text, "the blunder has no reason")
    check(len(rows(game, "At the end of each line")) == FEATURES, "the bars have not a row for each feature")
    check(game.count('class="feature"') == 2 * FEATURES, "there is not a bar for each move and feature")
    check(len(rows(game, "Points of winning chance")) == 2, "the sides are missing")


def explain(engine, window, folder):
    """The page of one explained move."""
    page = folder / "explained.html"
    quietly(engine, "explain", EXPLAINED, "Nf6", "--html", page)
    window.open(page.as_uri())
    markup = window.markup()
    check("3…Nf6 allows mate in 1: 4.Qxf7#." in html.unescape(markup), "the explained move has no reason")
    check(len(rows(markup, "At the end of each line")) == FEATURES, "the explained move has no bars")
    check(markup.count('class="line"') == 2, "the explained move has not both lines")
    # The best move stands beside the second choice, and has the only arrow.
    best = folder / "best.html"
    quietly(engine, "explain", EXPLAINED, "--html", best)
    window.open(best.as_uri())
    markup = window.markup()
    check(markup.count('class="line"') == 2, "the best move has not the second choice beside it")
    check(markup.count('class="feature"') == 2 * FEATURES, "there is not a bar for each move and feature")
    check("another move was made" not in markup, "the best move's arrow stands for another")
    return page.as_uri()


def use(window, url):
    """Plays a line through, turns the board, and tries the mistake again."""
    page = window.page
    window.open(url + BLUNDER)

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    def move(*squares):
        for square in squares:
            page.mouse.click(*window.square(square, is_flipped=True))
        return page.locator("p[aria-live]").first.text_content()

    before = window.board()
    page.locator(".line button").nth(1).click()
    check(window.board() != before, "a click on a move of a line leaves the board as it was")
    before = window.board()
    page.locator("button").get_by_text("⇅", exact=True).click()
    check(window.board() != before, "the board does not turn")
    press("Try it again")
    said = move("g8", "f6")
    check(said.startswith("Nf6 is not it."), f"the blunder again: {said!r}")
    for _ in range(4):
        press("Hint")
    check(page.locator(".hints li").count() == 4, "there are not four hints")
    check(page.get_by_role("button", name="Hint", exact=True).is_disabled(), "there is a fifth hint")
    page.locator("form input").fill("Kd4")
    page.keyboard.press("Enter")
    said = window.text("p[aria-live]")
    check("no legal move" in said, f"an illegal move: {said!r}")
    said = move("g7", "g6")
    check(said.startswith("g6 is right."), f"the right move: {said!r}")
    press("Show the answer")
    check(window.text(".move-name") == "3… Nf6??", f"the answer shows {window.text('.move-name')!r}")
    page.locator(".overview svg").first.click(position={"x": 1, "y": 20})
    window.wait_for("location.hash === '#/game/0/1'", "a click at the left of the curve leads elsewhere")


def look_at_all(browser, engine, scratch, folder):
    pgn, out = scratch / "games.pgn", scratch / "out"
    pgn.write_text(GAMES)
    quietly(engine, "review", pgn, "--out", out, "--nodes", "60000")
    page = out / "review.html"
    check(not re.search(r'(src|href)="?(https?:)?//', page.read_text()), "the page refers to another file")
    url = page.as_uri()
    with Window(browser) as window:
        look(window, url)
        use(window, url)
        explained = explain(engine, window, scratch)
        for name, view in {"review": url, "review-game": url + BLUNDER, "explained-move": explained}.items():
            window.pictures(folder, name, view)
    return "the page of a review holds in Chromium"


if __name__ == "__main__":
    drive(look_at_all)
