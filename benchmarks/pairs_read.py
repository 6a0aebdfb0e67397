"""Pairs read by people: ``python -m benchmarks.pairs_read docs/pairs-read.csv`` checks the draw and prints the rates.

How the file is made, so that the verdict comes before the answer:

1. ``--draw RELEASE... --out FILE`` draws pairs of each task by hash from all releases together, 60 or all if there are
   fewer, and shows the two texts as A and B in an order that a hash decides. It does not say which is the original.
   ``--task`` takes one task only.
2. A reader fills ``verdict`` and ``cause``: ``a`` or ``b`` is the better text; ``both`` are as good; ``neither`` can
   stand. For completed lines the verdict says instead which texts are well formed: grammatical sentences with closed
   marks.
3. ``--answer FILE... --releases RELEASE... --out docs/pairs-read.csv`` adds what is the original and what is contested.
   Texts stay for the releases named by ``--texts``; for all others the file holds their hashes.

``benchmarks/pairs_read.yaml`` is the recipe of the second release, of limericks that are not part of this project:
``versebench release benchmarks/pairs_read.yaml --set sources.0.path=FILE --root build/read``.

A pair is valid if the original is the better text; a completion counts if it is well formed. Intervals are Wilson's at
95 %. If releases are at hand (``--releases``; by default those under ``build/releases``), the draw is made again and
must give the pairs of the file.
"""

import argparse
import csv
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import sqrt
from pathlib import Path

from versebench.storage.manifest import read_manifest, read_table

PAIRS_OF_TASK = 60
VERDICTS = ("a", "b", "both", "neither")
COMPLETIONS = "complete_line"
BUILT = Path("build") / "releases"
_Z = 1.959963984540054


@dataclass(frozen=True)
class ReadPair:
    """A row of the file: ``a`` and ``b`` are texts or hashes; ``contested`` is yes, no, or empty if not checked."""

    release: str
    task: str
    pair_id: str
    a: str
    b: str
    verdict: str = ""
    cause: str = ""
    contested: str = ""
    original_is: str = ""

    @property
    def counts(self) -> bool:
        """Whether the pair is valid, or its completion well formed."""
        if self.task.startswith(COMPLETIONS):
            return self.verdict == "both" or self.verdict == ("b" if self.original_is == "a" else "a")
        return self.verdict == self.original_is


@dataclass(frozen=True)
class Rate:
    """How many of some pairs count, with Wilson's interval."""

    count: int
    of: int

    def __str__(self) -> str:
        """The share in percent with its interval."""
        if not self.of:
            return "–"
        low, high = wilson(self.count, self.of)
        return f"{self.count}/{self.of} = {self.count / self.of:.1%} ({low:.1%}–{high:.1%})"


def wilson(count: int, of: int) -> tuple[float, float]:
    """Wilson's interval of a share at 95 %."""
    share, z2 = count / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def hashed(*parts: str) -> str:
    """The hash that decides draws and orders."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def original_is(pair_id: str) -> str:
    """Whether the original of a pair is shown as a or b."""
    return "ab"[int(hashed("order", pair_id), 16) % 2]


def drawn(releases: Sequence[Path]) -> Iterator[ReadPair]:
    """The pairs that are drawn from some releases together, with the answers, by kind of task and then by hash."""
    pairs = [pair for release in releases for pair in pairs_of(release)]
    for task in sorted({kind_of(pair.task) for pair in pairs}):
        mine = (pair for pair in pairs if kind_of(pair.task) == task)
        yield from sorted(mine, key=draw_order)[:PAIRS_OF_TASK]


def draw_order(pair: ReadPair) -> str:
    """The order in which pairs of a task are drawn."""
    return hashed("draw", pair.pair_id)


def pairs_of(release: Path) -> Iterator[ReadPair]:
    """All pairs of a release, with the answers."""
    name, contested = name_of(release), contested_of(release)
    for pair_id, task, original, corrupted in rows_of(release, "pairs", ("pair_id", "task", "original", "corrupted")):
        answer = original_is(pair_id)
        a, b = (original, corrupted) if answer == "a" else (corrupted, original)
        yield ReadPair(name, task, pair_id, a, b, contested=contested.get(pair_id, ""), original_is=answer)


def contested_of(release: Path) -> dict[str, str]:
    """Whether each pair is contested, by its id; empty if the release does not say."""
    manifest = read_manifest(str(release))
    if manifest is None or "acceptability" not in manifest.tables:
        return {}
    rows = rows_of(release, "acceptability", ("pair_id", "contested"))
    return {pair_id: "yes" if contested else "no" for pair_id, contested in rows}


def rows_of(release: Path, table: str, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Some columns of the rows of a release's table. Raises ``SystemExit`` if there is no such table."""
    manifest = read_manifest(str(release))
    if manifest is None or table not in manifest.tables:
        raise SystemExit(f"{release}: has no table {table}; give the folder of a release or of a run of corrupt")
    for shard in range(manifest.shards):
        values = read_table(str(release), manifest, table, shard)
        yield from zip(*(values.column(name).to_pylist() for name in columns), strict=True)


def name_of(release: Path) -> str:
    """The name of a release: its last two folders."""
    return "/".join(release.resolve().parts[-2:])


