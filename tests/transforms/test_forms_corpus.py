"""Works of the corpus of verse forms from file to annotation: every line is kept or refused with a reason."""

import gzip
import json
from collections import Counter
from typing import Any

import pytest

from tests.conftest import REAL_DATA
from tests.transforms.corpus_run import CorpusRun, run_corpus
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.sources.normalise import Normalisation, normalise
from versebench.transforms.sources.source import Source

CORPUS = REAL_DATA / "forms" / "forms.jsonl.gz"
FORM_OF_HINT = {
    "ballad": "common-metre",
    "blank-verse": "blank-verse",
    "couplets": "couplets",
    "dickinson": "common-metre",
    "hymn": "common-metre",
    "sonnet": "sonnet",
    "sprung": "verse",
    "strong-stress": "four-beat",
}
MOST = 30
"""Works of each kind."""

pytestmark = pytest.mark.real_data


def works() -> list[dict[str, Any]]:
    taken: Counter[str] = Counter()
    chosen = []
    with gzip.open(CORPUS, "rt", encoding="utf-8") as rows:
        for work in map(json.loads, rows):
            taken[work["form_hint"]] += 1
            if taken[work["form_hint"]] <= MOST and sum(map(len, work["stanzas"])) < 1_500:
                chosen.append({**work, "form": FORM_OF_HINT[work["form_hint"]]})
    return chosen


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> CorpusRun:
    folder = tmp_path_factory.mktemp("forms")
    path = folder / "works.jsonl"
    path.write_text("".join(f"{json.dumps(work)}\n" for work in works()), encoding="utf-8")
    fields = {"text": "stanzas", "form": "form", "licence": "licence"}
    source = Source.model_validate(
        {
            "name": "forms",
            "path": str(path),
            "format": "jsonl",
            "licence": "public domain",
            "fields": fields,
            "attributes": {"hint": "form_hint"},
        }
    )
    return run_corpus(folder, [source.of_form("verse")])


def lines_of(text: str) -> Counter[str]:
    return Counter(line for line in text.split("\n") if line)


def test_every_line_of_every_work_is_in_a_unit_or_a_reject(corpus: CorpusRun) -> None:
    wanted: Counter[str] = Counter()
    for work in works():
        text = normalise("\n\n".join("\n".join(stanza) for stanza in work["stanzas"]), Normalisation())
        assert isinstance(text, str)
        wanted += lines_of(text)
    found = sum((lines_of(text) for text in corpus.cleaned.column("text").to_pylist()), Counter[str]())
    for table in (corpus.refused_by_ingest, corpus.refused_by_clean):
        for row in table.to_pylist():
            assert row["reason"]
            assert row["detail"]
            found += lines_of(row["original"])
    assert found == wanted


def test_every_unit_is_in_its_form_and_has_one_of_its_schemes(corpus: CorpusRun) -> None:
    poems = {row["work_id"]: row for row in corpus.cleaned.to_pylist()}
    annotation = corpus.annotation.to_pylist()
    assert set(poems) == {row["work_id"] for row in annotation}
    for row in annotation:
        form, lines = FORMS[poems[row["work_id"]]["form"]], poems[row["work_id"]]["text"].split("\n")
        assert not form.fits(lines)
        schemes = form.schemes_of(len(lines))
        assert row["scheme"] in schemes or not schemes
        assert len(row["scheme"]) == len(lines)


def test_units_of_every_form_are_kept(corpus: CorpusRun) -> None:
    kept = Counter(corpus.cleaned.column("form").to_pylist())
    assert set(kept) == set(FORM_OF_HINT.values())
    assert min(kept.values()) >= 10


def test_code_raises_on_no_row(corpus: CorpusRun) -> None:
    reasons = [
        row["reason"] for table in (corpus.refused_by_ingest, corpus.refused_by_clean) for row in table.to_pylist()
    ]
    assert "processing_failed" not in reasons
