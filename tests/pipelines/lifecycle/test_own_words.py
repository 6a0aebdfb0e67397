"""A limerick with an invented name is refused, and kept if the user says how the name sounds."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import versebench as vb
from tests.pipelines.running import jsonl_recipe, make_release, sample_rows, versebench_here, write_recipe
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.own_words import own_words
from versebench.pipelines.recipe.recipe import recipe_of

POEMS = [{"id": row["id"], "text": row["limerick"]} for row in sample_rows()[:8]]
NOUGH = POEMS[0]["text"].replace("promise of air", "promise of Nough")


def corpus(folder: Path, **ear: str) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    source = folder / "poems.jsonl"
    source.write_text("".join(json.dumps(poem) + "\n" for poem in ({"id": "named", "text": NOUGH}, *POEMS)))
    values = jsonl_recipe(str(source), kind="corpus", clean={"profile": "versebench"}, ear=ear)
    return {name: value for name, value in values.items() if name != "tasks"}


def rows_of(release: str, table: str) -> list[dict[str, Any]]:
    files = sorted(Path(release).glob(f"**/{table}*.parquet"))
    assert files, sorted(Path(release).rglob("*"))
    rows: list[dict[str, Any]] = [row for file in files for row in pq.read_table(file).to_pylist()]
    return rows


def test_a_release_keeps_the_limerick_whose_name_the_lexicon_explains(tmp_path: Path) -> None:
    words = tmp_path / "words.csv"
    words.write_text("word;phones\nNough;rhymes with care\n")
    without = make_release(tmp_path, corpus(tmp_path))
    [refused] = rows_of(without.folder, "rejects")
    assert "Nough" in json.dumps(refused)
    with_it = make_release(tmp_path, corpus(tmp_path, lexicon=str(words)) | {"version": "1.1.0"})
    kept = rows_of(with_it.folder, "poems")
    assert NOUGH in {row["text"] for row in kept}
    assert len(kept) == len(rows_of(without.folder, "poems")) + 1
    annotation = rows_of(with_it.folder, "annotation")
    assert sum(row["word_origin"].count("lexicon") for row in annotation) == 1


def test_the_entries_are_part_of_a_run_and_the_path_is_not(tmp_path: Path) -> None:
    def lexicon_runs(text: str, name: str) -> int:
        (tmp_path / name).write_text(text)
        recipe = write_recipe(tmp_path, corpus(tmp_path, lexicon=str(tmp_path / name)))
        ran = versebench_here("clean", recipe, "--root", tmp_path / "root")
        assert ran.code == 0, ran.err
        return len(list((tmp_path / "root" / "lexicon").iterdir()))

    assert lexicon_runs("Nough,rhymes with care", "first.csv") == 1
    assert lexicon_runs("word;phones\nnough;N EH1 R\n", "second.csv") == 1
    assert lexicon_runs("Nough,rhymes with moon", "first.csv") == 2


def test_a_release_stops_before_ingest_if_a_row_is_wrong(tmp_path: Path) -> None:
    words = tmp_path / "words.csv"
    words.write_text("Nough,N EH R\n")
    recipe = write_recipe(tmp_path, corpus(tmp_path, lexicon=str(words)))
    ran = versebench_here("release", recipe, "--root", tmp_path / "root")
    assert ran.code != 0
    assert f"ear.lexicon: {words}: row 1: 'Nough': the vowel EH lacks its stress" in " ".join(ran.message.split())
    assert not (tmp_path / "root" / "ingest").exists()


def test_a_missing_file_and_a_folder_are_said(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"ear\.lexicon: .*none\.csv: file not found"):
        own_words(str(tmp_path / "none.csv"))
    with pytest.raises(RecipeError, match="is a folder"):
        own_words(str(tmp_path))


def test_a_recipe_without_the_key_reads_and_writes_as_before() -> None:
    values = jsonl_recipe("poems.jsonl", clean={})
    written = recipe_of(values).model_dump(mode="json")
    assert "lexicon" not in written["ear"]
    named = recipe_of({**values, "ear": {"lexicon": "words.csv"}})
    assert (named.ear.pronunciations, named.ear.accent) == ("verse-ear.v2", "either")
    assert recipe_of(named.model_dump(mode="json")) == named


def test_a_scan_takes_own_words(tmp_path: Path) -> None:
    words = tmp_path / "words.csv"
    words.write_text("Nough,rhymes with care")
    assert not vb.rhymes("Nough", "care").rhymes
    assert vb.rhymes("Nough", "care", lexicon=str(words)).rhymes
    scanned = vb.scan("a promise of Nough\nto make it with care", lexicon=str(words))
    assert [stanza.scheme for stanza in scanned.stanzas] == ["aa"]
    ran = versebench_here("scan", "a promise of Nough", "to make it with care", "--lexicon", words, "--json")
    assert ran.code == 0
    assert [word["origin"] for word in json.loads(ran.out)["words"] if word["word"] == "Nough"] == ["lexicon"]
    ran = versebench_here("scan", "a promise", "--lexicon", tmp_path / "none.csv")
    assert "--lexicon" in ran.message
    assert "file not found" in ran.message
