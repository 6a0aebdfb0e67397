"""Items of a release: what people can be asked about verses, whether texts are released or not."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.ghostwriting.recipes import MORE_RHYMES, ghostwriting_values, write_source
from tests.pipelines.running import make_release, write_recipe
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.rebuild import rebuild
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.plan.dry_run import dry_run
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.release.folder.read import stream_release_table
from versebench.transforms.ghostwriting.items.draw import ORDINALS

NGRAMS = {"generator": "ngram.v1", "orders": [1, 3], "verses": 2}
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


@pytest.fixture(scope="module")
def answered_by_networks(tmp_path_factory: pytest.TempPathFactory) -> Released:
    """A release whose pages are answered by LSTMs of the artists and by a causal and a masked scorer."""
    folder = tmp_path_factory.mktemp("networks")
    write_source(folder, MORE_RHYMES)
    lstm = {"generator": "lstm.v1", "width": 32, "embedding": 16, "iterations": 150, "every": 150, "rate": 0.01}
    values = ghostwriting_values(
        folder,
        items={**ITEMS, "match_style": 1, "models": ["lstm.v1"]},
        similarity={"near": 1},
        generators=[NGRAMS, lstm],
        points={"every": 150, "last": 150},
        models=[
            {"family": "causal", "model": "gpt2-verse", "long_texts": "windows", "reductions": ["sum"]},
            {"family": "masked", "model": "bert-verse"},
        ],
        texts="withheld",
    )
    write_source(folder, MORE_RHYMES)
    return make_release(folder, values)


def test_lstms_of_the_artists_and_scorers_answer_every_page(answered_by_networks: Released) -> None:
    released = answered_by_networks
    assert list(verify(released.folder)) == []
    pages = {row["item"] for row in rows(released, "items") if row["protocol"] == "match_style.v1"}
    answered = Counter(row["model"] for row in rows(released, "model_answers"))
    lstm, causal, masked = sorted(
        answered, key=lambda name: ("lstm", "gpt2", "bert").index(name.split("-")[0].split(".")[0])
    )
    assert causal == "gpt2-verse, bos-given+line-breaks-kept+windows-half-context"
    assert answered[lstm] == answered[causal] == len(pages)
    refused = {row["work_id"] for row in rows(released, "rejects") if row["stage"] == "style-scores"}
    assert answered[masked] == len(pages - refused)
    right = Counter(row["model"] for row in rows(released, "model_answers") if row["correct"])
    assert right[lstm] > len(pages) / 2
    assert {row["model"] for row in rows(released, "model_confusions")} == {lstm, causal, masked}
    assert not list((Path(released.folder).parents[2] / "checkpoints").iterdir())


def test_the_verses_of_style_pages_are_in_no_reject_of_a_release_without_texts(answered_by_networks: Released) -> None:
    refused = [row for row in rows(answered_by_networks, "rejects") if row["stage"] == "style-scores"]
    assert all(not row["original"] for row in refused)


def test_the_card_says_what_a_ghostwriting_release_is(answered_by_networks: Released) -> None:
    card = (Path(answered_by_networks.folder) / "README.md").read_text()
    assert "Verses of 4 artists, verses that 2 generators wrote in the style of each" in card
    assert "A corpus of" not in card
    assert "`pairs`" not in card
    for role, model in (("answers style pages", "gpt2-verse"), ("answers style pages", "bert-verse")):
        assert f"| {role} | {model} | fp32 |" in card
    assert re.search(r"\| Ann \| \d+ \| [\d,]+ \| 0\.\d+ \| 0\.\d+ \|.*(inside|extrapolated|flat|impossible)", card)
    assert "The Case of Rap Lyric Ghostwriting" in card


def test_a_release_that_scorers_answered_is_rebuilt_from_its_texts(
    answered_by_networks: Released, tmp_path: Path
) -> None:
    folder = Path(answered_by_networks.folder).parents[3]
    sources = [f"poems={folder}/verses.jsonl", f"songs={folder}/songs.txt"]
    made = rebuild(answered_by_networks.folder, sources, str(tmp_path), Runner())
    assert made.manifest.tables["style_scores"].rows == len(rows(answered_by_networks, "style_scores"))


def test_the_plan_names_the_models_that_answer(tmp_path: Path) -> None:
    models = [{"model": "gpt2-verse", "reductions": ["sum"]}]
    values = ghostwriting_values(tmp_path, items={**ITEMS, "models": ["trigrams.v1"]}, models=models)
    write_source(tmp_path, MORE_RHYMES)
    plan = dry_run(load_recipe(str(write_recipe(tmp_path, values)), []), str(tmp_path / "root"))
    asked = {step.stage: step.models for step in plan.steps}
    assert asked["style-scores"] == ("trigrams.v1", "gpt2-verse")
    assert asked["write"] == ("ngram.v1",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"items": {**ITEMS, "models": ["lstm.v1"]}}, "items.models.0: lstm.v1 is trained with the settings"),
        ({"models": [{"model": "gpt2-verse"}]}, "models: scorers answer pages of style matching"),
        ({"items": ITEMS, "models": [{"model": "no-such-model"}]}, "models.0"),
    ],
)
def test_models_that_cannot_answer_are_one_message(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RecipeError, match=re.escape(message)):
        make_release(tmp_path, ghostwriting_values(tmp_path, **changes))
    assert not (tmp_path / "root").exists() or not list((tmp_path / "root").rglob("*.parquet"))


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
