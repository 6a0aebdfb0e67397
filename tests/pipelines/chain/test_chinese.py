"""Poems in classical Chinese from the files of a source to their annotation."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REAL_DATA
from tests.pipelines.running import REPOSITORY, recipe_values, write_recipe
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.prosody.languages.classical_chinese.regulated import regularity
from versebench.transforms.text.chinese import characters

SAMPLE = REPOSITORY / "samples" / "chinese" / "poems.json"
FILTERS = ("classical_text.v1", "form.v1")

FLAWS = {
    "classical_text.note": "note",
    "classical_text.lacuna": "lacuna",
    "classical_text.letters": "letters",
    "script": "script",
    "empty_text": "empty_text",
    "duplicate_text": "duplicate",
    "form.lines": "lines",
    "form.line_length": "lines",
    "rhyme_scheme.no_rhyme": "rhyme",
}
"""What the sample calls the reasons of rejects."""

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Annotated:
    """What became of the rows of a source."""

    poems: Rows
    annotation: Rows
    rejects: Rows


def annotated(folder: Path, path: Path, fields: dict[str, str], *filters: str, unreadable: float = 0.05) -> Annotated:
    """A corpus of poems that are read, cleaned and annotated; of its rows so large a share may be unreadable."""
    source = {
        "name": "chinese",
        "path": str(path),
        "format": "chinese-poetry",
        "licence": "CC0-1.0",
        "form": "gufeng",
        "fields": fields,
        "attributes": {"dynasty": "dynasty", "called": "form"},
    }
    values = recipe_values(
        form="gufeng",
        sources=[source],
        ingest={"rows_per_shard": 900, "max_unreadable_share": unreadable},
        clean={"filters": [{"filter": name} for name in filters]},
        tasks=[{"task": "swap_lines.v1"}],
    )
    chain = Chain(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), Runner())
    ingested, cleaned, done = chain.ingest(), chain.clean(), chain.annotate()
    return Annotated(
        rows(cleaned, "poems"), rows(done, "annotation"), [*rows(ingested, "rejects"), *rows(cleaned, "rejects")]
    )


def rows(committed: Committed, table: str) -> Rows:
    run = committed.run
    shards = (read_table(run.directory, committed.manifest, table, shard) for shard in range(run.shards))
    return [row for shard in shards for row in shard.to_pylist()]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Annotated:
    folder = tmp_path_factory.mktemp("chinese")
    return annotated(folder, SAMPLE, {"form": "form"}, *FILTERS, "rhyme_scheme.v2")


def test_every_poem_of_the_sample_is_kept_or_refused_for_its_flaw(sample: Annotated) -> None:
    expected = {poem["id"]: poem["expect"] for poem in json.loads(SAMPLE.read_text(encoding="utf-8"))}
    found = {poem["source_id"]: "kept" for poem in sample.poems}
    found |= {reject["source_id"]: FLAWS[reject["reason"]] for reject in sample.rejects}
    assert found == expected
    assert len(sample.poems) + len(sample.rejects) == len(expected) == 122


def test_kept_poems_know_language_form_and_what_their_source_states(sample: Annotated) -> None:
    poem = next(poem for poem in sample.poems if poem["source_id"] == "vb-c-001")
    assert (poem["language"], poem["form"]) == ("classical-chinese", "jueju")
    assert json.loads(poem["attributes"]) == {"called": "五絕", "dynasty": "今"}
    assert poem["text"] == "鐵軌穿雲去，\n孤燈接夜明。\n一聲長笛後，\n千里是歸程。"
    forms = Counter(poem["form"] for poem in sample.poems)
    assert forms == {"jueju": 68, "lushi": 26, "pailu": 3, "gufeng": 7, "siyan": 4, "liuyan": 4}


def test_each_character_is_annotated_with_tone_and_rhyme(sample: Annotated) -> None:
    texts = {poem["work_id"]: poem["text"] for poem in sample.poems}
    for row in sample.annotation:
        text = texts[row["work_id"]]
        spans = zip(row["word_start"], row["word_end"], strict=True)
        assert [text[start:end] for start, end in spans] == characters(text)
        assert set(row["word_syllables"]) == {1}
    known = [(phones, origin) for row in sample.annotation for phones, origin in
             zip(row["word_phones"], row["word_origin"], strict=True) if origin]  # fmt: skip
    assert {phones[0] for phones, _ in known} == set("平上去入")
    assert {origin.partition("+")[0] for _, origin in known} == {"guangyun.v1"}


def test_regulated_verse_has_the_scheme_that_is_heard(sample: Annotated) -> None:
    forms = {poem["work_id"]: poem["form"] for poem in sample.poems}
    schemes = Counter(row["scheme"] for row in sample.annotation if forms[row["work_id"]] == "jueju")
    assert set(schemes) == {"AAxA", "xAxA"}
    for row in sample.annotation:
        if forms[row["work_id"]] in ("jueju", "lushi", "pailu"):
            assert len(set(row["heard_scheme"][1::2])) == 1
            assert row["metre"] == "unchecked"
        if forms[row["work_id"]] == "gufeng":
            assert row["metre"] is None
            assert row["scheme"] == row["heard_scheme"].upper().replace("X", "x")


@pytest.mark.real_data
def test_every_tang_poem_is_kept_or_refused_with_a_reason(tmp_path: Path) -> None:
    done = annotated(tmp_path, REAL_DATA / "chinese" / "tang_sample.jsonl.gz", {"form": "shape"}, *FILTERS)
    reasons = Counter(reject["reason"] for reject in done.rejects)
    assert reasons == {"classical_text.note": 97, "classical_text.lacuna": 3}
    assert len(done.poems) == len(done.annotation) == 2_600
    table = RhymeTable()
    poems: Counter[str] = Counter()
    rhymed: Counter[str] = Counter()
    for poem in done.poems:
        called = json.loads(poem["attributes"])["called"]
        lines = [table.pronounce(characters(line)) for line in poem["text"].split("\n")]
        poems[called] += 1
        rhymed[called] += regularity(lines).level_rhyme is not None
    shares = {called: rhymed[called] / poems[called] for called in poems}
    print(shares)  # noqa: T201
    measured = {"五絕": 0.77, "七絕": 0.94, "五律": 0.88, "七律": 0.91}
    assert {called: shares[called] for called in measured} == pytest.approx(measured, abs=0.03)


@pytest.mark.real_data
def test_a_form_that_a_source_makes_up_is_a_reject(tmp_path: Path) -> None:
    path = REAL_DATA / "chinese" / "tang_sample.jsonl.gz"
    done = annotated(tmp_path, path, {"form": "form"}, *FILTERS, unreadable=0.2)
    reasons = Counter(reject["reason"] for reject in done.rejects)
    assert reasons["unknown_form"] == 300, "the sample calls them 'other'"
    assert len(done.poems) == 2_300
    assert len(done.poems) + len(done.rejects) == 2_700
