"""Pages in a browser that playwright drives, and what every page must hold: its script comes to
its end without a mistake, nothing runs off the window or lies on another part, no slot of a text
is unfilled, no request leaves, and axe finds nothing against WCAG 2.2 AA or good practice."""

import base64
import contextlib
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[2] / "target/clients"
sys.path.insert(0, str(HERE / "python"))
AXE = Path(os.environ.get("PLUMB_AXE", HERE / "node_modules/axe-core/axe.min.js"))
PROGRAMS = {
    "Chromium": ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    "Firefox": ["firefox-esr", "firefox"],
}
WIDTHS = [320, 390, 768, 1280, 1920]
# A page chooses the form of its drawings when it is opened: one for phones, one from 800 pixels.
OPENED_AT = [320, 1280]
PHONE = 390
SCHEMES = ["light", "dark"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# For a picture in Firefox, playwright puts this style into the page for a moment. The policy of a
# served page blocks it and Firefox says so, by the hash of the style.
PLAYWRIGHTS_STYLE = base64.b64encode(hashlib.sha256(b"body {}").digest()).decode()
SETTLED = "() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))"
# Opens all folds and shows all columns, until there are no more.
UNFOLD = """async () => {
  const folded = () => [...document.querySelectorAll('details:not([open])'), ...document.querySelectorAll('.choices input:not(:checked)')];
  for (let found = folded(); found.length; found = folded()) {
    for (const one of found) if (one.matches('details')) one.open = true; else one.click();
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  }
}"""
# Parts in view that lie on one another: those that hold text or drawings of their own.
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('h1, h2, h3, p, summary, figure, .listing, .tracks, main > ul, main > dl,'
    + ' .board-view, .controls, .overview, .moves, .headline, .notes, .arrows')];
  const boxes = parts.filter((one) => one.checkVisibility() && !one.closest('td, th, .tip'))
    .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const name = (one) => one.className + ' ' + one.textContent.slice(0, 40);
  const found = [];
  boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
    if (a.contains(b) || b.contains(a)) return;
    const [x, y] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
    if (x > 1 && y > 1) found.push(name(a) + ' | ' + name(b));
  }));
  return found;
}"""


class Failure(Exception):
    """What went wrong, in one line."""


def check(condition, text):
    if not condition:
        raise Failure(text)


def installed(browser):
    """A browser's path, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS[browser])), None)


def missing(browser):
    """What is not here of what the checks need, or None."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright"
    if not AXE.exists():
        return "axe-core"
    return None if installed(browser) else browser


class Window:
    """A page in a window of some size; where it is left with a mistake of its script or in the
    console, has asked for another address than `origin`, or has opened a dialog, that is a failure."""

    def __init__(self, browser, width=1280, scheme="light", origin="file://", touch=False):
        # Axe is put into the page, whose policy would not run it.
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, has_touch=touch
        )
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", self._failed)
        self.page.on("request", lambda request: self._asked(request.url, origin))
        self.page.on("console", self._logged)
        self.page.on("dialog", self._spoken)

    def _asked(self, url, origin):
        if not url.startswith((origin, "data:", "blob:", "about:")):
            self.problems.append(f"a request left: {url}")

    def _failed(self, error):
        if f"'sha256-{PLAYWRIGHTS_STYLE}'" not in str(error):
            self.problems.append(str(error))

    def _logged(self, message):
        # What a service refuses, as it was asked to, is logged too, by Chromium.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"the console has: {message.text}")

    def _spoken(self, dialog):
        self.problems.append(f"the page said {dialog.message!r}: a name became a script")
        dialog.dismiss()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        if kind is None:
            check(not self.problems, f"{self.problems}")

    def open(self, url):
        # An address that differs only after its # would not load the page anew.
        self.page.goto("about:blank")
        self.page.goto(url)
        self.wait_for("document.body.dataset.ready || document.querySelector('#error').textContent", "the page does not get ready")
        problem = self.text("#error")
        check(not problem, f"{url}: {problem}")
        self.settle()

    def settle(self):
        """Waits until what was changed has been drawn."""
        self.page.evaluate(SETTLED)

    def looks(self, url, prepare=None, widths=WIDTHS, schemes=SCHEMES):
        """Opens a page at every width, in light and dark; gives the width and words for each look.
        `prepare` is called whenever the page has been opened."""
        for width in widths:
            self.page.set_viewport_size({"width": width, "height": 900})
            if width in OPENED_AT:
                self.open(url)
                if prepare:
                    prepare()
            for scheme in schemes:
                self.page.emulate_media(color_scheme=scheme)
                self.settle()
                yield width, f"{width} pixels, {scheme}"

    def unfold(self):
        """Opens whatever can be unfolded and shows all columns."""
        self.page.evaluate(UNFOLD)

    def wait_for(self, condition, problem, seconds=30):
        """Waits until a condition of the page's script holds."""
        from playwright.sync_api import TimeoutError as Timeout

        try:
            self.page.wait_for_function(f"() => {condition}", timeout=1000 * seconds)
        except Timeout:
            raise Failure(f"{problem}: {self.page.url} {self.problems or ''}") from None

    def text(self, selector):
        return self.page.locator(selector).first.text_content()

    def markup(self):
        """What the script made, without the data and the script themselves."""
        return self.page.locator("main").evaluate("(main) => main.outerHTML")

    def square(self, name, is_flipped=False):
        """The middle of a square of the first board."""
        box = self.page.locator(".board-place").first.bounding_box()
        size = box["width"] / 8
        file, rank = "abcdefgh".index(name[0]), 8 - int(name[1])
        if is_flipped:
            file, rank = 7 - file, 7 - rank
        return box["x"] + (file + 0.5) * size, box["y"] + (rank + 0.5) * size

    def drag(self, *squares):
        """Draws a man over squares, and lets go of it on the last."""
        self.page.mouse.move(*self.square(squares[0]))
        self.page.mouse.down()
        for name in squares[1:]:
            self.page.mouse.move(*self.square(name), steps=4)
        self.page.mouse.up()

    def board(self):
        """The drawing of the first board."""
        return self.page.locator(".board-place").first.inner_html()

    def fits(self, where):
        """Nothing is wider than the window, but what scrolls in a frame of its own, no parts
        cover each other, and each slot of a text is filled."""
        width, shown = self.page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        check(width <= shown, f"{where}: {width} pixels wide in a window of {shown}")
        found = self.page.evaluate(OVERLAPS)
        check(not found, f"{where}: parts lie on one another: {found[:2]}")
        slot = re.search(r"\{\w+\}", self.page.inner_text("main"))
        check(not slot, f"{where}: the slot {slot and slot[0]} was not filled")

    def passes_axe(self, where):
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        # Of what passes, axe is not to make a list.
        options = {"runOnly": RULES, "resultTypes": ["violations"]}
        found = self.page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
        told = [(one["id"], one["nodes"][0]["html"][:150], one["nodes"][0]["failureSummary"]) for one in found]
        check(not told, f"{where}: axe finds {json.dumps(told)}")

    def pictures(self, folder, name, url):
        """A page on a screen, light and dark, printed, and on a phone, where nothing runs off it."""
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.open(url)
        for scheme in ["dark", "light"]:
            self.page.emulate_media(color_scheme=scheme)
            self.picture(folder, f"{name}-{scheme}")
        pdf = self.page.pdf(path=folder and folder / f"{name}.pdf")
        check(pdf.startswith(b"%PDF"), f"{name} does not print")
        self.page.set_viewport_size({"width": PHONE, "height": 844})
        self.open(url)
        self.fits(f"{name} on a phone")
        self.picture(folder, f"{name}-narrow")

    def picture(self, folder, name, least=20_000):
        """A screenshot of the whole page, which has something on it: at least so many bytes. Kept where there is a folder."""
        # Hiding the caret would take a style that the policy of a served page forbids.
        taken = self.page.screenshot(path=folder and folder / f"{name}.png", full_page=True, caret="initial")
        check(len(taken) > least, f"{name}: the page is all but empty")


