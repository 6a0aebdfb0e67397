"""Answers of Merriam-Webster's thesaurus, which may not be passed on, are in no release."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ftfy
import pytest
from pyarrow import parquet

from tests.models.thesaurus.service import entry
from tests.pipelines.running import make_release, recipe_values, sample_rows
from versebench.models.thesaurus.answer_cache import AnswerCache
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.pipelines.roots.verify import verify
from versebench.storage.manifest import read_manifest

OFFERED = ("ocelot", "axolotl", "quokka", "capybara")
"""What the invented answers offer for every word. No poem contains any of them."""


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Invented answers for every word of the sample, so that no service is asked."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    load_thesaurus.cache_clear()
    cache = AnswerCache(tmp_path / "cache" / "versebench" / "merriam-webster")
    texts = " ".join(ftfy.fix_text(row["limerick"]).replace("’", "'") for row in sample_rows()).lower()
    words = {word.strip("'-") for word in re.findall(r"[^\W\d_][\w'-]*", texts)}
    parts = {part for word in words for part in (word, *word.split("-"), word.removesuffix("'s"))}
    for asked in sorted(filter(None, parts)):
        cache.write(asked, [entry(asked, kind, [OFFERED], [asked]) for kind in ("noun", "verb", "adjective")])
    yield
    load_thesaurus.cache_clear()


@pytest.mark.usefixtures("answers")
def test_no_release_holds_what_the_thesaurus_offered(tmp_path: Path) -> None:
    senses = {"word_senses": None, "synonym_senses": None}
    tasks = [{"task": "replace_end_word.v1", "poems": 6, **senses}, {"task": "swap_lines.v1", "pairs": 5}]
    selectors = {"masked": {"model": "bert-verse", "whole_words": False}, "causal": {"model": "gpt2-verse"}}
    values = recipe_values(tasks=tasks, selectors=selectors, thesaurus="merriam-webster", ingest={})
    made = make_release(tmp_path, values)
    [assembled] = [read_manifest(str(path)) for path in (tmp_path / "root" / "assemble").iterdir()]
    assert assembled is not None
    assert assembled.tables["synonyms"].rows > 0
    assert "synonyms" not in made.manifest.tables
    assert list(verify(made.folder)) == []
    rows: dict[str, list[dict[str, Any]]] = {
        path.name.split("-")[0]: parquet.read_table(path).to_pylist() for path in Path(made.folder).glob("*.parquet")
    }
    pairs = rows.pop("pairs")
    assert not [(name, word) for name, table in rows.items() for word in OFFERED if word in str(table)]
    # A pair has the one word that was chosen, which is the corruption.
    replaced = [pair for pair in pairs if pair["task"].startswith("replace")]
    assert all(len(set(re.findall("|".join(OFFERED), pair["corrupted"]))) == 1 for pair in replaced)
    chosen = {word for word in OFFERED if word in str(replaced)}
    pages = "".join(
        path.read_text() for path in Path(made.folder).iterdir() if path.suffix in (".md", ".html", ".json")
    )
    assert {word for word in OFFERED if word in pages} <= chosen
