#!/usr/bin/env bash
# XBoard under a virtual display plays whole games of ENGINE against Fairy-Max:
# once with ENGINE as a CECP engine (White), once as a UCI engine (Black, which
# XBoard runs through Polyglot). ENGINE may be a command with arguments. A game
# that Fairy-Max ends by dying, as it does in many of its starts, or by losing on
# time, says nothing of ENGINE and is played again, twelve times at most.
#
# Both once more with the tutor on: over CECP it has to be silent, as XBoard says that
# the opponent is a computer, and no window may open.
#
#   xboard.sh ENGINE [cecp|uci|cecp-tutor|uci-tutor]
set -u
PATH=$PATH:/usr/games
fail() { echo "xboard.sh: $*" >&2; exit 1; }

[ $# -ge 1 ] || fail "usage: xboard.sh ENGINE [cecp|uci|cecp-tutor|uci-tutor]"
engine=$1
modes=${2:-cecp uci cecp-tutor uci-tutor}
# XBoard starts engines from a folder of its own.
[ -f "$engine" ] && engine=$(realpath "$engine")
for program in xboard Xvfb fairymax polyglot pgn-extract; do
    command -v "$program" >/dev/null || fail "$program is not installed: see .ci/install-clients"
done

work=$(mktemp -d)
xvfb=
cleanup() {
    if [ -n "$xvfb" ]; then kill "$xvfb" 2>/dev/null; wait "$xvfb" 2>/dev/null; fi
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# The server picks a free display number and says which.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3<>"$work/display" >"$work/xvfb.log" 2>&1 &
xvfb=$!
read -r -t 20 number <>"$work/display" || fail "Xvfb did not start: $(tail -n 1 "$work/xvfb.log")"
export DISPLAY=:$number HOME=$work # HOME: no settings read or written

# Plays a game until Fairy-Max lasts it out: $1 is its name, $2 what XBoard calls
# Fairy-Max, $3 who wins when that loses on time, the rest say which side is whose.
play() {
    local name=$1 other=$2 winner=$3 try
    shift 3
    for try in {1..12}; do
        play_once "$name" "$@" || return 1
        grep -aqE "^GameEnds\(.*(writing to $other chess program|$other chess program.*exited|$winner wins on time)" \
            "$work/$name.log" || break
        echo "xboard.sh: $name: Fairy-Max died or lost on time: try $try" >&2
    done
    [ "$status" -eq 0 ] || fail "$name: xboard exited with $status: $(tail -n 1 "$work/$name.out")"
}

# Plays one game: $1 is its name, the rest say which side is whose; `status` is
# what XBoard exits with.
play_once() {
    local name=$1
    shift
    rm -f "$work/$name.pgn" "$work/$name.log"
    timeout -k 5 180 xboard -noGUI -xexit -xpopup -saveSettingsOnExit false -soundProgram "" \
        -autoCallFlag true -tc 0:05 -inc 0.05 -mg 1 -sgf "$work/$name.pgn" \
        -debug -nameOfDebugFile "$work/$name.log" -fd "$work" -sd "$work" "$@" \
        >"$work/$name.out" 2>&1
    status=$?
    [ $status -ne 124 ] && [ $status -ne 137 ] || fail "$name: the game was not over after 180 s"
}

# Checks the game's PGN and what ENGINE ($2, as XBoard calls it) said.
check() {
    local name=$1 who=$2 pgn=$work/$1.pgn result end bad
    [ -s "$pgn" ] ||
        fail "$name: no game was saved: $(grep -a "^GameEnds" "$work/$name.log" | tail -n 1)"
    result=$(sed -n 's/^\[Result "\(.*\)"\]$/\1/p' "$pgn")
    end=$(tr '\n' ' ' <"$pgn" | sed 's/.*{\([^{}]*\)}[^{}]*$/\1/')
    case $result in
        1-0 | 0-1 | 1/2-1/2) ;;
        *) fail "$name: unfinished game: result '$result' ($end)" ;;
    esac
    if grep -qiE 'crash|exit|illegal|invalid|forfeit|time|flag|false|died' <<<"$end"; then
        fail "$name: the game ended badly: $result $end"
    fi
    bad=$(grep -aE "<$who *: *(Error|Illegal|tellusererror|telluser|panic)" "$work/$name.log" | head -n 1)
    [ -z "$bad" ] || fail "$name: the engine complained: $bad"
    pgn-extract -r "$pgn" >"$work/$name.extract" 2>&1
    grep -q '^1 game matched out of 1' "$work/$name.extract" ||
        fail "$name: pgn-extract does not read the game: $(sed -n 2p "$work/$name.extract")"
    echo "xboard.sh: $name: $(sed -n 's/^\[White "\(.*\)"\]$/\1/p' "$pgn") -" \
        "$(sed -n 's/^\[Black "\(.*\)"\]$/\1/p' "$pgn") $result {$end}"
}

# Checks that XBoard has set TutorMode ($1 is the game, $2 the engine's name in it).
took_options() {
    grep -aqE ">$2 *: *option TutorMode=(1|true)" "$work/$1.log" || fail "$1: TutorMode was not set"
}

for mode in $modes; do
    case $mode in
        cecp) play cecp second White -fcp "$engine" -scp fairymax && check cecp first ;;
        uci) play uci first Black -fcp fairymax -scp "$engine" -sUCI && check uci second ;;
        cecp-tutor)
            play cecp-tutor second White -fcp "$engine" -scp fairymax \
                -firstOptions "TutorMode=1,TutorPopups=1" && check cecp-tutor first
            took_options cecp-tutor first
            ! grep -aqE "<first *:.*([Mm]y|[Yy]our) move: " "$work/cecp-tutor.log" ||
                fail "cecp-tutor: the tutor speaks to a program"
            ;;
        uci-tutor)
            play uci-tutor first Black -fcp fairymax -scp "$engine" -sUCI \
                -secondOptions "TutorMode=true" && check uci-tutor second
            took_options uci-tutor second
            ;;
        *) fail "unknown mode '$mode': cecp, uci, cecp-tutor or uci-tutor" ;;
    esac
done
