#!/usr/bin/env python3
"""Opens the HTML report of a run in a real headless browser, and looks.

    report.py ENGINE [FOLDER]

Makes up games with hostile names, runs `plumb fairplay` on them, alone, with a
jury and as a zig-zag, opens the pages from disk in Chromium, without a network,
and checks what they became: rows, links, boards, no error, no markup from names;
then it sorts, filters and steps through a game. With FOLDER, screenshots (light, dark, narrow)
and printed PDFs are left there.
"""

import html
import json
import os
import re
import shutil

from browser import Window, cells, check, drive, harmless, quietly, rows

HOSTILE = ["<script>alert(1)</script>", 'O\'Neil "Q" & <b>Sons</b>', "</script><img src=x onerror=alert(2)>"]
# Morphy against the Duke and the Count, Paris 1858, and Anderssen against
# Kieseritzky, London 1851; whoever played them here is made up.
OPERA = """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"""
IMMORTAL = """1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5
8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6
16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6
23. Be7# 1-0"""
QUIET = """1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4
9. Bxc4 Nd5 10. Bxe7 Qxe7 11. O-O Nxc3 12. Rxc3 e5 13. dxe5 Nxe5 14. Nxe5 Qxe5 15. f4 Qf6
16. e4 Be6 17. e5 Qe7 18. Bd3 Rfd8 19. f5 Bd5 20. Qg4 Kh8 21. f6 Qxf6 22. Qh5 Qh6 23. Qe2 Kg8
24. Bb1 Qe6 25. b3 Qe7 26. Rg3 Qc5+ 27. Re3 h5 28. h3 Re8 29. Qf2 a5 30. Kh2 Qd4 31. Rfe1 Rxe5
32. Bh7+ Kh8 33. Bc2 a4 34. Qg3 Rxe3 35. Rxe3 h4 36. Qe1 Qf4+ 37. Kg1 b6 38. bxa4 Qd4 39. Qf2 Be6
40. Rd3 Qf6 41. Rf3 Qa1+ 42. Qf1 Qxf1+ 43. Rxf1 Ra6 44. Bb3 Kh7 1/2-1/2"""
BROKEN = "1. e4 e5 2. Ke3 *"


def games():
    pairs = [
        (OPERA, HOSTILE[0], "Plain, Peter"),
        (QUIET, HOSTILE[1], HOSTILE[0]),
        (QUIET, HOSTILE[0], HOSTILE[2]),
        (IMMORTAL, "Plain, Peter", HOSTILE[1]),
        (QUIET, "Plain, Peter", HOSTILE[0]),
        (BROKEN, "Nobody", "Else"),
    ]
    for number, (moves, white, black) in enumerate(pairs, 1):
        tags = {"Event": "<i>Made up</i>", "Date": "1899.01.%02d" % number, "White": white, "Black": black}
        tags["Result"] = moves.split()[-1]
        for name, value in tags.items():
            value = value.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{value}"]\n'
        yield f"\n{moves}\n\n"


def unfolded(window, url, where):
    """What the script makes of a page of which nothing is folded: no markup from names."""
    window.open(url)
    window.unfold()
    markup = window.markup()
    harmless(markup, where)
    return markup


