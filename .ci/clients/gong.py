#!/usr/bin/env python3
"""Asks `plumb serve` as a client of Gong et al. (2026) does: three requests about built-in games.

    python3 .ci/clients/gong.py PLUMB

Prints each answer's figures, its time, and the processor time it took. Exit 1 if an answer is not
what such a client reads.
"""

import json
import subprocess
import sys
import time
import urllib.request

DETECTION = {"actual_cpl", "baseline_mean_cpl", "p_value", "verdict"}
DIAGNOSTICS = {
    "pooled_actual_cpl", "pooled_null_mean_cpl", "pooled_null_std_cpl", "pooled_p_value",
    "split_rhat_total_cpl", "split_rhat_log_pi", "chain_summary",
}
CHAIN = {"chain", "acceptance_rate", "unique_states", "null_mean_cpl", "null_std_cpl", "p_value"}


def ask(url, path, body):
    request = urllib.request.Request(
        url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)


def processor_s(pid):
    """Seconds of all threads of a process, user's and system's."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / 100


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    command = [sys.argv[1], "serve", "--bind", "127.0.0.1:0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        url = process.stdout.readline().strip()
        asked = {"player_id": "demo", "player_elo": 2000, "k_depth": 6, "suspect_is_white": True}
        moves = ask_moves(url)
        seen = set()
        for path, body, names in [
            ("/api/detect_anomaly", {**asked, "demo_mode": "white_cheated"}, DETECTION),
            ("/api/diagnostics", {**asked, "demo_mode": "white_cheated"}, DIAGNOSTICS),
            ("/api/detect_anomaly", {**asked, "moves_uci": moves, "k_depth": 10}, DETECTION),
        ]:
            start, used = time.monotonic(), processor_s(process.pid)
            answer = ask(url, path, body)
            wall, used = time.monotonic() - start, processor_s(process.pid) - used
            data = answer["data"]
            if answer["status"] != "success" or set(data) != names | {"plumb"}:
                sys.exit(f"gong: {path} answers {sorted(data)}")
            if any(set(chain) != CHAIN for chain in data.get("chain_summary", [])):
                sys.exit(f"gong: {path}: a chain is not as theirs")
            if "demo_mode" in body:
                seen.add(data.get("actual_cpl", data.get("pooled_actual_cpl")))
            figures = {name: data[name] for name in names - {"chain_summary"}}
            print(f"{path}, k = {body['k_depth']}: {wall:.1f} s, {used:.1f} processor seconds")
            print(f"  {json.dumps(figures, sort_keys=True)}")
        if len(seen) != 1:
            sys.exit(f"gong: one window has the losses {seen}")
    finally:
        process.kill()
        process.wait()


def ask_moves(url):
    """The moves of a built-in game, from its start."""
    with urllib.request.urlopen(url + "/v1/demo/white_cheated", timeout=60) as answer:
        return json.load(answer)["moves_uci"]


if __name__ == "__main__":
    main()
