#!/usr/bin/env bash
# A short CECP session with a UCI ENGINE behind the Polyglot adapter: moves come
# back from the start position, after "go" and from a mate in one, the engine is
# reused for a second game, and both programs leave on "quit". Polyglot checks
# that the engine's moves are legal. ENGINE may be a command with arguments.
#
#   polyglot.sh ENGINE
set -u
PATH=$PATH:/usr/games
fail() { echo "polyglot.sh: $*" >&2; exit 1; }

[ $# -eq 1 ] || fail "usage: polyglot.sh ENGINE"
engine=$1
[ -f "$engine" ] && engine=$(realpath "$engine")
command -v polyglot >/dev/null || fail "polyglot is not installed: see .ci/install-clients"

work=$(mktemp -d)
adapter=
cleanup() {
    # timeout passes the signal on, and kills what is left after two seconds.
    if [ -n "$adapter" ]; then kill "$adapter" 2>/dev/null; wait "$adapter" 2>/dev/null; fi
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# HOME: no settings read or written.
coproc POLYGLOT { HOME=$work exec timeout -k 2 60 polyglot -noini -ec "$engine" -ed "$work" 2>&1; }
adapter=$POLYGLOT_PID
exec 3<&"${POLYGLOT[0]}" 4>&"${POLYGLOT[1]}"
# Bash's own ends, so that closing 4 is an end of file for Polyglot.
eval "exec ${POLYGLOT[0]}<&- ${POLYGLOT[1]}>&-"

send() { printf '%s\n' "$@" >&4 2>/dev/null || fail "polyglot closed its input before '$1'"; }

# Reads until a line matches the pattern, for 10 seconds at most.
expect() {
    local pattern=$1 deadline=$((SECONDS + 10)) line
    while [ $SECONDS -lt $deadline ]; do
        read -r -t 10 line <&3 || break
        [[ $line =~ ^(Error|Illegal|tellusererror|resign) ]] && fail "waiting for '$pattern': $line"
        [[ $line =~ $pattern ]] && return
    done
    fail "no line '$pattern' came back"
}
move='^move [a-h][1-8][a-h][1-8][qrbn]?$'

send xboard 'protover 2'
expect '^feature done=1$'
# Polyglot goes by its own five minutes until time and otim say otherwise.
send new 'level 0 0:10 0' post easy 'time 300' 'otim 300' 'usermove e2e4'
expect "$move"
send 'time 300' 'otim 300' 'usermove d2d4' # legal whatever the reply was
expect "$move"
send 'ping 1'
expect '^pong 1$'

send new force 'usermove d2d4' 'usermove d7d5' 'st 0.2' go
expect "$move"

send new force 'setboard 6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1' 'sd 4' go
expect '^move e1e8$'
expect '^1-0 '

send quit
exec 4>&-
wait "$adapter"
status=$?
adapter=
[ $status -eq 0 ] || fail "polyglot exited with $status after quit"
echo "polyglot.sh: moves, a second game, a mate and quit"