def read(path: Path) -> list[ReadPair]:
    """The rows of a file. Raises ``SystemExit`` if a verdict is none of the four."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [ReadPair(**row) for row in csv.DictReader(lines)]
    for row in rows:
        if row.verdict and row.verdict not in VERDICTS:
            raise SystemExit(f"{path}: pair {row.pair_id}: {row.verdict!r} is no verdict; write one of {VERDICTS}")
    return rows


def write(rows: Iterable[ReadPair], path: Path, *, blind: bool) -> None:
    """Write rows; blind ones hold neither what is the original nor what is contested."""
    names = [field.name for field in fields(ReadPair)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, names[:-2] if blind else names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, rows))


def answered(rows: Iterable[ReadPair], releases: Sequence[Path], with_texts: Sequence[str]) -> list[ReadPair]:
    """Rows with their answers; texts of releases other than ``with_texts`` are replaced by their hashes.

    Raises ``SystemExit`` if a row was not drawn from the releases, shows other texts, or has no verdict.
    """
    expected = {(row.release, row.pair_id): row for row in drawn(releases)}
    found = []
    for row in rows:
        mine = expected.get((row.release, row.pair_id))
        if mine is None or (row.a, row.b) != (mine.a, mine.b):
            raise SystemExit(f"pair {row.pair_id} of {row.release} is not as it was drawn; draw again from the release")
        if not row.verdict:
            raise SystemExit(f"pair {row.pair_id} of {row.release} has no verdict; read all pairs first")
        answer = replace(mine, verdict=row.verdict, cause=row.cause)
        found.append(answer if row.release in with_texts else replace(answer, a=hashed(mine.a), b=hashed(mine.b)))
    return found


def check(rows: Sequence[ReadPair], releases: Sequence[Path]) -> list[str]:
    """What is wrong with a file: orders that the hash does not give, and draws of releases that come out otherwise."""
    wrong = [
        f"{row.pair_id}: the order is not that of its hash"
        for row in rows
        if row.original_is != original_is(row.pair_id)
    ]
    for release in releases:
        name = name_of(release)
        mine = {row.pair_id: row for row in rows if row.release == name}
        expected = {row.pair_id: row for row in _expected(rows, release)} if mine else {}
        wrong += [f"{name}: {pair} is drawn, and not in the file" for pair in expected.keys() - mine.keys()]
        wrong += [f"{name}: {pair} is in the file, and not drawn" for pair in mine.keys() - expected.keys()]
        for pair in expected.keys() & mine.keys():
            texts = {(expected[pair].a, expected[pair].b), (hashed(expected[pair].a), hashed(expected[pair].b))}
            if (mine[pair].a, mine[pair].b) not in texts:
                wrong.append(f"{name}: {pair} has other texts")
    return sorted(wrong)


def _expected(rows: Sequence[ReadPair], release: Path) -> Iterator[ReadPair]:
    """The pairs of a release that belong in a file: up to the last that was drawn, or all if there were fewer.

    Only tasks count that the file has.
    """
    read_rows: dict[str, list[ReadPair]] = {}
    for row in rows:
        read_rows.setdefault(kind_of(row.task), []).append(row)
    for pair in pairs_of(release):
        mine = read_rows.get(kind_of(pair.task))
        if mine is None:
            continue  # a task that nobody has read
        if len(mine) < PAIRS_OF_TASK or draw_order(pair) <= max(map(draw_order, mine)):
            yield pair


def kind_of(task: str) -> str:
    """The name and number of a task, without its other parameters."""
    name, *parameters = task.split(":")
    number = next((parameter for parameter in parameters if parameter.startswith("words=")), None)
    return f"{name}:{number}" if number else name


def rates(rows: Sequence[ReadPair]) -> Iterator[str]:
    """Lines of a table: the rates of all pairs of each task and of those that are not contested."""
    yield "| task | read | valid, or well formed | not contested | contested |"
    yield "|---|---|---|---|---|"
    for task in sorted({kind_of(row.task) for row in rows}):
        mine = [row for row in rows if kind_of(row.task) == task]
        checked = [row for row in mine if row.contested]
        calm = [row for row in checked if row.contested == "no"]
        share = f"{1 - len(calm) / len(checked):.1%}" if checked else "–"
        yield f"| {task} | {len(mine)} | {_rate(mine)} | {_rate(calm)} | {share} |"


def _rate(rows: Sequence[ReadPair]) -> Rate:
    return Rate(sum(row.counts for row in rows), len(rows))


def main(argv: Sequence[str] | None = None) -> None:
    """Draw pairs, add the answers, or check a file and print its rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", help="the file with verdicts and answers")
    parser.add_argument("--draw", type=Path, nargs="+", metavar="RELEASE", help="draw pairs from these releases")
    parser.add_argument("--task", help="draw only tasks whose id begins so")
    parser.add_argument("--answer", type=Path, nargs="+", metavar="FILE", help="files with verdicts to be answered")
    parser.add_argument("--releases", type=Path, nargs="*", help="the releases that pairs were drawn from")
    parser.add_argument("--texts", nargs="*", default=(), metavar="NAME", help="releases whose texts may be published")
    parser.add_argument("--out", type=Path, help="the file that is written")
    args = parser.parse_args(argv)
    releases = args.releases or [path.parent for path in sorted(BUILT.glob("*/*/manifest.json"))]
    if args.draw or args.answer:
        if args.out is None:
            parser.error("name the file that is written by --out")
        if args.draw:
            rows = list(drawn(args.draw))
            write((row for row in rows if row.task.startswith(args.task or "")), args.out, blind=True)
        else:
            asked = [row for path in args.answer for row in read(path)]
            write(answered(asked, releases, args.texts), args.out, blind=False)
        return
    if args.file is None:
        parser.error("name the file that was read, or --draw or --answer")
    rows = read(args.file)
    print("\n".join(rates(rows)))  # noqa: T201
    checked = {name_of(release) for release in releases}
    for name in sorted({row.release for row in rows}):
        print(f"{name}: " + ("draw made again" if name in checked else "not at hand, so its draw is not checked"))  # noqa: T201
    if wrong := check(rows, releases):
        print("\n".join(wrong))  # noqa: T201
        sys.exit(1)


if __name__ == "__main__":
    main()
