"""Releases of poems by title: every row is accounted for, and equal input gives equal bytes."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.proftap.recipes import backwards, good_poems, proftap_values
from tests.pipelines.running import make_release
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.release.folder.read import stream_release_table


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    folder = tmp_path_factory.mktemp("proftap")
    return make_release(folder, proftap_values(folder))


def rows(released: Released, table: str) -> list[dict[str, Any]]:
    shards = stream_release_table(released.folder, released.manifest, table)
    return [row for shard in shards for row in shard.to_pylist()]


def test_a_release_is_intact_and_has_all_tables(released: Released) -> None:
    tables = {"poems", "annotation", "rejects", "titles", "poem_attempts", "test_poems", "reuse", "items"}
    assert set(released.manifest.tables) == tables
    assert list(verify(released.folder)) == []


def test_each_title_has_its_human_poem_and_a_copied_one_is_refused(released: Released) -> None:
    titles, poems = rows(released, "titles"), rows(released, "test_poems")
    writers = Counter(poem["writer"] for poem in poems)
    assert len(titles) == writers["human"] == writers["new"] == 12
    attempts = [row for row in rows(released, "poem_attempts") if row["writer"] == "copier"]
    assert {row["reason"] for row in attempts if row["attempt"] == 1} == {"plagiarised"}
    unpaired = [row["title_id"] for row in attempts if row["reason"] == "no_poem_in_file"]
    assert writers["copier"] == 12 - len(unpaired)
    assert unpaired
    assert not {(poem["title_id"], poem["writer"]) for poem in poems} & {(title, "copier") for title in unpaired}


def test_a_poem_in_the_database_is_not_its_own_reuse(released: Released) -> None:
    assert not any(poem["exact_reuse"] or poem["near_reuse"] for poem in rows(released, "test_poems"))
    assert {row["writer"] for row in rows(released, "reuse")} == {"copier"}


def test_judges_are_asked_about_every_poem_of_the_test(released: Released) -> None:
    poems = {poem["item_id"]: poem for poem in rows(released, "test_poems")}
    items = {item["item"]: item for item in rows(released, "items")}
    assert items.keys() == poems.keys()
    for name, item in items.items():
        assert item["protocol"] == "probability_human.v1"
        assert (item["texts"], item["title"]) == ([poems[name]["text"]], poems[name]["title"])
        assert item["roles"] == ["human" if poems[name]["writer"] == "human" else "model"]


def test_two_workers_make_the_same_bytes(released: Released, tmp_path: Path) -> None:
    again = make_release(tmp_path, proftap_values(Path(released.folder).parents[3]), Runner(workers=2))
    names = {path.name for path in Path(released.folder).iterdir()}
    assert names == {path.name for path in Path(again.folder).iterdir()}
    for name in names:
        assert (Path(released.folder) / name).read_bytes() == (Path(again.folder) / name).read_bytes(), name


def test_a_release_that_follows_one_with_another_poet_says_so(released: Released) -> None:
    folder = Path(released.folder).parents[3]
    values = proftap_values(folder)
    values["poets"][1]["name"] = "copier-2"
    after = make_release(folder, {**values, "version": "2.0.0", "previous": released.folder})
    assert list(verify(after.folder)) == []
    changes = (Path(after.folder) / "CHANGES.md").read_text(encoding="utf-8")
    assert "test_poems" in changes


def test_the_report_shows_reuse_side_by_side_with_writers_and_forms(released: Released) -> None:
    page = (Path(released.folder) / "report.html").read_text(encoding="utf-8")
    assert 'id="writers"' in page
    assert 'class="beside" lang="zh-Hans"' in page
    assert "refused" in page
    copied = next(row for row in rows(released, "reuse") if row["distance"] == 0)
    assert f'<p>{copied["text"]}</p>\n<p class="there">{copied["text"]}</p>' in page


def test_the_card_states_prompts_writers_and_refusals(released: Released) -> None:
    card = (Path(released.folder) / "README.md").read_text(encoding="utf-8")
    assert "| `human` | 12 | 0 |" in card
    assert "`copier` `plagiarised` 12" in card
    assert "proftap2024.v1" in card
    assert "2401.04952" in card


def test_a_poet_that_gives_back_the_person_s_poem_is_asked_again_even_if_the_database_lacks_it(tmp_path: Path) -> None:
    poems = tmp_path / "same.jsonl"
    rows_of_file = []
    for row in good_poems():
        rows_of_file.append({"title": row["title"], "text": "".join(row["paragraphs"])})
        rows_of_file.append({"title": row["title"], "text": backwards(row["paragraphs"])})
    poems.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of_file), encoding="utf-8")
    database = tmp_path / "database.jsonl"
    database.write_text('{"title": "無", "paragraphs": ["一二三四五，六七八九十。"]}\n', encoding="utf-8")
    poet = {"poet": "poems.v1", "name": "same", "path": str(poems)}
    made = make_release(tmp_path, proftap_values(tmp_path, poets=[poet], reuse={"database": [str(database)]}))
    reasons: dict[int, set[str | None]] = {attempt: set() for attempt in (1, 2)}
    for row in rows(made, "poem_attempts"):
        reasons[row["attempt"]].add(row["reason"])
    assert reasons == {1: {"poem_of_title"}, 2: {None}}
    of_title: dict[str, dict[str, str]] = {}
    for poem in rows(made, "test_poems"):
        of_title.setdefault(poem["title_id"], {})[poem["writer"]] = poem["text"]
    assert len(of_title) == 12
    assert all(texts.keys() == {"human", "same"} and len(set(texts.values())) == 2 for texts in of_title.values())