def look(window, url):
    event = unfolded(window, url, "event")
    players = rows(event, "Players by name")
    check(len(players) == 4, f"{len(players)} players are listed instead of 4")
    names = [html.unescape(re.search(r'<th scope="row">(?:<a[^>]*>)?(.*?)<', row)[1]) for row in players]
    check(names == sorted([*HOSTILE, "Plain, Peter"]), f"the players are {names}")
    check(len(rows(event, "Games in the order")) == 5, "there should be 5 games")
    check(len(rows(event, "The first 1 of 1")) == 1, "one game should be reported as unreadable")
    check("withheld <span>(" in event, "nothing is withheld, and some player has too few moves")
    check(event.count('aria-sort="ascending"') == 2, "each table should be sorted by its first column")
    check(not re.search(r"cheat|suspic|guilt", event, re.I), "the page accuses somebody")
    check("never a verdict" in event, "the caution is missing")

    player = unfolded(window, url + "#/player/1", "player")
    check(html.escape(names[1], quote=False) in player, "the second player's page does not name him")
    check(len(rows(player, "Under each figure")) > 8, "the player's figures are missing")
    check(player.count('class="bar"') > 20, "the player's interval bars are missing")
    losses(player, "player")
    passes = [cells(row) for row in rows(player, "Each pass leaves out")]
    check(len(passes) == 2 and "withheld" not in "".join(passes[0]), f"the passes of the player are {passes}")
    check(player.count("<small>range ") > 20, "the figures have no ranges")
    check("<h2>Jury" not in event, "there is a jury, and one engine judged")
    counted = max(int(count) for count in re.findall(r"<small>(\d+) counted moves</small>", player))
    reason = "There is no fit. A fit needs 100 " in player
    check(reason or counted >= 100, "the reason why s and c are missing is not given")
    check("there is a reference only for the profiles" in player, "it is not said why nothing is compared with")
    check("a difference that chance can explain" in player or "games say nothing" in player or "than chance makes" in player, "nothing is said in plain words")
    check("is a reason to look at games, not a finding" in player, "the caution of the player is missing")
    check(player.count('class="spark"') > 0, "the games have no sparklines")
    check(player.count('class="track ') >= 5, "the figures that matter have no bars")
    check("All other figures of these parts" in player, "the parts' other figures are missing")

    game = unfolded(window, url + "#/game/2/40", "game")
    check("20… Kh8" in re.search(r"<h2 class=\"move-name\".*?</h2>", game)[0], "the move in view is not 20... Kh8")
    check(game.count('class="light') + game.count('class="dark') == 64, "the board has not 64 squares")
    men = game.count('<g class="man ')
    check(men == 22, f"{men} men are on the board instead of 22")
    check(game.count('<p class="line">') >= 5, "the engine’s lines are missing")
    check("left out: opening" in game, "it is not said what is left out")
    check("Levels of 20… Kh8" in game, "the level curves are missing")
    check(game.count('aria-current="true"') == 2, "the move in view is not marked in moves and trace")
    start = unfolded(window, url + "#/game/1", "start")
    check(start.count('<g class="man ') == 32, "32 pieces should be on the board at the start")
    nowhere = unfolded(window, url + "#/player/99", "nowhere")
    check("Players by name" in nowhere, "a page that is not there should show the first")


def losses(dom, where):
    """The ranges add up to the counted moves, for every group."""
    found = rows(dom, "Moves that lost so many")
    check(len(found) == 8, f"{where}: {len(found)} ranges of loss instead of 8")
    check(dom.count('class="one block"') == 8, f"{where}: the spread of losses is not drawn")
    # Moves whose loss is uncertain are in no range, and told in a row of their own.
    told = [row for row in re.findall(r"<tr.*?</tr>", dom, re.S) if "Moves whose loss is uncertain" in row]
    counted = re.findall(r"<small>(\d+) counted moves</small>", dom)
    for group, total in enumerate(counted):
        counts = [int(cells(row)[group].split()[0]) for row in found + told]
        check(sum(counts) == int(total), f"{where}: {counts} losses of {total} counted moves")


def look_at_jury(window, url, members):
    event = unfolded(window, url, "jury")
    check(len(rows(event, "Members, and what each")) == members, f"there should be {members} members")
    check(len(rows(event, "Of ")) == 5, "how far the jury is apart is missing")
    losses(event, "event")
    for place in ["", "#/player/1"]:
        dom = unfolded(window, url + place, f"jury{place}")
        for row in rows(dom, "By each engine"):
            figures = cells(row)
            # The second member is the first one at the other end of a pipe.
            check(len(figures) == members and figures[0] == figures[1], f"jury{place}: {figures}")
        check("of the engines had the same first choice" in dom, f"jury{place}: the majority is missing")
    fit = [cells(row) for row in rows(dom, "The errors of ln s and ln c")]
    check(len(fit) == 2 and all(float(value) > 0 for row in fit for value in row[:2]), f"s and c: {fit}")
    check(f"{fit[0][4]} choices" in event, "s is not in the table of players")


