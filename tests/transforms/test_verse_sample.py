"""The sample of verse: every piece is kept or refused as it says it should be, and has the scheme of its page."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.transforms.corpus_run import CorpusRun, run_corpus
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.settings import AMERICAN
from versebench.transforms.sources.source import Source

SAMPLE = Path(__file__).parents[2] / "samples" / "verse" / "poems.jsonl"
REASONS = {
    "lines": "form.lines",
    "rhyme": "rhyme_scheme.no_rhyme",
    "empty_text": "empty_text",
    "duplicate": "duplicate_text",
    "words": "words_not_symbols.no_word",
}
SCHEMES = {
    "ABAB": (*range(8, 15), 15, 19, 23),
    "xAxA": range(1, 8),
    "AABB": (17, 20),
    "ABBA": (16, 21, 24),
    "AABA": (18, 22),
    "ABABCDCDEFEFGG": range(35, 39),
    "ABBAABBACDECDE": (39, 41),
    "ABBAABBACDCDCD": (40,),
    "ABABBCBCCDCDEE": (42,),
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> CorpusRun:
    source = Source.model_validate(
        {
            "name": "verse",
            "path": str(SAMPLE),
            "format": "jsonl",
            "licence": "CC0-1.0",
            "fields": {"form": "form"},
            "attributes": {"expect": "expect"},
        }
    )
    return run_corpus(tmp_path_factory.mktemp("verse"), [source.of_form("verse")], rhymes=AMERICAN)


def pieces() -> list[dict[str, str]]:
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


def test_every_piece_is_kept_or_refused_as_it_says(sample: CorpusRun) -> None:
    kept = set(sample.cleaned.column("source_id").to_pylist())
    refused = {
        row["source_id"]: row["reason"]
        for table in (sample.refused_by_ingest, sample.refused_by_clean)
        for row in table.to_pylist()
    }
    assert not kept & set(refused)
    assert kept == {piece["id"] for piece in pieces() if piece["expect"] == "kept"}
    assert refused == {piece["id"]: REASONS[piece["expect"]] for piece in pieces() if piece["expect"] != "kept"}


def test_every_line_of_a_piece_that_is_kept_stands_in_one_unit(sample: CorpusRun) -> None:
    units: dict[str, list[tuple[int, str]]] = {}
    for row in sample.cleaned.to_pylist():
        assert (row["parent_id"] is None) == (row["first_line"] is None)
        assert len(row["text"].split("\n")) in FORMS[row["form"]].lines
        units.setdefault(row["source_id"], []).append((row["first_line"] or 1, row["text"]))
    for piece in pieces():
        if piece["expect"] == "kept":
            lines = "\n".join(text for _, text in sorted(units[piece["id"]])).split("\n")
            assert lines == [line for line in piece["text"].split("\n") if line]


def test_each_unit_has_the_scheme_of_its_piece(sample: CorpusRun) -> None:
    ids = dict(zip(sample.cleaned["work_id"].to_pylist(), sample.cleaned["source_id"].to_pylist(), strict=True))
    schemes: dict[str, Counter[str]] = {}
    for row in sample.annotation.to_pylist():
        schemes.setdefault(ids[row["work_id"]], Counter())[row["scheme"]] += 1
    for scheme, numbers in SCHEMES.items():
        for number in numbers:
            assert set(schemes[f"vb-v-{number:03}"]) == {scheme}, number


def test_each_form_is_in_the_metre_that_it_claims(sample: CorpusRun) -> None:
    forms = dict(zip(sample.cleaned["work_id"].to_pylist(), sample.cleaned["form"].to_pylist(), strict=True))
    for row in sample.annotation.to_pylist():
        if FORMS[forms[row["work_id"]]].metre is None:
            assert row["metre"] is None
        else:
            assert row["metre"] != "unchecked"
