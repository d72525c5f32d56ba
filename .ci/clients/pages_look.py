#!/usr/bin/env python3
"""Looks at the pages of a report as readers have them: on screens of five widths, light and
dark, by keyboard alone, and on paper.

    pages_look.py ENGINE [FOLDER]

Runs `plumb fairplay` on made-up games whose names, events and comments are markup, right to left,
emoji and 500 characters long; then nothing may run off a page or lie on another part of it, axe-core
finds nothing against WCAG 2.2 AA, all can be reached by Tab, Escape closes what explains a name, and a
player's page prints on two sheets of A4 or Letter. With FOLDER, screenshots and PDFs are left there.
Exit 0, or 1 and one line. Without playwright, axe-core or Chromium it says so and exits 0, unless
PLUMB_NEED_BROWSER is set.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import Failure, check, installed
from report import IMMORTAL, OPERA, QUIET

CLIENTS = Path(__file__).resolve().parents[2] / "target/clients"
AXE = CLIENTS / "node_modules/axe-core/axe.min.js"
WIDTHS = [320, 390, 768, 1280, 1920]
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
NAMES = ["<img src=x onerror=alert(1)>", "משה כהן", "♟️🦄 Ωmega", "W" * 500]
# Elements in view that lie on one another: of those that hold text or drawings of their own.
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('h1, h2, h3, p, summary, .listing, .tracks, figure, main > ul, main > dl')]
    .filter((one) => one.checkVisibility() && !one.closest('td, th, .tip'));
  const boxes = parts.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const found = [];
  boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
    if (a.contains(b) || b.contains(a)) return;
    const [x, y] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
    if (x > 1 && y > 1) found.push(a.textContent.slice(0, 40) + ' | ' + b.textContent.slice(0, 40));
  }));
  return found;
}"""


def games():
    for number in range(8):
        white, black = NAMES[number % 4], NAMES[(number + 1 + number // 4) % 4]
        tags = {"Event": NAMES[3 - number % 4], "Date": "1899.01.%02d" % (number + 1), "White": white, "Black": black, "Result": "*"}
        for name, value in tags.items():
            yield f'[{name} "{value}"]\n'
        moves = [OPERA, QUIET, IMMORTAL, QUIET][number % 4].rsplit(" ", 1)[0]
        yield f"\n{{ {NAMES[number % 4]} }} {moves} *\n\n"


def opened(page, url):
    page.goto("about:blank")
    page.goto(url)
    page.wait_for_selector("body[data-ready]")
    problem = page.text_content("#error")
    check(not problem, f"{url}: {problem}")


def unfold(page):
    page.evaluate("() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }")
    page.wait_for_timeout(100)


def fits(page, where):
    width, shown = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    check(width <= shown, f"{where}: {width} pixels wide in {shown}")
    found = page.evaluate(OVERLAPS)
    check(not found, f"{where}: parts lie on one another: {found[:2]}")
    slot = re.search(r"\{\w+\}", page.inner_text("main"))
    check(not slot, f"{where}: the slot {slot and slot[0]} was not filled")


def axe(page, where):
    page.evaluate(AXE.read_text())
    told = page.evaluate("(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags } })", STANDARDS)
    found = [f"{one['id']} at {one['nodes'][0]['target']}: {one['nodes'][0]['failureSummary']}" for one in told["violations"]]
    check(not found, f"{where}: axe: {' '.join(found[0].split()) if found else ''}")


def by_keyboard(page, url):
    """Tab reaches a sorted column, a name that is explained, and a game."""
    opened(page, url + "#/player/2")
    seen = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        focus = page.evaluate("() => { const f = document.activeElement; const s = getComputedStyle(f);"
                              " return [f.className, f.tagName, f.textContent, s.outlineStyle]; }")
        name, tag, text, outline = focus
        check(outline != "none" or tag == "BODY", f"the focus on {text[:40]!r} is not to be seen")
        seen.add(tag)
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


def on_paper(browser, url, folder):
    """A player's page on two sheets at most, with its caution."""
    page = browser.new_page()
    opened(page, url + "#/player/2")
    for sheet in ["A4", "Letter"]:
        pdf = page.pdf(format=sheet, path=folder and folder / f"look-player-{sheet}.pdf")
        sheets = len(re.findall(rb"/Type\s*/Page\b", pdf))
        check(sheets <= 2, f"a player's page prints on {sheets} sheets of {sheet}")
    page.emulate_media(media="print")
    check(page.locator(".caution").first.is_visible(), "the caution of a player is not printed")
    page.close()


def look(browser, url, folder):
    views = {"event": "", "player": "#/player/2", "withheld": "#/player/0", "words": "#/words"}
    for scheme in ["light", "dark"]:
        for width in WIDTHS:
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page = context.new_page()
            page.on("dialog", lambda dialog: sys.exit("pages_look.py: a name became a script"))
            for name, place in views.items():
                where = f"{name}, {width} pixels, {scheme}"
                opened(page, url + place)
                fits(page, where)
                if folder:
                    page.screenshot(path=folder / f"look-{name}-{scheme}-{width}.png", full_page=True)
                if width in (390, 1280):
                    axe(page, where)
                unfold(page)
                fits(page, where + ", unfolded")
                if width == 1280:
                    axe(page, where + ", unfolded")
            context.close()
    page = browser.new_page()
    by_keyboard(page, url)
    page.close()
    on_paper(browser, url, folder)


def main():
    engine = Path(sys.argv[1]).resolve()
    sys.path.insert(0, str(CLIENTS / "python"))
    program = installed()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None or not AXE.exists():
        print("pages_look.py: no playwright, axe-core or Chromium here, the pages were not looked at")
        return 1 if os.environ.get("PLUMB_NEED_BROWSER") else 0
    folder = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        scratch = Path(scratch)
        pgn = scratch / "games.pgn"
        pgn.write_text("".join(games()))
        out = scratch / "out"
        command = [engine, "fairplay", pgn, "--out", out, "--nodes", "500", "--jobs", "2"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        look(browser, (out / "report.html").as_uri(), folder)
        browser.close()
    print("pages_look.py: the pages hold in five widths, light, dark, by keyboard and on paper")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"pages_look.py: {error}")
