#!/usr/bin/env python3
"""Plays a game by the real lichess-bot with the configuration in examples/, against a server that
stands in for lichess.org on this machine.

    python3 .ci/clients/lichess_bot.py LICHESS_BOT_FOLDER [PLUMB]

LICHESS_BOT_FOLDER is a checkout of https://github.com/lichess-bot-devs/lichess-bot whose
requirements are installed for the Python that runs this. The server speaks as much of the API as
one game needs: account, events, challenge, game, moves. Its player draws moves by a seed and
resigns after 20 of them. The game is printed; it fails if the bot does not play it to the end.
"""

import contextlib
import json
import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parents[2]
GAME = "plumb001"
TOKEN = "stand-in"
BOT = {"id": "plumb", "username": "Plumb", "title": "BOT", "perfs": {}}
PERSON = {"id": "person", "name": "Person", "rating": 1500, "provisional": False, "title": None}
BOT_IN_GAME = {"id": "plumb", "name": "Plumb", "rating": 2000, "provisional": False, "title": "BOT"}
CLOCK = {"initial": 60, "increment": 1}
VARIANT = {"key": "standard", "name": "Standard", "short": "Std"}
# The person has White and resigns after so many moves.
MOVES = 20
PATIENCE_S = 120


class Game:
    """The one game: the board, and what its stream is to tell."""

    def __init__(self):
        self.board = chess.Board()
        self.events = queue.Queue()
        self.states = queue.Queue()
        self.random = random.Random(1)
        self.over = threading.Event()
        self.error = None

    def state(self, status="started", winner=None):
        state = {
            "type": "gameState",
            "moves": " ".join(move.uci() for move in self.board.move_stack),
            "wtime": 60_000, "btime": 60_000, "winc": 1_000, "binc": 1_000,
            "status": status,
        }
        if winner:
            state["winner"] = winner
        return state

    def person_moves(self):
        """White's turn: a move drawn at random, or the end."""
        outcome = self.board.outcome()
        if outcome is None and self.board.ply() < 2 * MOVES:
            self.board.push(self.random.choice(list(self.board.legal_moves)))
            outcome = self.board.outcome()
            if outcome is None:
                self.states.put(self.state())
                return
        winner = "black"
        if outcome is not None:
            winner = {True: "white", False: "black", None: None}[outcome.winner]
        status = "resign" if outcome is None else "mate" if winner else "draw"
        self.states.put(self.state(status, winner))
        self.states.put(None)
        self.events.put({"type": "gameFinish", "game": {"id": GAME, "gameId": GAME}})
        self.over.set()

    def bot_moves(self, text):
        try:
            move = chess.Move.from_uci(text)
            legal = self.board.turn == chess.BLACK and move in self.board.legal_moves
        except ValueError:
            legal = False
        if not legal:
            self.error = f"{text} is no legal move of Black in {self.board.fen()}"
            self.over.set()
            return
        self.board.push(move)
        self.states.put(self.state())
        self.person_moves()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    game = None

    def log_message(self, *_):
        pass

    def tell(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, lines):
        """One JSON line after another until None; an empty line while there is nothing."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        # Chunks: the bot waits for a full buffer otherwise.
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                try:
                    line = lines.get(timeout=2)
                except queue.Empty:
                    self.chunk(b"\n")
                    continue
                if line is None:
                    self.chunk(b"")
                    return
                self.chunk(json.dumps(line).encode() + b"\n")
        except OSError:
            pass  # The bot has gone.

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def do_GET(self):
        game = self.game
        path = self.path.split("?")[0]
        if path == "/api/account":
            self.tell(BOT)
        elif path == "/api/account/playing":
            self.tell({"nowPlaying": []})
        elif path == "/api/stream/event":
            challenge = {
                "id": GAME, "url": f"/{GAME}", "status": "created", "challenger": PERSON,
                "destUser": BOT_IN_GAME, "variant": VARIANT, "rated": False, "speed": "bullet",
                "timeControl": {"type": "clock", "limit": 60, "increment": 1, "show": "1+1"},
                "color": "white", "finalColor": "white", "perf": {"name": "Bullet"},
            }
            game.events.put({"type": "challenge", "challenge": challenge})
            self.stream(game.events)
        elif path == f"/api/bot/game/stream/{GAME}":
            game.board.push(game.random.choice(list(game.board.legal_moves)))
            game.states.put({
                "type": "gameFull", "id": GAME, "variant": VARIANT, "speed": "bullet",
                "perf": {"name": "Bullet"}, "rated": False, "createdAt": 1_600_000_000_000,
                "white": PERSON, "black": BOT_IN_GAME, "initialFen": "startpos",
                "clock": {name: 1_000 * value for name, value in CLOCK.items()},
                "state": game.state(),
            })
            self.stream(game.states)
        else:
            self.tell({"error": "not found"}, 404)

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        game = self.game
        path = self.path.split("?")[0]
        if path == "/api/token/test":
            self.tell({TOKEN: {"userId": "plumb", "scopes": "bot:play", "expires": None}})
        elif path == f"/api/challenge/{GAME}/accept":
            self.tell({"ok": True})
            start = {"id": GAME, "gameId": GAME, "fullId": GAME, "color": "black"}
            game.events.put({"type": "gameStart", "game": start})
        elif path.startswith(f"/api/bot/game/{GAME}/move/"):
            self.tell({"ok": True})
            game.bot_moves(path.rsplit("/", 1)[1])
        else:
            declined = path.endswith("/decline")
            if declined:
                game.error = "the bot declined the challenge"
                game.over.set()
            self.tell({"ok": True})


def configuration(url, plumb):
    """The example, with this server, token and binary."""
    text = (ROOT / "examples/lichess_bot.yml").read_text()
    for line, value in [
        ('token: "xxxxxxxxxxxxxxxxxxxx"', f'token: "{TOKEN}"'),
        ('url: "https://lichess.org/"', f'url: "{url}"'),
        ('dir: "/usr/local/bin"', f'dir: "{plumb.parent}"'),
        ('name: "plumb"', f'name: "{plumb.name}"'),
    ]:
        if text.count(line) != 1:
            sys.exit(f"examples/lichess_bot.yml: expected one line {line}")
        text = text.replace(line, value)
    return text


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    bot = Path(sys.argv[1]).resolve()
    binary = sys.argv[2] if len(sys.argv) == 3 else ROOT / "target/release/plumb"
    plumb = Path(binary).resolve()
    game = Handler.game = Game()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.yml"
        config.write_text(configuration(url, plumb))
        log = Path(folder) / "log"
        command = [sys.executable, "lichess-bot.py", "--config", str(config), "--disable_auto_logging"]
        with log.open("w") as out:
            process = subprocess.Popen(
                command, cwd=bot, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )
            is_over = game.over.wait(PATIENCE_S)
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                pass
            # It has processes of its own, which do not all go with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        error = game.error if is_over else f"the game is not over after {PATIENCE_S} s"
        if error:
            print(log.read_text()[-4_000:])
            sys.exit(f"lichess-bot: {error}")
    moves = chess.Board().variation_san(game.board.move_stack)
    print(f"lichess-bot plays a game of {game.board.ply()} plies: {moves}")


if __name__ == "__main__":
    main()
