#!/usr/bin/env python3
"""Maia-2 as a policy of `plumb counterfactual --policy program`.

Reads one question a line from standard input and answers each with a line, both JSON, as
docs/policies.md has it. The model is that of the PyPI package `maia2` (Z. Tang et al., Maia-2:
A Unified Model for Human-AI Alignment in Chess, NeurIPS 2024), which is not part of Plumb, and
neither are its weights: `pip install maia2`, and let it fetch them once with --download.
"""

import argparse
import json
import os
import sys


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--type", choices=["rapid", "blitz"], default="rapid",
                        help="the games that the model was trained on [rapid]")
    parser.add_argument("--weights", default="maia2_models", metavar="DIR",
                        help="the folder with rapid_model.pt or blitz_model.pt [maia2_models]")
    parser.add_argument("--device", default="cpu", help="cpu, cuda or mps [cpu]")
    parser.add_argument("--download", action="store_true",
                        help="let the package fetch weights that are missing")
    return parser.parse_args()


def in_one_line(error):
    """What an exception says, or its name."""
    return " ".join(str(error).split()) or type(error).__name__


def load(options):
    """The function from a question to the chances of moves."""
    try:
        from maia2 import inference, model
    except ImportError as error:
        raise RuntimeError(
            f"the package maia2 cannot be used ({in_one_line(error)}): pip install maia2")
    weights = os.path.join(options.weights, f"{options.type}_model.pt")
    if not options.download and not os.path.isfile(weights):
        raise RuntimeError(
            f"the weights {weights} are missing: name their folder with --weights, "
            "or run once with --download")
    network = model.from_pretrained(
        type=options.type, device=options.device, save_root=options.weights)
    prepared = inference.prepare()

    def chances(question):
        moves, _ = inference.inference_each(
            network, prepared, question["fen"],
            round(question["elo"]), round(question["opponent_elo"]))
        return moves

    return chances


def main():
    options = arguments()
    # The package prints while it loads; only answers may go where Plumb reads.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(line):
        print(json.dumps(line), file=output, flush=True)

    try:
        chances = load(options)
    except Exception as error:
        answer({"error": in_one_line(error)})
        return 1
    for line in sys.stdin:
        try:
            answer({"moves": chances(json.loads(line))})
        except Exception as error:
            answer({"error": in_one_line(error)})
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(1)
