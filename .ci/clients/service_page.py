#!/usr/bin/env python3
"""Uses the board page of `plumb serve` as readers do.

    service_page.py ENGINE [FOLDER]

Starts a service without and one with a token, opens its page in Chromium and works it: men are
moved by click and by drag, a line is stepped through and explained, a wrong FEN is named by its
place, a game is set up, a file is uploaded and its report read, a job is cancelled, and a token
is asked for; at five widths, light and dark, nothing overflows and axe finds nothing; no request
leaves. With FOLDER, screenshots are left there.
"""

import subprocess

from browser import Window, check, drive
from report import OPERA, QUIET

TOKEN = "0123456789abcdef0123456789abcdef"
NAME = "<img src=x onerror=alert(1)>"
PGN = f'[White "{NAME}"]\n[Black "B"]\n[Result "1-0"]\n\n{OPERA}\n\n'
# So many games that they are not done before they are cancelled.
MANY = "".join(f'[White "{n}"]\n[Black "B"]\n\n{QUIET}\n\n' for n in range(40))


class Service:
    def __init__(self, engine, folder, *arguments):
        command = [engine, "serve", "--bind", "127.0.0.1:0", "--data", folder, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        check(self.address.startswith("http://"), f"the service says {self.address!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=30)


def at_ply(window, ply, what):
    window.wait_for(f"location.hash === '#/board/0/{ply}' && document.querySelector('.bars table') !== null", what)


def play(window):
    """A line by click and drag, stepped through, and explained."""
    page = window.page
    at_ply(window, 0, "the page does not begin at the start")
    for name in ["e2", "e4"]:
        page.mouse.click(*window.square(name))
    at_ply(window, 1, "e4 by click is not made")
    page.wait_for_selector("text=Explain 1. e4")
    window.drag("e7", "e6", "e5")
    at_ply(window, 2, "e5 by drag is not made")
    check([a.split(",")[0] for a in page.locator(".moves a").all_text_contents()] == ["e4", "e5"], "the list has other moves")
    page.locator(".board-view").focus()
    page.keyboard.press("ArrowLeft")
    at_ply(window, 1, "the left arrow does not step back")
    page.keyboard.press("End")
    at_ply(window, 2, "End does not lead to the end")
    page.evaluate(
        """() => ['ArrowLeft', 'ArrowLeft'].forEach((key) =>
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))"""
    )
    at_ply(window, 0, "a step before the last one was shown does not count")
    page.keyboard.press("End")
    at_ply(window, 2, "End does not lead to the end again")
    page.get_by_role("button", name="Explain 1… e5").click()
    page.wait_for_selector(".lines .ply", timeout=60_000)
    before = window.board()
    page.locator(".lines .ply").nth(1).hover()
    check(window.board() != before, "a move of a line leaves the board as it was")


def set_up(window):
    """A wrong FEN and a wrong game are refused by their places; a game is set up."""
    page = window.page
    fen, pgn = page.locator("form.set-up").nth(0), page.locator("form.set-up").nth(1)
    page.fill("#fen", "8/8/8 w")
    fen.get_by_role("button").click()
    page.wait_for_selector("form.set-up [role=alert]")
    told = window.text("form.set-up [role=alert]")
    check(told == "Position (FEN): cannot read the FEN: a FEN has 4 or 6 fields, found 2", f"a wrong FEN: {told!r}")
    page.fill("#pgn", "1. e4 e5 2. Ke3")
    pgn.get_by_role("button").click()
    pgn.locator("[role=alert]").wait_for()
    told = pgn.locator("[role=alert]").text_content()
    check("half-move 3: no white king can go to e3" in told, f"a wrong move: {told!r}")
    page.fill("#pgn", PGN)
    pgn.get_by_role("button").click()
    at_ply(window, 33, "a game is not set up")
    check(page.locator(".moves a").count() == 33, "the game's moves are not listed")


def jobs(window, folder):
    """A file becomes a review, whose page is read; a second one is cancelled."""
    page = window.page
    small, large = folder / "small.pgn", folder / "large.pgn"
    small.write_text(PGN)
    large.write_text(MANY)
    page.set_input_files("#games", small)
    page.get_by_role("button", name="Upload").click()
    page.locator(".jobs li").first.wait_for()
    window.wait_for("document.querySelector('.jobs li a') !== null", "the review is not done", 120)
    told = window.text(".jobs li")
    check("small.pgn" in told and "20" in told, f"a job does not say of which file and when it is: {told!r}")
    page.set_input_files("#games", large)
    page.locator("input[value=fairplay]").check()
    page.get_by_role("button", name="Upload").click()
    page.locator(".jobs li:nth-child(2)").wait_for()
    page.get_by_role("button", name="Cancel").click()
    window.wait_for("document.querySelector('.jobs').textContent.includes('cancelled')", "the job is not cancelled")
    page.get_by_role("link", name="Read it").click()
    page.wait_for_selector("body[data-ready=yes]")
    check(NAME in window.text("main"), "the report does not name the player as text")
    check(page.locator("main img").count() == 0, "a name became an element")
    page.get_by_role("link", name=NAME).first.click()
    page.locator(".board-view").wait_for()


def sign_in(browser, engine, folder):
    """A service with a token asks for it, and is used with it."""
    tokens = folder / "token"
    tokens.write_text(TOKEN + "\n")
    with Service(engine, folder / "closed", "--token-file", tokens) as service:
        with Window(browser, origin=service.address) as window:
            window.open(service.address)
            window.page.locator("#token").fill("wrong")
            window.page.get_by_role("button", name="Sign in").click()
            window.wait_for("document.querySelector('form [role=status]').textContent !== ''", "a wrong token is not refused")
            window.page.locator("#token").fill(TOKEN)
            window.page.get_by_role("button", name="Sign in").click()
            at_ply(window, 0, "the right token is not taken")
            check(window.page.locator("#token").count() == 0, "the form to sign in stays")


def look(window, service, pictures):
    for _, words in window.looks(service.address, lambda: at_ply(window, 0, "the page opens elsewhere")):
        window.fits(f"the service's page, {words}")
        window.passes_axe(f"the service's page, {words}")
        if pictures:
            window.picture(pictures, f"service-{words}")


def use(browser, engine, scratch, pictures):
    with Service(engine, scratch / "open") as service:
        with Window(browser, origin=service.address) as window:
            window.open(service.address)
            play(window)
            set_up(window)
            jobs(window, scratch)
        with Window(browser, origin=service.address) as window:
            look(window, service, pictures)
    sign_in(browser, engine, scratch)
    return "the service's page holds in Chromium, and no request leaves"


if __name__ == "__main__":
    drive(use)
