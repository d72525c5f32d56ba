#!/usr/bin/env python3
"""Opens the page of a review in a real headless browser, and works it.

    review_page.py ENGINE [FOLDER]

Reviews two made-up games, one with hostile names, opens the page from disk in Chromium,
without a network, and checks it: signs, reasons, bars, lines that the board follows, a
mistake tried again with a wrong and a right move and hints, no markup from names, nothing
off a phone's screen; and the page of one explained move. With FOLDER, screenshots (light, dark, narrow) are left there. Exit 0,
or 1 and one line. Without Chromium it says so and exits 0, unless PLUMB_NEED_BROWSER is set.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import Browser, Failure, check, harmless, installed, narrow, rows

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
FEATURES = 16


def look(browser, url):
    home = browser.dom(url)
    harmless(home, "home")
    check("Left out" in home, "the game that cannot be read is not named")
    check(home.count('href="#/game/') == 2, "the home page does not list two games")
    game = browser.dom(url + BLUNDER)
    harmless(game, "game")
    text = html.unescape(game)
    check("3… Nf6??" in text, "the blunder has no sign")
    check("3...Nf6 allows mate in 1: 4.Qxf7#." in text, "the blunder has no reason")
    check(len(rows(game, "Where both lines end")) == FEATURES, "the bars have not a row for each feature")
    check(game.count('class="feature"') == 2 * FEATURES, "there is not a bar for each move and feature")
    check(len(rows(game, "Points of winning chance")) == 2, "the sides are missing")


def explain(engine, browser, folder):
    """The page of one explained move."""
    page = folder / "explained.html"
    fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    command = [engine, "explain", fen, "Nf6", "--html", page]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    dom = browser.dom(page.as_uri())
    check("3...Nf6 allows mate in 1: 4.Qxf7#." in html.unescape(dom), "the explained move has no reason")
    check(len(rows(dom, "Where both lines end")) == FEATURES, "the explained move has no bars")
    check(dom.count('class="line"') == 2, "the explained move has not both lines")
    narrow(browser, page, "")


def use(browser, page):
    """Plays a line through, turns the board, and tries the mistake again."""
    script = """<script>
const later = (step) => setTimeout(step, 200);
const note = (name, text) => { document.body.dataset[name] = text; };
const button = (text) => [...document.querySelectorAll('button')].find((b) => b.textContent === text);
const drawing = () => document.querySelector('.board-place').innerHTML;
const said = () => document.querySelector('p[aria-live]').textContent;
function click(square, isFlipped) {
  const place = document.querySelector('.board-place');
  const box = place.getBoundingClientRect();
  const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1])];
  const [x, y] = isFlipped ? [7 - file, rank - 1] : [file, 8 - rank];
  for (const name of ['pointerdown', 'pointerup']) place.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1,
    clientX: box.left + (x + .5) * box.width / 8, clientY: box.top + (y + .5) * box.height / 8 }));
}
function typed(text) {
  const input = document.querySelector('form input');
  input.value = text;
  document.querySelector('form').requestSubmit();
}
location.hash = '#/game/0/6';
later(() => {
  const before = drawing();
  document.querySelectorAll('.line button')[1].click();
  note('played', before !== drawing());
  const upright = drawing();
  button('⇅').click();
  note('turned', upright !== drawing());
  button('Try it again').click();
  click('g8', true); click('f6', true);
  note('wrong', said());
  button('Hint').click(); button('Hint').click(); button('Hint').click(); button('Hint').click();
  note('hints', document.querySelectorAll('.hints li').length);
  note('end', button('Hint').disabled);
  typed('Kd4');
  note('illegal', said());
  click('g7', true); click('g6', true);
  note('right', said());
  button('Show the answer').click();
  note('shown', document.querySelector('.move-name').textContent);
  document.querySelector('.overview svg').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 0, clientY: 0 }));
  later(() => { note('start', location.hash); note('used', 'yes'); });
});
</script></body>"""
    worked = page.with_name("worked.html")
    worked.write_text(page.read_text().replace("</body>", script))
    text = browser.run("--dump-dom", worked.as_uri())
    check('data-used="yes"' in text, "playing through and trying again did not come to their end")

    def noted(name):
        return html.unescape(re.search(f'data-{name}="(.*?)"', text)[1])

    check(noted("played") == "true", "a click on a move of a line leaves the board as it was")
    check(noted("turned") == "true", "the board does not turn")
    check(noted("wrong").startswith("Nf6 is not it."), f"the blunder again: {noted('wrong')!r}")
    check(noted("hints") == "4" and noted("end") == "true", "there are not four hints")
    check("no legal move" in noted("illegal"), f"an illegal move: {noted('illegal')!r}")
    check(noted("right").startswith("g6 is right."), f"the right move: {noted('right')!r}")
    check(noted("shown") == "3… Nf6??", f"the answer shows {noted('shown')!r}")
    check(noted("start") == "#/game/0/1", f"a click at the left of the curve led to {noted('start')}")


def pictures(browser, url, folder):
    for name, view in {"review": url, "review-game": url + BLUNDER}.items():
        for scheme in ["light", "dark"]:
            dark = ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else []
            browser.run(f"--screenshot={folder / f'{name}-{scheme}.png'}", "--window-size=1280,1500", *dark, view)
        browser.run(f"--screenshot={folder / f'{name}-narrow.png'}", "--window-size=500,1800", view)


def main():
    engine = Path(sys.argv[1]).resolve()
    program = installed()
    if program is None:
        print("review_page.py: no Chromium here, the page of a review was not looked at")
        return 1 if os.environ.get("PLUMB_NEED_BROWSER") else 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        pgn, out = scratch / "games.pgn", scratch / "out"
        pgn.write_text(GAMES)
        command = [engine, "review", pgn, "--out", out, "--nodes", "60000"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        page = out / "review.html"
        check(not re.search(r'(src|href)="?(https?:)?//', page.read_text()), "the page refers to another file")
        browser = Browser(program, scratch / "profile")
        look(browser, page.as_uri())
        use(browser, page)
        for place in ["", BLUNDER]:
            narrow(browser, page, place)
        explain(engine, browser, scratch)
        if len(sys.argv) > 2:
            folder = Path(sys.argv[2]).resolve()
            folder.mkdir(parents=True, exist_ok=True)
            pictures(browser, page.as_uri(), folder)
    print("review_page.py: the page of a review holds in", Path(program).name)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"review_page.py: {error}")
