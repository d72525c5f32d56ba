#!/usr/bin/env python3
"""serve_memory.py PLUMB [REQUESTS]: sends `plumb serve` requests that are meant to do harm, 1,000
of each kind, and prints how much memory it holds after each kind and how long /healthz took
meanwhile. Fails if that is more than 100 MB, or if /healthz fails or takes more than two seconds.

The kinds: bodies of 1 MB with unknown names, with one long name, with a list of numbers or of moves,
as questions, logins and jobs; the same by clients that never read; many answers that nobody reads;
bodies that break off; and uploads of packed files with empty members."""

import gzip
import itertools
import json
import socket
import string
import subprocess
import sys
import threading
import time

LIMIT_MB = 100
LONGEST_S = 2
AT_ONCE = 100


def request(path, body, kind="application/json", length=None):
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    length = len(body) if length is None else length
    return f"{head}Content-Length: {length}\r\n\r\n".encode() + body


def unknown_names():
    names = itertools.product(string.ascii_letters, repeat=3)
    names = itertools.islice(map("".join, names), 130_000)
    return ("{" + ",".join(f'"{name}":1' for name in names) + "}").encode()


NAMES = unknown_names()
MOVES = json.dumps({"moves": ["e2e4"] * 120_000}).encode()
NUMBERS = b"[" + b"0," * 500_000 + b"0]"
LONG_NAME = json.dumps({"a" * 1_000_000: 1}).encode()
PACKED = gzip.compress(b"", mtime=0) * 50_000

# Name, what is sent, and whether the answer is read; None where there is none.
KINDS = [
    ("unknown names", request("/v1/eval", NAMES), True),
    ("unknown names, inside", request("/api/detect_anomaly", b'{"plumb":' + NAMES[:1_040_000] + b"}"), True),
    ("unknown names, login", request("/v1/login", NAMES), True),
    ("unknown names, job", request("/v1/jobs/counterfactual", NAMES), True),
    ("a long name", request("/v1/eval", LONG_NAME), True),
    ("a list of numbers", request("/v1/eval", NUMBERS), True),
    ("120,000 moves", request("/v1/legal", MOVES), True),
    ("unknown names, unread", request("/v1/eval", NAMES), False),
    ("a long name, unread", request("/v1/eval", LONG_NAME), False),
    ("120,000 moves, unread", request("/v1/legal", MOVES), False),
    ("documents, unread", b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50, False),
    ("bodies that break off", request("/v1/eval", NAMES[:500_000], length=len(NAMES)), None),
    ("empty packed members", request("/v1/jobs/review", PACKED, "application/gzip"), True),
]


class Service:
    def __init__(self, plumb):
        arguments = [plumb, "serve", "--bind", "127.0.0.1:0"]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = self.process.stdout.readline().strip().removeprefix("http://")
        host, port = address.rsplit(":", 1)
        self.address = (host, int(port))

    def resident_mb(self, key="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith(key))
        return int(line.split()[1]) / 1024

    def connect(self):
        return socket.create_connection(self.address, timeout=60)

    def health_s(self):
        begun = time.monotonic()
        with self.connect() as stream:
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if b" 200 " not in stream.recv(4096):
                raise OSError("/healthz is not answered")
        return time.monotonic() - begun


def watch(service, over, times):
    while not over.wait(0.05):
        try:
            times.append(service.health_s())
        except OSError:
            times.append(float("inf"))


def ask(service, text, is_read, kept):
    stream = service.connect()
    try:
        stream.sendall(text)
        # Either way there is an answer; unread, it stays where it is.
        if is_read is not None:
            stream.recv(1 << 16, 0 if is_read else socket.MSG_PEEK)
    except OSError:
        pass
    if is_read:
        stream.close()
    else:
        kept.append(stream)


def attack(service, text, is_read, count):
    """Sends a request so often, some at once; those who do not read their answer stay a while."""
    for begin in range(0, count, AT_ONCE):
        kept = []
        size = min(AT_ONCE, count - begin)
        threads = [threading.Thread(target=ask, args=(service, text, is_read, kept)) for _ in range(size)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(0 if is_read else 0.5)
        for stream in kept:
            stream.close()


def main():
    plumb = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    service = Service(plumb)
    failed = False
    print(f"{'at the start':<24} {service.resident_mb():7.1f} MB")
    try:
        for name, text, is_read in KINDS:
            over, times = threading.Event(), []
            watcher = threading.Thread(target=watch, args=(service, over, times))
            watcher.start()
            begun = time.monotonic()
            attack(service, text, is_read, count)
            over.set()
            watcher.join()
            took = time.monotonic() - begun
            time.sleep(1)
            resident, longest = service.resident_mb(), max(times, default=0)
            print(f"{name:<24} {resident:7.1f} MB, at most {service.resident_mb('VmHWM'):7.1f} MB; "
                  f"{took:6.1f} s, /healthz {longest:6.3f} s", flush=True)
            failed |= resident > LIMIT_MB or longest > LONGEST_S
    finally:
        service.process.kill()
        service.process.wait()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
