"""A browser that is driven while it shows a page (playwright), and what every page must hold:
nothing wider than the window, nothing that axe finds, no request that leaves."""

import json
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2] / "target/clients"
sys.path.insert(0, str(HERE / "python"))
AXE = Path(os.environ.get("PLUMB_AXE", HERE / "node_modules/axe-core/axe.min.js"))
WIDTHS = [320, 390, 768, 1280, 1920]
SCHEMES = ["light", "dark"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Failure(Exception):
    """What went wrong, in one line."""


def check(condition, text):
    if not condition:
        raise Failure(text)


def missing():
    """What is not here of what the checks need, or None."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright"
    if not AXE.exists():
        return "axe-core"
    return None if shutil.which("chromium") or shutil.which("google-chrome") else "Chromium"


def skipped(name):
    """Says what is missing, and the exit code for that."""
    print(f"{name}: no {missing()} here, the pages were not looked at")
    return 1 if os.environ.get("PLUMB_NEED_BROWSER") else 0


class Window:
    """A page in a window of some size; where it is left with a mistake of its script, or has
    asked for another address than `origin`, that is a failure."""

    def __init__(self, browser, width=1280, scheme="light", origin="file://", touch=False):
        # Axe is put into the page, whose policy would not run it.
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, has_touch=touch
        )
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url, origin))

    @staticmethod
    def program():
        """The browser's path."""
        return shutil.which("chromium") or shutil.which("google-chrome")

    def _asked(self, url, origin):
        if not url.startswith((origin, "data:", "blob:")):
            self.problems.append(f"a request left: {url}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        if kind is None:
            check(not self.problems, f"{self.problems}")

    def open(self, url):
        self.page.goto(url)
        self.page.wait_for_selector("body[data-ready=yes]")
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def wait_for(self, condition, problem, seconds=5):
        """Waits until a condition of the page's script holds."""
        from playwright.sync_api import TimeoutError as Timeout

        try:
            self.page.wait_for_function(condition, timeout=1000 * seconds)
        except Timeout:
            raise Failure(f"{problem}: {self.page.url}") from None

    def text(self, selector):
        return self.page.locator(selector).first.text_content()

    def fits(self, where):
        """Nothing is wider than the window, but what scrolls in a frame of its own."""
        width, all_of_it = self.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        check(all_of_it <= width, f"{where}: {all_of_it} pixels wide in a window of {width}")

    def does_not_overlap(self, where, selector):
        """No two of the elements that are shown cover each other."""
        script = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((node) => [node.className, node.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (a !== b && a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom) return one + ' and ' + other;
  }
  return null;
}"""
        found = self.page.evaluate(script, selector)
        check(found is None, f"{where}: {found} overlap")

    def passes_axe(self, where):
        self.page.add_script_tag(path=str(AXE))
        found = self.page.evaluate("(rules) => axe.run(document, { runOnly: rules })", RULES)["violations"]
        told = [(one["id"], one["nodes"][0]["html"][:150]) for one in found]
        check(not told, f"{where}: axe finds {json.dumps(told)}")
