"""Items of a release: what people can be asked about verses, whether texts are released or not."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.ghostwriting.recipes import MORE_RHYMES, ghostwriting_values, write_source
from tests.pipelines.running import make_release
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.roots.verify import verify
from versebench.release.folder.read import stream_release_table
from versebench.transforms.ghostwriting.items.draw import ORDINALS

ITEMS = {"rate_lines": 2, "match_style": 3, "fewest_tokens": 20}


def released_with_items(folder: Path, **changes: Any) -> Released:
    values = ghostwriting_values(folder, items=ITEMS, similarity={"near": 1}, **changes)
    write_source(folder, MORE_RHYMES)
    return make_release(folder, values)


def rows(released: Released, table: str) -> list[dict[str, Any]]:
    shards = stream_release_table(released.folder, released.manifest, table)
    return [row for shard in shards for row in shard.to_pylist()]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    return released_with_items(tmp_path_factory.mktemp("items"))


def test_a_release_has_items_of_every_artist_and_writer_and_is_intact(released: Released) -> None:
    counted = Counter((row["protocol"], row["authors"][0], row["writer"]) for row in rows(released, "items"))
    names = sorted(MORE_RHYMES)
    lines = {("rate_lines.v1", name, "ngram.v1"): 2 for name in names}
    styles = {("match_style.v1", name, writer): 3 for name in names for writer in ("human", "ngram.v1")}
    assert counted == lines | styles
    assert list(verify(released.folder)) == []


def test_verses_are_from_the_last_point_and_all_texts_have_one_typography(released: Released) -> None:
    last = {row["text"] for row in rows(released, "generated") if row["point"] == 5}
    own = {row["verse_id"]: row["text"] for row in rows(released, "verses")}
    for row in rows(released, "items"):
        for text, text_id, role in zip(row["texts"], row["text_ids"], row["roles"], strict=True):
            if role in ("target", "other") or row["writer"] == "human":
                assert text.replace(" ", "") == own[text_id].lower().replace(" ", "")
            else:
                assert text in last


def test_models_answer_every_page_and_their_confusions_follow(released: Released) -> None:
    pages = {row["item"]: row for row in rows(released, "items") if row["protocol"] == "match_style.v1"}
    answered = {row["item"]: row for row in rows(released, "model_answers")}
    assert set(answered) == set(pages)
    assert len(rows(released, "style_scores")) == 4 * len(pages)
    for item, row in answered.items():
        place = row["shown"].index(row["chosen"])
        assert row["chosen_text_id"] == pages[item]["text_ids"][1 + place]
        assert row["correct"] == (pages[item]["answer"] == ORDINALS[place])
    cells = rows(released, "model_confusions")
    assert sum(row["times_chosen"] for row in cells) == len(pages)
    right = sum(row["times_chosen"] for row in cells if row["evaluated"] == row["chosen"])
    assert right == sum(row["correct"] for row in answered.values()) > len(pages) / 2


def test_items_of_a_release_without_texts_show_nothing_and_name_their_verses(
    released: Released, tmp_path: Path
) -> None:
    withheld = released_with_items(tmp_path, texts="withheld")
    assert list(verify(withheld.folder)) == []
    shown = rows(released, "items")
    hidden = rows(withheld, "items")
    assert all(set(row["texts"]) == {""} for row in hidden)
    assert [{**row, "texts": None} for row in hidden] == [{**row, "texts": None} for row in shown]


def test_too_few_artists_stop_the_run_before_any_verse_is_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"shows verses of 4 artists, and there are 2 \(Ann, Ben\)"):
        make_release(tmp_path, ghostwriting_values(tmp_path, items={}))
    assert not (tmp_path / "root" / "write").exists()
