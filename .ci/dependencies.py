#!/usr/bin/env python3
"""Checks the crates that Plumb is built from by the rules of deny.toml.

    dependencies.py [ADVISORIES]

Licences, sources and crates that are there twice come from `cargo metadata`.
Advisories come from a checkout of RustSec's database: ADVISORIES, or the
one that `cargo audit` or `cargo deny` have left in cargo's own folder; without
one it says so. Exit 0, or 1 and a line for each crate that breaks a rule. `cargo
deny check` does all this and more, but takes longer to build than Plumb.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def version(text):
    """Numbers to compare; what follows a hyphen is older than what has none."""
    core, _, pre = text.partition("-")
    numbers = [int(part) for part in re.findall(r"\d+", core.partition("+")[0])]
    return [*numbers, 0, 0, 0][:3], pre == "", pre


def matches(found, requirement):
    """Whether a version meets a comparison as advisories write it: `>= 1.2, < 2`, `^0.4.1`."""
    for part in requirement.split(","):
        operator, number = re.match(r"\s*(>=|<=|>|<|=|\^|~)?\s*(\S+)", part).groups()
        wanted = version(number)
        if operator in ("^", "~", None):
            kept = 2 if operator == "~" else 1 + next((i for i, n in enumerate(wanted[0]) if n), 2)
            if found < wanted or found[0][:kept] != wanted[0][:kept]:
                return False
        elif not {">=": found >= wanted, "<=": found <= wanted, ">": found > wanted, "<": found < wanted, "=": found == wanted}[operator]:
            return False
    return True


def allowed(expression, licenses):
    """Whether the terms of a licence expression can be met with these licences."""
    words = re.findall(r"\(|\)|[^()\s/]+|/", expression)
    position = 0

    def either():
        nonlocal position
        value = both()
        while position < len(words) and words[position] in ("OR", "/"):
            position += 1
            value = both() or value
        return value

    def both():
        nonlocal position
        value = one()
        while position < len(words) and words[position] == "AND":
            position += 1
            value = one() and value
        return value

    def one():
        nonlocal position
        if words[position] == "(":
            position += 1
            value = either()
            position += 1
            return value
        name = words[position]
        position += 1
        if words[position : position + 1] == ["WITH"]:
            name = " ".join([name, *words[position : position + 2]])
            position += 2
        return name in licenses

    return either()


def advisories(folder):
    """What is known about crates: name, id, versions that are not affected, whether it only informs."""
    for path in sorted((folder / "crates").rglob("*.md")):
        text = re.match(r"```toml\n(.*?)\n```", path.read_text(), re.S)
        entry = tomllib.loads(text[1])
        known = entry["advisory"]
        if not known.get("withdrawn"):
            fine = [*entry["versions"].get("patched", []), *entry["versions"].get("unaffected", [])]
            yield known["package"], known["id"], fine, known.get("informational")


def database():
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = [*home.glob("advisory-db"), *home.glob("advisory-dbs/*")]
    return next((folder for folder in found if (folder / "crates").is_dir()), None)


def main():
    os.chdir(Path(__file__).resolve().parent.parent)
    rules = tomllib.loads(Path("deny.toml").read_text())
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    packages = metadata["packages"]
    problems = []
    twice = defaultdict(list)
    exceptions = defaultdict(list)
    for entry in rules["licenses"].get("exceptions", []):
        exceptions[entry["crate"]] += entry["allow"]
    skipped = {entry["crate"].partition("@")[0] for entry in rules["bans"]["skip"]}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        twice[package["name"]].append(package["version"])
        if package["source"] not in (None, CRATES_IO):
            problems.append(f"{name} comes from {package['source']}")
        terms = package["license"]
        if not terms or not allowed(terms, rules["licenses"]["allow"] + exceptions[package["name"]]):
            problems.append(f"{name} is licensed as {terms or 'nothing that it says'}")
    for name, versions in twice.items():
        if len(versions) > 1 and name not in skipped:
            problems.append(f"{name} is there in versions {' and '.join(sorted(versions))}")
    folder = database()
    if folder is None:
        print("dependencies.py: no copy of RustSec's database here: advisories were not looked at")
    else:
        by_name = {package["name"]: version(package["version"]) for package in packages}
        known = list(advisories(folder))
        for name, identity, fine, informs in known:
            found = by_name.get(name)
            if found and not informs and not any(matches(found, requirement) for requirement in fine):
                problems.append(f"{name}: {identity}")
        print(f"dependencies.py: {len(known)} advisories looked at")
    for problem in problems:
        print(f"dependencies.py: {problem}")
    print(f"dependencies.py: {len(packages)} crates, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
