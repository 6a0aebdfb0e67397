"""What validation puts into a release, and what is held against the previous one."""

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import make_release, recipe_values
from versebench.expectations.drift import Distribution, from_json, to_json
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.validation.drift import NAME, Drifted, drift
from versebench.pipelines.validation.facts import Facts, read_facts
from versebench.pipelines.validation.validate import DRIFT_REMEDY
from versebench.release.folder import checksums
from versebench.storage.manifest import read_manifest, read_table

LIMIT = 0.3


def previous(sample: Sample) -> Previous:
    manifest = read_manifest(str(sample.release))
    assert manifest is not None
    return Previous(str(sample.release), manifest)


def facts(sample: Sample) -> Facts:
    return read_facts(str(sample.stage("validate")))


def test_a_release_holds_its_distributions_its_checkpoint_and_its_pages(sample: Sample) -> None:
    manifest = previous(sample).manifest
    assert {NAME, "checkpoint.json", "data-docs.zip"} <= {document.name for document in manifest.documents}
    found = from_json(json.loads((sample.release / NAME).read_text()))
    assert sum(found["poem_words"].counts.values()) == manifest.tables["poems"].rows
    assert sum(found["pairs_by_task"].counts.values()) == manifest.tables["pairs"].rows
    checkpoint = json.loads((sample.release / "checkpoint.json").read_text())
    assert checkpoint["success"] is True
    assert {"summary", "conservation", "handovers", "unique_ids"} <= {suite["suite"] for suite in checkpoint["suites"]}


def test_the_suites_of_scores_are_asked_where_there_are_scores(scored: Sample, sample: Sample) -> None:
    def suites(folder: Path) -> set[str]:
        return {one["suite"] for one in json.loads((folder / "checkpoint.json").read_text())["suites"]}

    assert suites(scored.release) - suites(sample.release) == {"scored_texts", "decided_pairs"}


def test_no_page_shows_a_line_of_a_poem(sample: Sample) -> None:
    with zipfile.ZipFile(io.BytesIO((sample.release / "data-docs.zip").read_bytes())) as archive:
        pages = "".join(archive.read(name).decode() for name in archive.namelist())
    pages += (sample.release / "checkpoint.json").read_text() + (sample.release / NAME).read_text()
    folder = str(sample.stage("assemble"))
    manifest = read_manifest(folder)
    assert manifest is not None
    lines = {
        line
        for shard in range(manifest.shards)
        for text in read_table(folder, manifest, "poems", shard, ["text"]).column("text").to_pylist()
        for line in text.split("\n")
    }
    assert len(lines) > 100
    assert {line for line in lines if line in pages} == set()


def test_a_release_is_not_apart_from_itself(sample: Sample) -> None:
    found = drift(facts(sample), previous(sample), LIMIT)
    assert found is not None
    assert {row.distance for row in found.rows} == {0}
    assert {"poem_words", "line_syllables", "heard_schemes", "poems_by_author"} <= {row.dimension for row in found.rows}
    assert found.explain() == []


def test_what_drifted_is_reported_with_both_histograms(sample: Sample) -> None:
    now = facts(sample)
    counts = now.distributions["poem_words"]
    poems = sum(counts.values())
    changed = replace(
        now, distributions={**now.distributions, "poem_words": {**dict.fromkeys(counts, 0), "0-4": poems}}
    )
    found = drift(changed, previous(sample), LIMIT)
    assert found is not None
    assert [row.dimension for row in found.rows if row.distance > row.limit] == ["poem_words"]
    first, *histogram = found.explain()
    assert first.startswith("  poem_words: 0.")
    assert first.endswith(f"from the previous release, at most {LIMIT} is allowed")
    assert "    0-4: 0.0% before, 100.0% now" in histogram


def test_an_older_release_without_distributions_is_not_compared(sample: Sample) -> None:
    manifest = previous(sample).manifest
    kept = tuple(document for document in manifest.documents if document.name != NAME)
    assert drift(facts(sample), Previous(str(sample.release), replace(manifest, documents=kept)), LIMIT) is None


def test_damaged_distributions_of_the_previous_release_are_refused(sample: Sample, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes((sample.release / NAME).read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(DataError, match=r"distributions.json is damaged: .* drift: null"):
        drift(facts(sample), Previous(str(tmp_path), previous(sample).manifest), LIMIT)


def test_a_drift_stops_the_release_and_is_reported_with_the_remedy(sample: Sample, tmp_path: Path) -> None:
    before = tmp_path / "before"
    shutil.copytree(sample.release, before)
    shutil.copytree(sample.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "records"))
    rewrite_distributions(before, lambda one: replace(one, counts=dict.fromkeys(one.counts, 0) | {"0-19": one.poems}))
    with pytest.raises(DataError) as raised:
        make_release(tmp_path, recipe_values(version="2.0.0", previous=str(before)))
    lines = str(raised.value).split("\n")
    assert lines[0] == "validation failed, so nothing is released"
    assert lines[1].startswith("  drift: ExpectColumnPairValuesAToBeGreaterThanB")
    assert any(line.startswith("  poem_characters: ") and line.endswith("at most 0.3 is allowed") for line in lines)
    assert "    0-19: 100.0% before, 0.0% now" in lines
    assert lines[-1] == DRIFT_REMEDY
    assert not (tmp_path / "root" / "releases").exists()


def rewrite_distributions(release: Path, changed: Callable[[Distribution], Distribution]) -> None:
    """Make a release say other lengths of its poems, and everything in it agree with that."""
    distributions = from_json(json.loads((release / NAME).read_text()))
    distributions["poem_characters"] = changed(distributions["poem_characters"])
    content = json.dumps(to_json(distributions)).encode()
    (release / NAME).write_bytes(content)
    manifest = read_manifest(str(release))
    assert manifest is not None
    document = next(one for one in manifest.documents if one.name == NAME)
    changed_document = replace(document, sha256=checksums.sha256(content), size=len(content))
    documents = tuple(changed_document if one == document else one for one in manifest.documents)
    (release / "manifest.json").write_text(replace(manifest, documents=documents).to_json())
    names = ("manifest.json", NAME)
    sums = checksums.read((release / checksums.NAME).read_text())
    sums |= {name: checksums.sha256((release / name).read_bytes()) for name in names}
    (release / checksums.NAME).write_text(checksums.write(sums))


def test_nothing_is_explained_where_nothing_drifted() -> None:
    assert Drifted([], {"a": Distribution({"1": 1}, 1)}, {}).explain() == []
