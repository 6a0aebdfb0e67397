"""All near-duplicates of a corpus are found over its shards, the same whatever these are."""

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import apache_beam as beam
import pytest

from tests.transforms.near_duplicates.cleaned import Earlier, work, works_of
from tests.transforms.near_duplicates.poems import limericks, sets, text, with_lines
from versebench.pipelines.runners.runner import Runner, create
from versebench.transforms.near_duplicates import find
from versebench.transforms.near_duplicates.clusters import Edges, clusters, edges_of
from versebench.transforms.near_duplicates.find import NoteNearDuplicates, ranges
from versebench.transforms.near_duplicates.shingles import shingles
from versebench.transforms.near_duplicates.works import CleanedWorks

SIMILARITY = 0.5


@dataclass(frozen=True)
class AsBytes:
    """Notes the near-duplicates as they are."""

    def __call__(self, edges: Edges) -> bytes:
        return edges.tobytes()


def corpus() -> dict[str, str]:
    """Limericks, of which each fifth comes with variants of one line, of two, and with those of the variants."""
    poems = limericks(60)
    texts = {f"poem {place}": text(poem) for place, poem in enumerate(poems)}
    for place in range(0, 50, 5):
        own, other = poems[place], poems[place + 1]
        for lines in ((0,), (0, 4), (1,), (1, 2), (2, 3)):
            texts[f"poem {place} with {lines}"] = text(with_lines(own, other, *lines))
    texts["again"] = texts["poem 3"].upper()
    return texts


def found(source: CleanedWorks, path: Path, workers: int = 1) -> bytes:
    note = NoteNearDuplicates(source, SIMILARITY, AsBytes(), str(path))
    shards = range(source.cleaned.shards)

    def build(pipeline: beam.Pipeline) -> None:
        _ = create(pipeline, "Shards", shards) | "Note" >> note

    Runner(workers).run("split", len(shards), build, lambda: 0)
    return path.read_bytes()


def wanted(texts: dict[str, str]) -> list[list[str]]:
    """The clusters by comparing every two poems."""
    words = dict(zip(texts, sets(shingles(list(texts.values()))), strict=True))
    cluster = {name: {name} for name in texts}
    for one, other in combinations(texts, 2):
        alike = len(words[one] & words[other]) / len(words[one] | words[other])
        if alike >= SIMILARITY and cluster[one] is not cluster[other]:
            joined = cluster[one] | cluster[other]
            cluster |= dict.fromkeys(joined, joined)
    distinct = {id(one): one for one in cluster.values() if len(one) > 1}
    return sorted(sorted(map(work, one)) for one in distinct.values())


def test_clusters_are_those_of_comparing_every_two_poems_in_any_shards_ranges_and_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = corpus()
    notes = [found(works_of(tmp_path / "1", texts, 1), tmp_path / "note 1")]
    notes.append(found(works_of(tmp_path / "4", texts, 4), tmp_path / "note 4", workers=2))
    monkeypatch.setattr(find, "ENTRIES_PER_RANGE", 1000)
    assert ranges(len(texts), SIMILARITY) > 5
    notes.append(found(works_of(tmp_path / "7", texts, 7), tmp_path / "note 7"))
    assert len(set(notes)) == 1
    names = [[one.decode() for one in works["work"].tolist()] for works in clusters(edges_of(notes[:1]))]
    assert names == wanted(texts)
    assert len(names) == 11


def test_what_an_earlier_release_put_apart_stays_so_and_joins_nothing(tmp_path: Path) -> None:
    poem, other = limericks(2)
    texts = {"old": text(poem), "older": text(with_lines(poem, other, 0)), "alone": text(other)}
    earlier = Earlier({"old": ("train", "old"), "older": ("test", "older"), "gone": ("test", "gone")})
    [pair] = edges = edges_of([found(works_of(tmp_path, texts, 2, settled=earlier), tmp_path / "note")])
    assert edges["apart"].tolist() == [True]
    assert [pair[side]["work"].decode() for side in ("first", "second")] == sorted([work("old"), work("older")])
    assert clusters(edges) == []


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_corpus_without_near_duplicates_is_noted_too(tmp_path: Path, count: int) -> None:
    texts = {str(place): text(poem) for place, poem in enumerate(limericks(count))}
    assert found(works_of(tmp_path, texts, 3), tmp_path / "note") == b""
