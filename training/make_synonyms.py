"""Derives the shipped table of synonyms from WordNet 3.0: ``python -m training.make_synonyms``, a minute on one core.

Reads the dictionary files as Debian's package ``wordnet-base`` installs them, and writes the table with the senses of
every single word that have something to offer, WordNet's licence (from the head of the files), and a card with figures.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from training.cards import shipped_card, with_rows
from versebench.models.thesaurus.choosing import offers, spell
from versebench.models.thesaurus.wordnet import POS, TABLE, WordNetThesaurus

DICTIONARY = Path("/usr/share/wordnet")
FILES = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
SIMILAR = "&"

SCHEMA = pa.schema(
    [
        pa.field("lemma", pa.string(), nullable=False),
        pa.field("pos", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("sense", pa.int16(), nullable=False),
        pa.field("synonyms", pa.list_(pa.string()), nullable=False),
        pa.field("similar", pa.list_(pa.string()), nullable=False),
    ]
)


@dataclass(frozen=True, slots=True)
class Synset:
    """The words of a synset, and where its similar synsets stand."""

    words: tuple[str, ...]
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A sense of a word with what it offers; sorts as the table does."""

    key: str
    pos: str
    sense: int
    lemma: str
    synonyms: tuple[str, ...]
    similar: tuple[str, ...]


def read_synsets(path: Path) -> dict[str, Synset]:
    """The synsets of a ``data`` file by their offset (layout: WordNet's manual page wndb)."""
    with path.open(encoding="latin-1") as lines:
        return dict(_synset(line) for line in lines if not line.startswith("  "))


def _synset(line: str) -> tuple[str, Synset]:
    fields = line.split(" | ")[0].split()
    end = 4 + 2 * int(fields[3], 16)
    words = tuple(re.sub(r"\(\w+\)$", "", word) for word in fields[4:end:2])  # without the marker of "galore(ip)"
    pointers = range(end + 1, end + 1 + 4 * int(fields[end]), 4)
    return fields[0], Synset(words, tuple(fields[i + 1] for i in pointers if fields[i] == SIMILAR))


def read_senses(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """From an ``index`` file the single words, in lower case, with the offsets of their synsets in order of use."""
    with path.open(encoding="latin-1") as lines:
        for line in lines:
            fields = line.split()
            if not line.startswith("  ") and spell(fields[0]):
                yield fields[0], tuple(fields[-int(fields[2]) :])


def rows_of(dictionary: Path, part: str) -> Iterator[Row]:
    """The rows of one part of speech, named as WordNet names its files."""
    synsets = read_synsets(dictionary / f"data.{part}")
    for key, offsets in read_senses(dictionary / f"index.{part}"):
        for number, offset in enumerate(offsets, start=1):
            synset = synsets[offset]
            lemma = next(word for word in synset.words if word.lower() == key)
            synonyms = _offered(lemma, synset.words)
            similar = _offered(lemma, [word for other in synset.similar for word in synsets[other].words])
            if synonyms or similar:
                yield Row(key, FILES[part], number, lemma, synonyms, similar)


def _offered(lemma: str, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if offers(lemma, word)))


def write_table(rows: Sequence[Row], path: Path) -> None:
    """One Parquet file, small rather than quick to write."""
    columns = {name: [getattr(row, name) for row in rows] for name in SCHEMA.names}
    table = pa.table(columns, schema=SCHEMA)
    parquet.write_table(table, path, compression="zstd", compression_level=19, version="2.6", write_statistics=False)


def read_licence(path: Path) -> str:
    """The licence as it stands in numbered lines before the data."""
    with path.open(encoding="latin-1") as lines:
        head = [line for line in lines if line.startswith("  ")] if path.stat().st_size else []
    return "".join(re.sub(r"^ *\d+ ?", "", line).rstrip() + "\n" for line in head)


def count_rows(rows: Sequence[Row], path: Path) -> dict[str, str]:
    """Figures of the table."""
    words = Counter(pos for _, pos in {(row.key, row.pos) for row in rows})
    offered = sum(len(row.synonyms) for row in rows)
    return {
        "rows (senses)": f"{len(rows):,}",
        "words, all parts of speech together": f"{len({row.key for row in rows}):,}",
        **{f"words as {pos}": f"{count:,}" for pos, count in sorted(words.items())},
        "synonyms over all senses": f"{offered:,}",
        "similar words over all senses": f"{sum(len(row.similar) for row in rows):,}",
        "size of the table": f"{path.stat().st_size / 1e6:.2f} MB",
    }


def end_words(poems: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Of each poem the last word of every line, with its part of speech by the shipped tagger."""
    from versebench.models.tagger.spacy_tagger import DEFAULT, load_tagger

    for poem, tokens in zip(poems, load_tagger(DEFAULT).tag(poems), strict=True):
        last = {}  # by line
        for token in tokens:
            word = poem[token.start : token.end]
            if any(char.isalpha() for char in word):
                last[poem.count("\n", 0, token.start)] = (word, token.upos)
        yield list(last.values())


def count_coverage(poems: Sequence[str], thesaurus: WordNetThesaurus) -> dict[str, str]:
    """How many end words of poems get candidates, and how many poems are in the pool of the deletion tasks."""
    ends = list(end_words(poems))
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    candidates = 0
    for word, upos in (end for poem in ends for end in poem if end[1] in POS and end[1] != "PROPN"):
        synonyms = thesaurus.synonyms(word, upos)
        asked[upos] += 1
        found[upos] += bool(synonyms)
        candidates += len(synonyms)
    pool = sum(sum(thesaurus.holds(word) for word, _ in poem) >= 3 for poem in ends)
    return {
        "end words with candidates": f"{found.total() / asked.total():.1%} of {asked.total():,}",
        **{f"end words with candidates, {upos}": f"{found[upos] / asked[upos]:.1%}" for upos in sorted(asked)},
        "candidates of an end word that has some, mean": f"{candidates / found.total():.1f}",
        "poems with at least three end words in the table": f"{pool / len(ends):.1%} of {len(ends):,}",
    }


def read_poems(path: Path) -> list[str]:
    """The texts of a JSONL file of poems with their ``lines``."""
    with path.open(encoding="utf-8") as rows:
        return ["\n".join(json.loads(row)["lines"]) for row in rows]


def main(argv: Sequence[str] | None = None) -> None:
    """Writes table, licence and card."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dictionary", type=Path, default=DICTIONARY, help="folder with data.noun, index.noun, ...")
    parser.add_argument("--poems", type=Path, required=True, help="JSONL of poems whose end words the card counts")
    parser.add_argument("--out", type=Path, default=TABLE.parent)
    args = parser.parse_args(argv)

    args.out.mkdir(parents=True, exist_ok=True)
    table = args.out / TABLE.name
    rows = sorted((row for part in FILES for row in rows_of(args.dictionary, part)), key=_order)
    write_table(rows, table)
    (args.out / "LICENSE").write_text(read_licence(args.dictionary / "data.noun"), encoding="utf-8")
    figures = count_rows(rows, table) | count_coverage(read_poems(args.poems), WordNetThesaurus(table))
    card = with_rows(shipped_card("synonyms"), "| figure | value |", figures)
    (args.out / "CARD.md").write_text(card, encoding="utf-8")
    print(card)  # noqa: T201


def _order(row: Row) -> tuple[str, str, int]:
    return row.key, row.pos, row.sense


if __name__ == "__main__":
    main()
