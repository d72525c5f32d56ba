#!/bin/bash
# A fair-play run on a cluster with Slurm: an array job with a task for each shard, and a job
# for the merge that waits until all tasks have come to their end. All nodes see the same folders.
#
#   examples/fairplay_slurm.sh SHARDS OUT GAMES.pgn...
#
# PLUMB names the program (plumb), PLUMB_OPTIONS what it is asked (--profile screen). The same
# command goes on with shards that were stopped. Where there is no Slurm, tasks can be run by
# hand: SLURM_ARRAY_TASK_ID=0 examples/fairplay_slurm.sh ..., and so on up to SHARDS - 1, then
# PLUMB_MERGE=1 examples/fairplay_slurm.sh ...
#
#SBATCH --job-name=fairplay
#SBATCH --cpus-per-task=1
#SBATCH --output=fairplay-%A-%a.log
set -euo pipefail

if (($# < 3)); then
    echo "usage: $0 SHARDS OUT GAMES.pgn..." >&2
    exit 2
fi
shards=$1 out=$2
plumb=${PLUMB:-plumb}
read -ra options <<<"${PLUMB_OPTIONS:---profile screen}"

if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
    task=$SLURM_ARRAY_TASK_ID
    exec "$plumb" fairplay "${@:3}" "${options[@]}" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
        --shard "$task/$shards" --out "$out/shard-$task"
fi

if [[ -n ${PLUMB_MERGE:-} ]]; then
    runs=()
    for ((shard = 0; shard < shards; shard++)); do
        runs+=("$out/shard-$shard")
    done
    exec "$plumb" fairplay merge "${runs[@]}" --out "$out/report"
fi

mkdir -p -- "$out"
array=$(sbatch --parsable --array="0-$((shards - 1))" "$0" "$@")
array=${array%%;*}
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --export=ALL,PLUMB_MERGE=1 "$0" "$@")
echo "Array $array, merge ${merge%%;*}: reports will be in $out/report."