def rows(markup, caption):
    """The body rows of the table whose caption begins so."""
    for table in re.findall(r"<table.*?</table>", markup, re.S):
        found = re.search(r"<caption>(.*?)</caption>", table, re.S)
        if found and html.unescape(found[1]).startswith(caption):
            return re.findall(r"<tr.*?</tr>", re.search(r"<tbody>(.*)</tbody>", table, re.S)[1], re.S)
    raise Failure(f"no table with the caption {caption!r}")


def cells(row):
    """The cells of a row but its head: what is to be read in them."""
    untitled = re.sub(r"<title>.*?</title>", "", row, flags=re.S)
    texts = [re.sub(r"<[^>]+>", " ", cell) for cell in re.findall(r"<td.*?</td>", untitled, re.S)]
    return [" ".join(html.unescape(text).split()) for text in texts]


def harmless(markup, where):
    for tag in ["script", "img", "i", "b"]:
        check(f"<{tag}>" not in markup and f"<{tag} " not in markup, f"{where}: a name became the element {tag}")
    # A slot of a text that nothing fills, or a text that is not there.
    unfilled = re.search(r"\{[a-z_]+\}|\bundefined\b|\bNaN\b", markup)
    check(not unfilled, f"{where}: it says {unfilled and unfilled[0]}")


def quietly(*command):
    """Runs a program, whose output nobody reads."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def chromium(driver):
    browser = driver.chromium.launch(executable_path=installed("Chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"])
    try:
        yield browser
    finally:
        browser.close()


def drive(use, name="Chromium", started=chromium):
    """A script `SCRIPT ENGINE [FOLDER]` around use(browser, engine, scratch, pictures), which says in
    words what held; `pictures` is the folder where they are left, or None. Exit 0, or 1 and one
    line. Where something is missing it says so and exits 0, unless PLUMB_NEED_BROWSER is set."""
    script = Path(sys.argv[0]).name
    lacking = missing(name)
    if lacking:
        print(f"{script}: no {lacking} here, the pages were not looked at")
        sys.exit(1 if os.environ.get("PLUMB_NEED_BROWSER") else 0)
    from playwright.sync_api import Error, sync_playwright

    engine = Path(sys.argv[1]).resolve()
    pictures = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as scratch, sync_playwright() as driver, started(driver) as browser:
            print(f"{script}: {use(browser, engine, Path(scratch), pictures)}")
    except Error as error:
        sys.exit(f"{script}: {error.message.splitlines()[0]}")
    except (Failure, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"{script}: {error}")
