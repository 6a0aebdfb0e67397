"""Hashes of the lines that a shipped generator was trained on, so that copies can be told.

``python -m training.training_lines --data DIR/verse/poems.jsonl.gz --exclude DIR/limericks/public_domain.jsonl
--out models/resources/gpt2-writer/training_lines.parquet`` reads the poems and splits them as
``training/train_scorers.py`` does. The file is a Parquet table with one column, ``line_hash``: the distinct hashes of
the lines of the training split, uint32 below 2**30, ascending. A hash is of the words of a line, as
``models/generators/training_lines.py`` says; lines of fewer than three words are left out. The column is stored as
bit-packed differences, so that a hash takes one byte and a half.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from training.cards import ROOT
from training.scorers.corpus import Poem, build_corpus, read_excluded, read_poems
from versebench.models.generators.training_lines import COLUMN, line_hash

SHIPPED = ROOT / "samples" / "limericks.json"


def hashes_of(poems: Iterable[Poem]) -> np.ndarray:
    """The distinct hashes of the lines of some poems, uint32, ascending."""
    hashes = {line_hash(line) for poem in poems for stanza in poem.stanzas for line in stanza}
    return np.array(sorted(found for found in hashes if found is not None), np.uint32)


def write(hashes: np.ndarray, out: Path) -> None:
    """Write the file."""
    pq.write_table(
        pa.table({COLUMN: pa.array(hashes, pa.uint32())}),
        out,
        compression="zstd",
        use_dictionary=False,
        column_encoding={COLUMN: "DELTA_BINARY_PACKED"},
        write_statistics=False,
        row_group_size=max(1, len(hashes)),
    )


def parse_args(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.training_lines", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="poems.jsonl.gz that the generator was trained on")
    parser.add_argument("--exclude", type=Path, nargs="+", required=True, help="texts that were excluded from training")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    args = parser.parse_args(argv)
    for path in (args.data, *args.exclude):
        if not path.is_file():
            parser.error(f"{path} is not there; name the data with --data and --exclude")
    return args


def main(argv: Sequence[str] | None = None) -> None:
    """Reads the data and writes the file."""
    args = parse_args(argv)
    excluded = [text for path in (*args.exclude, SHIPPED) for text in read_excluded(path)]
    write(hashes_of(build_corpus(read_poems(args.data), excluded).train), args.out)


if __name__ == "__main__":
    main()
