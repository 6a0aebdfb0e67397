"""Copied runs, beside a search that compares every run with every verse."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.models.ghostwriters.verses import made_up
from versebench.models.ghostwriters.contract import Lines
from versebench.models.ghostwriters.ngram import NgramSettings
from versebench.models.ghostwriters.registry import write
from versebench.transforms.ghostwriting.copying import FEWEST, CopiedRuns, CopyIndex, copied_runs, own_copied_runs

TRAINING: list[Lines] = [
    (("the", "kettle", "sang", "low"), ("on", "the", "hob")),
    (("and", "the", "clock", "gave", "a", "sob"),),
]


def flat(verse: Lines) -> tuple[str, ...]:
    return tuple(token for line in verse for token in line)


def stands(run: Sequence[str], sources: Iterable[tuple[str, ...]]) -> bool:
    return any(run == source[at : at + len(run)] for source in sources for at in range(len(source) - len(run) + 1))


def searched(verse: Lines, sources: Sequence[Lines]) -> tuple[int, float, list[tuple[int, int]]]:
    """The longest run, the share of tokens in long runs, and start and length of these, by comparison."""
    tokens, texts = flat(verse), [flat(source) for source in sources]
    ends = []
    for stop in range(1, len(tokens) + 1):
        start = stop
        while start and stands(tokens[start - 1 : stop], texts):
            start -= 1
        ends.append((start, stop))
    whole = [run for run, after in zip(ends, [*ends, (-1, -1)][1:], strict=True) if run[0] != after[0]]
    runs = [(start, stop - start) for start, stop in whole if stop - start >= FEWEST]
    covered = {place for start, length in runs for place in range(start, start + length)}
    longest = max((stop - start for start, stop in ends), default=0)
    return longest, len(covered) / max(len(tokens), 1), runs


def check(runs: CopiedRuns, verse: Lines, sources: Sequence[Lines]) -> None:
    longest, share, spans = searched(verse, sources)
    assert runs.longest == longest
    assert runs.share == pytest.approx(share)
    assert list(zip(runs.starts, runs.lengths, strict=True)) == spans
    assert bool(spans) <= runs.sources <= len(spans)


def test_runs_cross_lines_and_not_verses() -> None:
    index = CopyIndex.of(TRAINING)
    verses: list[Lines] = [
        (("sang",), ("low", "on", "the", "hob"), ("gave", "a", "sob")),
        (("on", "the", "hob", "and", "the", "clock"),),
        TRAINING[1],
        (("another", "word"), ("kettle",)),
        (("kettle", "sang", "low", "on", "the", "clock", "gave", "a", "sob"),),
    ]
    assert copied_runs(index, verses) == [
        CopiedRuns(5, 5 / 8, 1, (0,), (5,)),
        CopiedRuns(3, 0.0, 0, (), ()),
        CopiedRuns(6, 1.0, 1, (0,), (6,)),
        CopiedRuns(1, 0.0, 0, (), ()),
        CopiedRuns(5, 1.0, 2, (0, 4), (5, 5)),
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6])
def test_runs_are_those_of_a_search(n: int) -> None:
    """Written verses from mosaics to whole copies, and verses of somebody else."""
    verses = made_up(80)
    settings = NgramSettings.model_validate({"generator": "ngram.v1", "orders": [n], "verses": 60})
    generated = [verse.lines for verse in write(settings, "A. Poet", verses, 1, Path("/nonexistent"))]
    generated += [((*lines[0], "unknown"), *lines[1:]) for lines in made_up(85, most_lines=9)[75:]]
    for verse, runs in zip(generated, copied_runs(CopyIndex.of(verses), generated), strict=True):
        check(runs, verse, verses)


def test_a_verse_of_the_artist_is_compared_with_other_clusters() -> None:
    verses = made_up(80)
    clusters = [f"{number // 4}" for number in range(80)]
    for number, runs in enumerate(own_copied_runs(CopyIndex.of(verses), clusters)):
        others = [verse for verse, cluster in zip(verses, clusters, strict=True) if cluster != clusters[number]]
        check(runs, verses[number], others)


def test_one_cluster_has_nothing_to_copy() -> None:
    assert own_copied_runs(CopyIndex.of(TRAINING), ["same", "same"]) == [CopiedRuns(0, 0.0, 0, (), ())] * 2


def test_every_run_is_traced_to_a_verse() -> None:
    """A verse of three whole verses has three sources; one that repeats a verse has one."""
    verses = made_up(9)
    long = [verse for verse in verses if len(flat(verse)) >= FEWEST]
    index = CopyIndex.of(verses)
    (mosaic, twice) = copied_runs(index, [(*long[0], *long[1], *long[2]), (*long[0], *long[0])])
    assert (mosaic.sources, mosaic.share) == (3, 1.0)
    assert (twice.sources, twice.share) == (1, 1.0)


def test_nothing_to_compare() -> None:
    assert copied_runs(CopyIndex.of(TRAINING), []) == []
    assert copied_runs(CopyIndex.of(TRAINING), [(), ((),)]) == [CopiedRuns(0, 0.0, 0, (), ())] * 2
