#!/usr/bin/env python3
"""startup.py ENGINE: from start to `uciok` and to `done=1`, and how much memory
the engine holds beside its hash table. Fails past 20 ms (median of 21 starts)
or 28 MB: some four times as long as it takes where nothing else runs."""

import statistics
import subprocess
import sys
import time

LIMIT_MS, LIMIT_MB, HASH_MB = 20, 28, 64


def start(engine):
    return subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def until(process, words, wanted):
    process.stdin.write(words)
    process.stdin.flush()
    for line in process.stdout:
        if wanted in line:
            return line
    sys.exit(f"startup.py: no {wanted!r} after {words!r}")


def milliseconds(engine, words, wanted):
    times = []
    for _ in range(21):
        begin = time.perf_counter()
        process = start(engine)
        until(process, words, wanted)
        times.append((time.perf_counter() - begin) * 1000)
        process.stdin.write("quit\n")
        process.stdin.close()
        process.wait(5)
    return statistics.median(times)


def resident_mb(engine):
    """After a search that fills the whole table."""
    process = start(engine)
    until(process, f"uci\nsetoption name Hash value {HASH_MB}\nisready\n", "readyok")
    until(process, "go nodes 5000000\n", "bestmove")
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    process.stdin.write("quit\n")
    process.stdin.close()
    process.wait(5)
    return kilobytes / 1024


def main():
    engine = sys.argv[1]
    uci = milliseconds(engine, "uci\n", "uciok")
    cecp = milliseconds(engine, "xboard\nprotover 2\n", "done=1")
    memory = resident_mb(engine) - HASH_MB
    print(f"startup.py: uciok after {uci:.1f} ms, done=1 after {cecp:.1f} ms, {memory:.1f} MB beside the hash table")
    if uci > LIMIT_MS or cecp > LIMIT_MS or memory > LIMIT_MB:
        sys.exit(f"startup.py: over {LIMIT_MS} ms or {LIMIT_MB} MB")


main()
