"""HTML pages in a real headless browser: what their scripts made of them."""

import html
import re
import shutil
import subprocess
import sys

# A browser that dies by itself is started again so often in all.
STARTS = 3
# Pixels across, as on many phones.
PHONE = 390
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def installed():
    """A browser's path, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Failure(Exception):
    """What went wrong, in one line."""


def check(condition, text):
    if not condition:
        raise Failure(text)


class Browser:
    def __init__(self, program, profile):
        self.base = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions"]
        self.base += ["--hide-scrollbars", "--disable-background-networking", "--virtual-time-budget=5000"]
        self.base += ["--disable-breakpad", "--disable-dev-shm-usage"]
        self.base += ["--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}"]

    def run(self, *arguments):
        """What a start of the browser prints. A browser that dies is started again:
        that says nothing of the page, and what it shows is judged elsewhere."""
        for _ in range(STARTS):
            try:
                done = subprocess.run([*self.base, *arguments], capture_output=True, text=True, timeout=120, check=False)
            except subprocess.TimeoutExpired:
                problem = "no end within 120 seconds"
                continue
            if done.returncode == 0:
                return done.stdout
            problem = f"exit {done.returncode}: {done.stderr.strip()[:300]}"
            print(f"the browser died, {problem.splitlines()[0]}", file=sys.stderr)
        raise Failure(f"the browser failed {STARTS} times, {problem}")

    def dom(self, url):
        text = self.run("--dump-dom", url)
        check('data-ready="yes"' in text, f"{url}: the page's script did not reach its end")
        problem = re.search(r'<p id="error"[^>]*>(.*?)</p>', text)
        check(problem and not problem[1], f"{url}: {problem and problem[1]}")
        # What the script made, without the data and the script themselves.
        return re.search(r"<main.*?</main>", text, re.S)[0]


def unfolded(page):
    """A copy of a page that unfolds whatever can be unfolded and shows all columns."""
    script = """<script>
setInterval(() => {
  for (const fold of document.querySelectorAll('details:not([open])')) fold.open = true;
  for (const box of document.querySelectorAll('.choices input:not(:checked)')) box.click();
}, 50);
</script></body>"""
    copy = page.with_name("unfolded.html")
    copy.write_text(page.read_text().replace("</body>", script))
    return copy.as_uri()


def rows(dom, caption):
    """The body rows of the table whose caption begins so."""
    for table in re.findall(r"<table.*?</table>", dom, re.S):
        found = re.search(r"<caption>(.*?)</caption>", table, re.S)
        if found and html.unescape(found[1]).startswith(caption):
            return re.findall(r"<tr.*?</tr>", re.search(r"<tbody>(.*)</tbody>", table, re.S)[1], re.S)
    raise Failure(f"no table with the caption {caption!r}")


def cells(row):
    """The cells of a row but its head: what is to be read in them."""
    untitled = re.sub(r"<title>.*?</title>", "", row, flags=re.S)
    texts = [re.sub(r"<[^>]+>", " ", cell) for cell in re.findall(r"<td.*?</td>", untitled, re.S)]
    return [" ".join(html.unescape(text).split()) for text in texts]


def harmless(dom, where):
    for tag in ["script", "img", "i", "b"]:
        check(f"<{tag}>" not in dom and f"<{tag} " not in dom, f"{where}: a name became the element {tag}")
    # A slot of a text that nothing fills, or a text that is not there.
    unfilled = re.search(r"\{[a-z_]+\}|\bundefined\b|\bNaN\b", dom)
    check(not unfilled, f"{where}: it says {unfilled and unfilled[0]}")


def narrow(browser, page, place):
    """The page in a frame as wide as a phone: nothing runs off it."""
    inner = page.with_name("inner.html")
    tell = "<script>addEventListener('load', () => parent.postMessage(document.documentElement.scrollWidth, '*'));</script>"
    inner.write_text(page.read_text().replace("</body>", tell + "</body>"))
    outer = page.with_name("phone.html")
    outer.write_text(f"""<body><script>
addEventListener('message', (event) => {{ document.body.dataset.width = event.data; }});
</script><iframe src="inner.html{place}" width="{PHONE}" height="844"></iframe></body>""")
    found = re.search(r'data-width="(\d+)"', browser.run("--dump-dom", outer.as_uri()))
    check(found, f"{place}: the page in a narrow frame did not load")
    check(int(found[1]) <= PHONE, f"{place}: {found[1]} pixels wide on a phone of {PHONE}")
