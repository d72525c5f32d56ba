"""Games for fairplay_figures.py: three by players long dead, and some made up so
that every reason for leaving a move out comes up: mates found, missed, allowed
and suffered, only moves, repetitions, set-up positions, a pass, a promotion to a
knight, castling written with zeros and in Chess960, stalemate, a game without
moves and one that cannot be read. One name is Latin-1."""

REAL = [
    (
        "Morphy, Paul", "Karl II and Isouard", "1858",
        """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
        9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7
        16. Qb8+ Nxb8 17. Rd8# 1-0""",
    ),
    (
        "Anderssen, Adolf", "Kieseritzky, Lionel", "1851",
        """1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5
        9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5
        17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0""",
    ),
    (
        "Anderssen, Adolf", "Dufresne, Jean", "1852",
        """1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6
        9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5
        16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7
        22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0""",
    ),
]
# What it is about, more tags, the moves.
MADE_UP = [
    ("a few moves and mate", "", "1. f3 e5 2. g4 Qh4# 0-1"),
    (
        "repetitions, captures of a pawn in passing", "",
        """1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e6 6. e5 d5 7. exd6 cxd6 8. Nf3 Nf6 9. Be2 Be7
        10. O-O O-O 11. Nc3 Nc6 12. Bb5 Bd7 13. Be2 Be8 14. Bb5 Bd7 15. Be2 Be8 16. d4 d5 1/2-1/2""",
    ),
    ("a mate missed", '[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30"]\n', "30. h3 h6 31. Rd8+ Kh7 *"),
    (
        "a mate allowed", '[FEN "4r1k1/5ppp/8/8/8/8/r4PPP/3RR1K1 b - - 0 30"]\n',
        "30... Rxe1+ 31. Rxe1 Rb2 32. Re8# 1-0",
    ),
    ("an only move, mated", '[FEN "k7/8/1K6/8/8/8/8/7R b - - 0 70"]\n', "70... Kb8 71. Rh8# 1-0"),
    ("promotions", '[FEN "8/P6k/8/8/8/8/6p1/4K3 w - - 0 50"]\n', "50. a8=N g1=Q+ 51. Kd2 Qf2+ 52. Kd3 Kg6 0-1"),
    ("stalemate", '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 60"]\n', "60. Qf7 1/2-1/2"),
    (
        "Chess960", '[Variant "Chess960"]\n[FEN "rk2r1n1/pppppppp/8/8/8/8/PPPPPPPP/RK2R1N1 w EAea - 0 1"]\n',
        "1. e4 e5 2. O-O-O O-O-O 3. Nf3 d6 4. d4 exd4 5. Rxd4 Nf6 6. Red1 Re7 7. e5 dxe5 8. Rxd8# *",
    ),
    (
        "remarks, a pass", '[White "M\xfcller, \xc4"]\n',
        """1. e4 {best [%eval 9.99]} e6 $1 2. d4 (2. d3 d5 (2... c5)) d5 ; (
        3. exd5 exd5 4. Nf3 Nf6 5. Bd3 Bd6 6. 0-0 0-0 7. Re1 -- 8. Bg5 h6 9. Bh4 Nc6 10. c3 Bg4 11. Nbd2 *""",
    ),
    ("no moves", "", "*"),
    ("cannot be read", "", "1. e4 e5 2. Ke3 *"),
]


def _text():
    for white, black, year, moves in REAL:
        yield f'[Event "?"]\n[Date "{year}.??.??"]\n[White "{white}"]\n[Black "{black}"]\n\n{moves}\n\n'
    for number, (about, tags, moves) in enumerate(MADE_UP):
        yield f'[Event "{about}"]\n[Date "1900.01.01"]\n{tags}[Black "Made up {number % 2}"]\n\n{moves}\n\n'


AWKWARD = "".join(_text())
