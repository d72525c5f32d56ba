"""What Stockfish, behind python-chess, says of every move of a game, and why a
move may not count: the half of fairplay_figures.py that looks at moves. It sends
the searches of docs/fairplay.md whose answers are in the figures: one line before
the move, the list with the played move, one line after it."""

from collections import Counter
from dataclasses import dataclass, field, replace

import driver  # isort: skip  # noqa: F401  (finds python-chess, or says that it is missing)

import chess
import chess.engine

LINES = 5
# Looks at what a move lost go so many plies deeper than the single line.
DEEPER = [0, 2, 4]
AGREEMENT = 50
# A loss of so much that they agree on is looked at once more, so many plies deeper.
SERIOUS = 100
CONFIRMING = 8
# In the order in which they are asked, with their letters and the rule sets that know them.
REASONS = {
    "book": ("b", "barnes burnham plumb"),
    "opening": ("o", "regan plumb"),
    "too_few_moves": ("g", "plumb"),
    "repetition": ("r", "regan plumb"),
    "unknown": ("u", "barnes burnham regan plumb"),
    "only_move": ("1", "plumb"),
    "mate_found": ("M", "barnes burnham regan plumb"),
    "mate_missed": ("m", "barnes burnham regan plumb"),
    "mate_suffered": ("s", "barnes burnham regan plumb"),
    "mate_allowed": ("a", "barnes burnham regan plumb"),
    "forced": ("f", "plumb"),
    "decided": ("d", "burnham regan plumb"),
}


def level(score):
    """Centipawns; a mate in n is 10000 - n."""
    mate = score.mate()
    if mate is None:
        return score.score()
    return 10_000 - mate if mate > 0 else -10_000 - mate


def capped(score):
    return max(-1000, min(1000, level(score)))


def mates(*scores):
    return any(score.is_mate() and level(score) > 0 for score in scores)


def is_mated(*scores):
    return any(score.is_mate() and level(score) < 0 for score in scores)


def mate_of(before, own):
    """Which mates there are in the scores before a move and in its own; none if there are none."""
    if mates(*own):
        return "mate_found"
    if mates(*before):
        return "mate_missed"
    if is_mated(*before):
        return "mate_suffered"
    return "mate_allowed" if is_mated(*own) else None


@dataclass
class Move:
    """What was found of one move, from its player's side, and why it may not count."""

    white: bool
    reasons: set = field(default_factory=set)
    level: int = 0
    is_first: bool = False
    is_equal: bool = False
    is_disputed: bool = False
    rank: int = 0
    loss: int = 0
    capped: int = 0
    is_uncertain: bool = False
    drop: int = 0
    is_critical: bool = False
    # The best of the list and the played move there.
    listed: tuple = ()

    def by(self, rules):
        """The same as the rule set sees it: by Barnes all that a move is worth, and mates, come from the list."""
        if rules != "barnes" or not self.listed:
            return self
        best, seen = self.listed
        found = replace(self, is_disputed=False, is_uncertain=False, is_equal=level(seen) >= level(best))
        found.loss = max(0, level(best) - level(seen))
        found.capped = max(0, capped(best) - capped(seen))
        mate = None if level(best) == level(seen) else mate_of([best], [seen])
        found.reasons = {reason for reason in self.reasons if not reason.startswith("mate_")} | ({mate} if mate else set())
        return found

    def excluded(self, rules):
        """The first reason that the rule set knows; nothing if the move counts."""
        decided = abs(self.level) > 300 or abs(self.level) == 300 and rules != "regan"
        known = (name for name, (_, sets) in REASONS.items() if rules in sets.split())
        holds = self.reasons | ({"decided"} if decided else set())
        return next((name for name in known if name in holds), None)

    def letter(self, rules):
        reason = self.excluded(rules)
        if reason:
            return REASONS[reason][0]
        if self.is_first or self.is_uncertain:
            return "*" if self.is_first else "~"
        if self.loss == 0:
            return "="
        return "." if self.loss <= 50 else "-" if self.loss < 200 else "?"


