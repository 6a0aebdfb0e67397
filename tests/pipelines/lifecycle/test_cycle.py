"""The life of a data set: published, grown by a schedule, corrected; each version fetched, proved and read again."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.lifecycle.test_versions import FEW, MORE, Corpus, rows_of
from tests.pipelines.running import files_of, sample_rows, versebench, versebench_here
from tests.release.documents.test_loading import COUNT, rows_read, snippets_of
from tests.release.zenodo.fake_zenodo import FakeZenodo, running
from versebench.pipelines.publishing.fetch import fetch
from versebench.pipelines.publishing.publish import Publication, publish
from versebench.pipelines.roots.verify import verify
from versebench.release.zenodo.metadata import mark

VERSIONS = ("1.0.0", "1.1.0", "2.0.0")
SPLITS = {"splits": {"train": 0.6, "validation": 0.2, "test": 0.2}}


@dataclass(frozen=True)
class Cycle:
    """Three versions, as they were made, published and fetched."""

    corpus: Corpus
    zenodo: FakeZenodo
    published: tuple[Publication, ...]
    fetched: Path

    def back(self, version: str) -> Path:
        return self.fetched / version


def corrected(rows: list[dict[str, Any]], source_id: str) -> list[dict[str, Any]]:
    """The rows, with another word in one of them."""
    return [
        {**row, "limerick": row["limerick"].replace(" the ", " that ", 1)} if row["id"] == source_id else row
        for row in rows
    ]


@pytest.fixture(scope="module")
def cycle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cycle]:
    corpus, fetched = Corpus(tmp_path_factory.mktemp("cycle")), tmp_path_factory.mktemp("fetched")
    published: list[Publication] = []
    with running() as zenodo:

        def publish_version(version: str) -> None:
            concept = str(zenodo.records[0].concept) if zenodo.records else None
            folder = str(corpus.of_version(version))
            published.append(publish(zenodo.client(), folder, str(corpus.root), publish=True, concept=concept))

        corpus.release(sample_rows()[:FEW], **SPLITS)
        publish_version("1.0.0")

        recipe = corpus.write(sample_rows()[:MORE], **SPLITS)
        ran = versebench("release", recipe, "--root", corpus.root, "--if-changed")
        assert ran.code == 0, ran.err
        publish_version("1.1.0")

        old = next(row for row in rows_of(corpus.of_version("1.1.0"), "poems") if " the " in row["text"])
        corpus.release(corrected(sample_rows()[:MORE], old["source_id"]), **SPLITS)
        publish_version("2.0.0")

        for record, version in zip(zenodo.records, VERSIONS, strict=True):
            fetch(zenodo.client(None), f"zenodo:{record.id}", str(fetched / version))
        yield Cycle(corpus, zenodo, tuple(published), fetched)


def test_each_is_a_version_of_one_concept(cycle: Cycle) -> None:
    records = cycle.zenodo.records
    assert tuple(record.metadata["version"] for record in records) == VERSIONS
    assert {record.concept for record in records} == {records[0].concept}
    assert all(mark("small") in record.metadata["keywords"] for record in records)
    assert cycle.published[0].linked == 0
    assert all(one.linked > 0 for one in cycle.published[1:])


@pytest.mark.parametrize("version", VERSIONS)
def test_each_comes_back_intact_with_its_own_doi(cycle: Cycle, version: str) -> None:
    published = cycle.published[VERSIONS.index(version)]
    back = cycle.back(version)
    assert files_of(back) == files_of(published.folder)
    assert list(verify(str(back))) == []
    for name in ("README.md", "CITATION.cff", "croissant.json"):
        assert published.doi in (back / name).read_text(), name


@pytest.mark.parametrize("version", VERSIONS)
def test_each_is_read_by_every_library(cycle: Cycle, tmp_path: Path, version: str) -> None:
    snippets = snippets_of((cycle.back(version) / "README.md").read_text())
    read = rows_read(
        cycle.back(version), tmp_path, "".join(code + COUNT.format(name="pairs") for code in snippets.values())
    )
    assert read == [len(rows_of(cycle.back(version), "pairs"))] * 6


def test_what_changed_is_found_again_in_what_was_fetched(cycle: Cycle) -> None:
    for before, after, change in (("1.0.0", "1.1.0", "minor"), ("1.1.0", "2.0.0", "major")):
        told = versebench_here("diff", cycle.back(before), cycle.back(after))
        assert (told.code, told.err.strip().splitlines()[-1]) == (0, f"version step: {change}")
        assert f"## {after}, after {before}\n\nA {change} version" in (cycle.back(after) / "CHANGES.md").read_text()


def test_no_poem_ever_changes_its_split(cycle: Cycle) -> None:
    first, second, third = (
        {row["work_id"]: row["split"] for row in rows_of(cycle.back(version), "splits")} for version in VERSIONS
    )
    assert first.items() <= second.items()
    assert second.items() <= third.items()
    assert len(set(first.values())) == 3


def test_the_schedule_goes_on_with_nothing_to_do(cycle: Cycle) -> None:
    ran = versebench_here("release", cycle.corpus.folder / "recipe.yaml", "--root", cycle.corpus.root, "--if-changed")
    assert (ran.code, ran.err) == (0, f"nothing is new since {cycle.corpus.of_version('2.0.0')}\n")
