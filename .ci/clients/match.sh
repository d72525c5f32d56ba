#!/usr/bin/env bash
# match.sh PLUMB: short matches with real engines, UCI against UCI, UCI against
# CECP and CECP against CECP, and their PGN read back by pgn-extract and
# python-chess. Fails on any offence of Plumb's own.
set -euo pipefail
plumb=$(realpath "$1")
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed "s#^command = \"target/release/plumb\"#command = \"$plumb\"#" engines.toml >"$work/engines.toml"

play() {
    local name=$1
    shift
    # Chess960 has start positions of its own.
    local openings=(--openings epd/openings.epd)
    [[ " $* " != *" --chess960 "* ]] || openings=()
    # Exit code 1: some engine did something it must not, which is theirs to answer for.
    timeout 300 "$plumb" gauntlet "$@" --config "$work/engines.toml" "${openings[@]}" \
        --concurrency 2 --out "$work/$name" >"$work/$name.txt" 2>"$work/$name.err" || [ $? = 1 ] ||
        { echo "match.sh: $name failed:"; cat "$work/$name.txt" "$work/$name.err"; exit 1; }
    if grep -q '^offences: Plumb' "$work/$name.txt"; then
        echo "match.sh: $name: Plumb broke a rule:"
        cat "$work/$name.txt" "$work/$name/failures.log"
        exit 1
    fi
    pgn-extract -r "$work/$name/games.pgn" >"$work/extract" 2>&1 || true
    if grep -iE 'error|illegal|unknown|unexpected|missing|line [0-9]+' "$work/extract" | grep -q .; then
        echo "match.sh: $name: pgn-extract complains:"
        cat "$work/extract"
        exit 1
    fi
    PYTHONPATH=target/clients/python python3 - "$work/$name/games.pgn" <<'PY'
import sys, chess.pgn
games = 0
with open(sys.argv[1], encoding="utf-8") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        if game.errors or game.headers["Result"] == "*":
            sys.exit(f"match.sh: python-chess: game {games + 1}: {game.errors} {game.headers['Result']}")
        games += 1
print(f"{games} games read by pgn-extract and python-chess")
PY
    grep -E ' - .*%' "$work/$name.txt" | tail -n 3
}

play uci-uci "Plumb" "Toga II" --tc 0.5+0.01 --games 4
play uci-cecp "Plumb" "Plumb (XBoard)" "Fairy-Max" --tc 0.5+0.01 --games 4
play cecp-cecp "Plumb (XBoard)" "Phalanx" --tc 0.5+0.01 --games 2
play nodes "Plumb" "Plumb (XBoard)" --tc nodes=2000 --games 20
play ponder "Plumb" "Plumb (XBoard)" --tc 0.5+0.01 --games 2 --ponder
play chess960 "Plumb" "Plumb (XBoard)" --tc nodes=1000 --games 4 --chess960
# The tutor speaks in UCI, and is silent over CECP, where its opponent is a computer.
sed -i 's/^\[defaults\.options\]$/&\nTutorMode = true/' "$work/engines.toml"
play tutor "Plumb" "Plumb (XBoard)" --tc nodes=200000 --games 2 --max-moves 30
play tutor-clock "Plumb" "Toga II" --tc 30+0.5 --games 2 --max-moves 8

# More threads at work than cores: a clock of a fifth of a second must not run out while the program
# waits for its turn. Threads that yield the processor before they sleep lose nearly every such game.
for _ in $(seq $((2 * $(nproc)))); do
    timeout 200 sh -c 'while :; do :; done' &
done
"$plumb" gauntlet "Plumb" "Stockfish 15.1" --config "$work/engines.toml" --openings epd/openings.epd --tc 0.2+0.005 \
    --games 20 --margin 0 --out "$work/busy" >"$work/busy.txt" 2>&1 || [ $? = 1 ]
kill $(jobs -p)
lost=$(grep -cE '(Plumb - .* \(White|- Plumb .* \(Black) loses on time' "$work/busy.txt" || true)
echo "on a busy machine Plumb lost $lost of 20 games on time"
[ "$lost" -le 10 ]
