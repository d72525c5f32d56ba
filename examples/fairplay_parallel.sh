#!/bin/bash
# A fair-play run on one machine or several with GNU parallel: a job for each shard, then the
# merge. The same command goes on where it was interrupted: jobs that are in the log as done
# are not started again, and a shard that was begun goes on.
#
#   examples/fairplay_parallel.sh SHARDS OUT GAMES.pgn... [-- OPTIONS OF plumb fairplay]
#
# PLUMB names the program (plumb), SSHLOGINS machines as --sshlogin of parallel has them, all of
# which see the same folders; without it jobs run here, one for each core.
set -euo pipefail

if (($# < 3)); then
    echo "usage: $0 SHARDS OUT GAMES.pgn... [-- OPTIONS]" >&2
    exit 2
fi
shards=$1 out=$2
shift 2
games=() options=(--profile screen)
while (($#)); do
    if [[ $1 == -- ]]; then
        options=("${@:2}")
        break
    fi
    games+=("$(realpath -- "$1")")
    shift
done
plumb=${PLUMB:-plumb}
mkdir -p -- "$out"
out=$(realpath -- "$out")
where=()
[[ -z ${SSHLOGINS:-} ]] || where=(--sshlogin "$SSHLOGINS")

# One core a job: as many jobs run at once as there are cores.
seq 0 $((shards - 1)) |
    parallel --joblog "$out/jobs.log" --resume --resume-failed --halt soon,fail=1 "${where[@]}" --quote \
        "$plumb" fairplay "${games[@]}" "${options[@]}" --jobs 1 \
        --shard "{}/$shards" --out "$out/shard-{}"

runs=()
for ((shard = 0; shard < shards; shard++)); do
    runs+=("$out/shard-$shard")
done
"$plumb" fairplay merge "${runs[@]}" --out "$out/report"