class Judge:
    """Stockfish behind python-chess."""

    def __init__(self, engine, depth):
        self.engine, self.depth = engine, depth
        self.last = None

    def ask(self, board, deeper=0, **more):
        depth = self.depth + deeper
        found = self.engine.analyse(board, chess.engine.Limit(depth=depth), **more)
        for info in found if isinstance(found, list) else [found]:
            if info["depth"] != depth or "lowerbound" in info or "upperbound" in info:
                raise driver.Failure(f"{board.fen()}: the last line has no exact score at depth {depth}: {info}")
        return found

    def single(self, board):
        """The first choice and its score, for the side to move; of a finished game only a score."""
        if board.is_checkmate():
            return None, chess.engine.Mate(0)
        if board.is_stalemate():
            return None, chess.engine.Cp(0)
        # The search after a move is the one before the next.
        if self.last and self.last[0] == (board.root().fen(), board.move_stack):
            return self.last[1]
        info = self.ask(board, game=object())
        found = info["pv"][0], info["score"].pov(board.turn)
        self.last = (board.root().fen(), list(board.move_stack)), found
        return found

    def listed(self, board, played):
        """Scores of the best moves and of the played one, on one table."""
        game = object()
        lines = min(LINES, board.legal_moves.count())
        found = {info["pv"][0]: info["score"].pov(board.turn) for info in self.ask(board, multipv=lines, game=game)}
        if played not in found:
            info = self.ask(board, root_moves=[played], game=game)
            found[played] = info["score"].pov(board.turn)
        return found

    def loss(self, board, choice, played, drop):
        """Scores of the first choice and of the played move, each alone and equally deep, and
        whether looks of different depth agree on the loss."""
        losses = [max(0, drop)]

        def alone(deeper):
            own, best = (
                self.ask(board, deeper, root_moves=[mv], game=object())["score"].pov(board.turn) for mv in (played, choice)
            )
            losses.append(max(0, level(best) - level(own)))
            return best, own

        def agree(some):
            return max(some) - min(some) <= max(AGREEMENT, losses[-1] // 4)

        for deeper in DEEPER:
            best, own = alone(deeper)
            # A greater loss is believed only if the first look and the last two pairs say so.
            is_small = losses[-1] <= AGREEMENT
            asked = losses[-2:] if is_small else [losses[0], *losses[-2:]]
            if (is_small or len(losses) > 2) and agree(asked):
                if losses[-1] < SERIOUS:
                    return best, own, True
                return *alone(CONFIRMING), agree(losses[-2:])
        return best, own, False

    def look(self, board, played):
        move = Move(board.turn)
        choice, before = self.single(board)
        scores = self.listed(board, played)
        after = board.copy()
        after.push(played)
        own = -self.single(after)[1]

        best = max(scores.values(), key=level)
        seen = scores[played]
        # No error for the first choice, whatever the list says.
        move.is_first = played == choice
        counted = best if move.is_first else seen
        move.level = level(before)
        move.is_equal = level(counted) >= level(best)
        move.is_disputed = move.is_first and level(seen) != level(best)
        # A move that had to be searched apart is behind all lines.
        apart = len(scores) > min(LINES, board.legal_moves.count())
        move.rank = len(scores) if apart else 1 + sum(level(score) > level(seen) for score in scores.values())
        # What it lost comes from neither: both moves are searched alone.
        if not move.is_first:
            first, alone, is_agreed = self.loss(board, choice, played, level(before) - level(own))
            move.is_uncertain = not is_agreed
            move.loss = max(0, level(first) - level(alone))
            move.capped = max(0, capped(first) - capped(alone))
            before_all, own_all = (before, best, first), (own, seen, alone)
        else:
            before_all, own_all = (before, best), (own, seen)

        mate = mate_of(before_all, own_all)
        move.reasons |= {mate} if mate else set()
        move.listed = (best, seen)
        move.drop = level(before) - level(own)
        if board.legal_moves.count() == 1:
            move.reasons.add("only_move")
        ranked = sorted(map(level, scores.values()), reverse=True)
        if len(ranked) > 1 and ranked[0] - ranked[1] >= 200:
            move.reasons.add("forced")
            move.is_critical = board.legal_moves.count() > 1 and abs(move.level) < 300
        return move


def moves_of(game, judge, book_plies):
    """All moves of the main line."""
    board = game.board()
    first = 2 * (board.fullmove_number - 1) + (board.turn == chess.BLACK)
    line = list(game.mainline_moves())
    seen = Counter()
    moves = []
    for index, played in enumerate(line):
        repeated = seen[board.epd()]
        seen[board.epd()] += 1
        is_opening = first + index < 16
        if not played:
            move = Move(board.turn, {"unknown"})
        elif is_opening and index < book_plies:
            # No rule set counts it.
            move = Move(board.turn)
        else:
            move = judge.look(board, played)
        if index < book_plies:
            move.reasons.add("book")
        if is_opening:
            move.reasons.add("opening")
        if len(line) < 30:
            move.reasons.add("too_few_moves")
        if repeated:
            move.reasons.add("repetition")
        moves.append(move)
        board.push(played)
        if not played:
            # Nobody can be told of a pass: the game begins anew.
            seen.clear()
            board = chess.Board(board.fen(en_passant="fen"), chess960=board.chess960)
    return moves
