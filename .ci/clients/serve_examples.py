#!/usr/bin/env python3
"""Runs the examples of docs/serve.md, and of what is named besides, as they are written.

    serve_examples.py PLUMB [GAMES.pgn] [DOCUMENT...]

Every block of shell commands runs in one folder, one after the other, in one shell that ends at
the first that fails; `curl` fails where the answer is a refusal. `plumb serve` is started in the
background on a free port, and goes when another one starts; names of other hosts lead there, too.
GAMES.pgn stands in the folder as `games.pgn`. Blocks about containers are left out. Exit 0, or 1 with
what was said.
"""

import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = r"""
set -euo pipefail
server=
stop() { if [ -n "$server" ]; then kill "$server" && wait "$server" || true; server=; fi; }
trap stop EXIT
serve() {
    stop
    "$PLUMB" serve "$@" 2>>log >/dev/null &
    server=$!
    for _ in $(seq 100); do
        if "$PLUMB" serve --check --bind "127.0.0.1:$PORT" 2>/dev/null; then return; fi
        sleep 0.05
    done
    cat log
    return 1
}
curl() { command curl -sS --fail-with-body --max-time 300 "$@"; echo; }
plumb() { "$PLUMB" "$@"; }
"""


def blocks(path):
    """The shell commands of a document, joined."""
    for block in re.findall(r"^```sh\n(.*?)^```", path.read_text(), re.M | re.S):
        if "podman" not in block:
            yield block


def adapted(block, port):
    """The same commands for a server on a free port of this machine."""
    block = re.sub(r"https://([a-z.]+\.example\.org)(\S*)", rf"http://127.0.0.1:{port}\2 -H 'Host: \1'", block)
    block = block.replace("localhost:8080", f"127.0.0.1:{port}").replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    block = block.replace("0.0.0.0:8080", f"0.0.0.0:{port}")
    lines = []
    for line in block.split("\n"):
        found = re.match(r"^plumb serve\b([^#&]*)&?\s*(#.*)?$", line)
        if found and "--check" not in line:
            bind = "" if "--bind" in line else f" --bind 127.0.0.1:{port}"
            line = f"serve{found[1].rstrip()}{bind}"
        lines.append(line)
    return "\n".join(lines)


def main():
    plumb = Path(sys.argv[1]).resolve()
    rest = [Path(name) for name in sys.argv[2:]]
    games = next((path for path in rest if path.suffix == ".pgn"), None)
    documents = [path for path in rest if path != games] or [ROOT / "docs/serve.md"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    failed = 0
    for document in documents:
        script = PRELUDE + "".join(f"echo '-- block {n}'\n{adapted(block, port)}\n"
                                   for n, block in enumerate(blocks(document), 1))
        with tempfile.TemporaryDirectory() as folder:
            if games:
                shutil.copy(games, Path(folder) / "games.pgn")
            done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=600, check=False,
                                  env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PLUMB": str(plumb), "PORT": str(port)})
        count = done.stdout.count("-- block ")
        if done.returncode:
            failed += 1
            print(f"{document}: block {count} failed with {done.returncode}: {done.stdout[-600:]} {done.stderr[-600:]}")
        elif not count:
            failed += 1
            print(f"{document}: no example was found")
        else:
            print(f"{document.name}: {count} blocks of examples ran")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