def look_at_zigzag(window, url):
    event = unfolded(window, url, "zigzag")
    check("never a verdict" in event, "zigzag: the caution is missing")
    check(len(rows(event, "Games in the order")) == 5, "zigzag: there should be 5 games")
    players = [cells(row) for row in rows(event, "Players by name")]
    check(len(players) == 4, f"zigzag: {len(players)} players are listed instead of 4")
    check(sum(int(row[0]) for row in players) == 10, f"zigzag: the players' games are {players}")
    check(re.search(r"dL \d, dmin \d", event), "zigzag: the settings are missing")
    game = unfolded(window, url + "#/game/2", "zigzag game")
    moves = rows(game, "Scores are the player")
    # 44 moves and 44 replies, 4 of each book.
    check(len(moves) == 80, f"zigzag: {len(moves)} moves instead of 80")
    check("20… Kh8" in html.unescape(moves[31]), "zigzag: the 32nd tested move is not 20... Kh8")
    check(all('class="strip"' in row for row in moves), "zigzag: a move has no strip of depths")
    firsts = sum(cells(row)[0] == "the same" for row in moves)
    check(0 < firsts < 80, f"zigzag: {firsts} of 80 moves are the engine's")
    check(len(rows(game, "Of this game alone")) > 8, "zigzag: the sums of the sides are missing")
    check("kept" in game and "The leader effect" in game, "zigzag: the leader effect is not marked")


def use(window, url):
    """Works the page: sorts, filters, and steps through a game with keys and buttons."""
    page = window.page
    window.open(url)

    def names():
        return page.locator("tbody").first.locator("th").all_text_contents()

    for _ in range(2):
        page.locator("th button").get_by_text("Counted", exact=True).first.click()
    check(names()[0] == HOSTILE[0], "sorted by counted moves, the wrong player is first")
    check(len(names()) == 4, "sorting lost a player")
    page.locator("input").first.fill("PLAIN")
    check(names() == ["Plain, Peter"], f"the filter leaves {names()}")
    page.evaluate("location.hash = '#/game/2/40'")
    page.locator(".move-name").wait_for()
    for key, ply in [("ArrowRight", 41), ("ArrowLeft", 40)]:
        page.keyboard.press(key)
        window.wait_for(f"location.hash === '#/game/2/{ply}'", f"{key} does not lead to ply {ply}")
    page.locator('button[aria-label^="Last position"]').click()
    window.wait_for("document.querySelector('.move-name').textContent === '44… Kh7'", "the last position is after another move")
    page.locator('button[aria-label^="First position"]').click()
    window.wait_for("document.querySelectorAll('.board .man').length === 32", "the first position is not the start")


def run(engine, games, out, *arguments):
    """Runs it, and gives the folder of the reports."""
    quietly(engine, "fairplay", games, "--out", out, *arguments)
    return out


def jury_of(engine, scratch):
    """The arguments that name a jury: this engine, itself over UCI, and Stockfish where it is."""
    others = {"Other": str(engine)}
    stockfish = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if stockfish:
        others["Stockfish"] = stockfish
    config = scratch / "engines.toml"
    config.write_text(
        "".join(f"[[engine]]\nname = {json.dumps(n)}\ncommand = {json.dumps(c)}\nprotocol = \"uci\"\n" for n, c in others.items())
    )
    return [*(part for name in ["plumb", *others] for part in ("--engine", name)), "--config", config]


def look_at_all(browser, engine, scratch, folder):
    pgn = scratch / "games.pgn"
    pgn.write_text("".join(games()))
    few = ["--nodes", "1000", "--jobs", "2"]
    page = run(engine, pgn, scratch / "out", *few) / "report.html"
    members = jury_of(engine, scratch)
    jury = run(engine, pgn, scratch / "jury", *few, "--rules", "barnes", *members) / "report.html"
    depths = ["--mode", "zigzag", "--zigzag-depths", "7,5,3", "--multipv", "4", "--book-plies", "8"]
    zigzag = run(engine, pgn, scratch / "zigzag", *depths) / "zigzag.html"
    for made in [page, jury, zigzag]:
        text = made.read_text()
        check(not re.search(r'(src|href)="?(https?:)?//', text), f"{made} refers to another file")
        # So that the first page is drawn before a browser has read the details.
        details = text.find('id="detail-')
        check(details == -1 or text.index("'use strict'") < details, f"{made.name}: the details stand before the scripts")
    url, jury, zigzag = (made.as_uri() for made in [page, jury, zigzag])
    with Window(browser) as window:
        look(window, url)
        use(window, url)
        look_at_jury(window, jury, members.count("--engine"))
        look_at_zigzag(window, zigzag)
        views = {"event": url, "player": url + "#/player/1", "game": url + "#/game/2/40"}
        views |= {"jury": jury, "zigzag": zigzag, "zigzag-game": zigzag + "#/game/2"}
        for name, view in views.items():
            window.pictures(folder, name, view)
    if folder:
        shutil.copy(page, folder / "report.html")
    return "the HTML report holds in Chromium"


if __name__ == "__main__":
    drive(look_at_all)
