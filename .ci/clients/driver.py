"""Starting and stopping engines under python-chess, and watching what is said."""

import contextlib
import logging
import os
import signal
import sys
from pathlib import Path

# Where .ci/install-clients puts python-chess.
sys.path.append(str(Path(__file__).resolve().parents[2] / "target/clients/python"))

try:
    import chess.engine
except ImportError:
    sys.exit("python_chess.py: python-chess is not installed: see .ci/install-clients")


class Failure(Exception):
    """What went wrong, in one line."""


def check(condition, text):
    if not condition:
        raise Failure(text)


@contextlib.contextmanager
def deadline(seconds, what):
    """Fails when the block takes longer, whatever it waits for."""

    def late(*_):
        raise Failure(f"{what}: no end after {seconds} s")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


class Watch(logging.Handler):
    """Keeps the warnings of python-chess and counts the lines it sends."""

    def __init__(self, path):
        super().__init__(logging.DEBUG)
        self.log = open(path or os.devnull, "w", encoding="utf-8")
        self.warnings = []
        self.sent = {}
        self.last_sent = ""
        self.words = []

    def emit(self, record):
        text = record.getMessage()
        self.log.write(text + "\n")
        if record.levelno >= logging.WARNING:
            # Not the engine's fault: python-chess greets `sigterm=0` with the first, and
            # asks for the second with "." but does not know it.
            if "Rejecting feature" not in text and "'stat01:" not in text:
                self.warnings.append(text)
        elif ": << " in text:
            line = self.last_sent = text.split(": << ", 1)[1]
            for start in ("go ponder", "ponderhit"):
                if line.startswith(start):
                    self.sent[start] = self.sent.get(start, 0) + 1
        elif ": >> " in text and " move: " in text:
            self.words.append(text)


class Driver:
    """Starts engines of one protocol, and ends all of them."""

    def __init__(self, protocol, command, watch, lenient):
        self.protocol, self.command = protocol, command
        self.watch, self.lenient = watch, lenient
        self.engines = []
        self.skipped = []

    def start(self):
        popen = getattr(chess.engine.SimpleEngine, f"popen_{self.protocol}")
        engine = popen(self.command, timeout=10, setpgrp=True)
        self.engines.append(engine)
        return engine

    def quit(self, engine):
        engine.quit()
        code = engine.returncode.result(5)
        check(code == 0, f"exit code {code} after quit")
        self.engines.remove(engine)
        engine.close()

    def kill_all(self):
        for engine in self.engines:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(engine.transport.get_pid(), signal.SIGKILL)
            engine.close()

    def lacks(self, declared, what):
        """True when the engine lacks `what` and that is to be let pass."""
        check(declared or self.lenient, f"the engine does not declare {what}")
        if not declared:
            self.skipped.append(what)
        return not declared
