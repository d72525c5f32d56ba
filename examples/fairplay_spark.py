"""A fair-play run with Spark: lines of games go through Plumb as a filter, and the records that
come out are merged.

    plumb fairplay split GAMES.pgn... --parts 8 --out PARTS
    python3 examples/fairplay_spark.py PARTS SHARES [--way pipe|pandas] [--master URL]
        [--plumb PROGRAM] [OPTIONS OF plumb fairplay]
    plumb fairplay merge SHARES/part-* --out REPORT

Each partition is a share of its own. Tasks that Spark makes again, or twice at the same time,
give the same lines again, which the merge takes once. Needs pyspark; --way pandas also pandas
and pyarrow, where workers are too: PYSPARK_PYTHON names their Python (this one).
"""

import argparse
import os
import subprocess
import sys
import threading


def arguments():
    parser = argparse.ArgumentParser(description="Games in lines become shares of a fair-play run.")
    parser.add_argument("parts", help="the folder that plumb fairplay split wrote")
    parser.add_argument("shares", help="the folder for what comes out, which must not be there yet")
    parser.add_argument("--way", choices=["pipe", "pandas"], default="pipe")
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    parser.add_argument("--plumb", default="plumb", help="the program, where every worker finds it")
    return parser.parse_known_args()


def through(command, lines):
    """The lines that a command makes of these lines."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:

        def feed():
            try:
                for line in lines:
                    process.stdin.write(line + "\n")
                process.stdin.close()
            except BrokenPipeError:
                pass  # Its exit code says why it reads no more.

        feeder = threading.Thread(target=feed)
        feeder.start()
        for line in process.stdout:
            yield line.rstrip("\n")
        feeder.join()
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with exit code {process.returncode}")


def main():
    from pyspark.sql import SparkSession

    own, options = arguments()
    options = options or ["--profile", "screen"]
    command = [own.plumb, "fairplay", "-", "--input", "jsonl", "--format", "shard"]
    command += ["--jobs", "1", *options]
    # Workers need the packages, too; where they have a Python of another path, say so.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master(own.master).appName("fairplay").getOrCreate()
    files = f"{own.parts}/part-*.jsonl"
    if own.way == "pipe":
        games = spark.sparkContext.textFile(files)
        # A word of the command has no blanks in it here; pipe splits as a shell does.
        games.pipe(" ".join(command), checkCode=True).saveAsTextFile(own.shares)
    else:
        import pandas

        def share(frames):
            lines = (line for frame in frames for line in frame["value"])
            for line in through(command, lines):
                yield pandas.DataFrame({"value": [line]})

        spark.read.text(files).mapInPandas(share, "value string").write.text(own.shares)
    spark.stop()


if __name__ == "__main__":
    main()
