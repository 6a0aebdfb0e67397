"""Recipes, data and errors of ``versebench finetune``, and a training from a recipe to a poet."""

import json
from pathlib import Path

import pytest

from versebench.models.poets.causal import CausalPoetSettings
from versebench.models.poets.training_titles import text_hash
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.finetune.poems import read_data
from versebench.pipelines.finetune.recipe import load_finetune
from versebench.pipelines.finetune.recitation import held_out
from versebench.pipelines.finetune.run import finetune
from versebench.pipelines.recipe import extras
from versebench.transforms.finetune.settings import Data, Recitation
from versebench.transforms.proftap.titles import title_key

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "recipes" / "finetune-sample.yaml"
POEMS = str(ROOT / "samples" / "chinese" / "poems.json")


def test_the_recipe_with_the_sizes_of_the_paper() -> None:
    training = load_finetune(str(ROOT / "recipes" / "qwen-poet.yaml")).training
    assert (training.rank, training.alpha, training.batch, training.accumulation) == (64, 16, 1, 8)
    assert (training.tokens, training.learning_rate, training.warmup, training.epochs) == (512, 1e-4, 256, 1.5)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rank:", "ranc:", "unknown key 'training.ranc'; did you mean 'rank'"),
        ("quantisation: none", "quantisation: nf5", "base.quantisation: .*did you mean 'nf4'"),
        ("title_form.v1", "title_from.v1", "prompt: .*choose from"),
        ("seed: 2024", "", "the key 'seed' is missing"),
        ("[samples/chinese/poems.json]", "[]", "data.files"),
    ],
)
def test_a_wrong_recipe_is_explained(tmp_path: Path, old: str, new: str, message: str) -> None:
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(SAMPLE.read_text().replace(old, new))
    with pytest.raises(RecipeError, match=message):
        load_finetune(str(recipe))


def test_titles_of_a_test_are_refused_or_left_out(tmp_path: Path) -> None:
    titles = tmp_path / "titles.txt"
    titles.write_text("夜車\n港灯\n")  # one in either script
    whole = read_data(Data(files=[POEMS]))
    with pytest.raises(DataError, match=r"2 poems .*leave_out: true"):
        read_data(Data(files=[POEMS], test=str(titles)))
    left = read_data(Data(files=[POEMS], test=str(titles), leave_out=True))
    assert left.of_test == 2
    assert len(left.kept) == len(whole.kept) - 2
    assert not {"夜车", "港灯"} & {poem.title for poem in left.kept}


def test_titles_are_those_of_a_test_with_and_without_the_number_of_a_series(tmp_path: Path) -> None:
    poems, titles = tmp_path / "poems.jsonl", tmp_path / "titles.txt"
    rows = [{"title": title, "paragraphs": ["鐵軌穿雲去，孤燈接夜明。"]} for title in ("帝京篇十首 一", "夜車")]
    poems.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    for title in ("帝京篇", "帝京篇十首 二"):
        titles.write_text(title)
        left = read_data(Data(files=[str(poems)], test=str(titles), leave_out=True))
        assert [poem.title for poem in left.kept] == ["夜车"]


def test_data_without_poems_and_a_file_without_titles(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text(
        '{"title": "夜車", "paragraphs": []}\n{"title": "無題", "paragraphs": ["孤燈（一作寒燈）接夜明。"]}\n'
    )
    with pytest.raises(DataError, match=r"no poem is left to learn \(0 .*, 2 without"):
        read_data(Data(files=[str(empty)]))
    (tmp_path / "empty.txt").write_text("，\n")
    with pytest.raises(DataError, match="has no title; name"):
        read_data(Data(files=[POEMS], test=str(tmp_path / "empty.txt")))


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.EXTRAS, "finetune", ("package_that_is_not_here",))
    with pytest.raises(RecipeError, match=r'install "versebench\[finetune\]"'):
        finetune(load_finetune(str(SAMPLE)), tmp_path, lambda *_: None)


def test_a_trained_adapter_is_a_poet_that_knows_its_titles(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    poems = tmp_path / "poems.json"
    poems.write_text(json.dumps(json.loads(Path(POEMS).read_text())[:3], ensure_ascii=False))
    recipe = load_finetune(str(SAMPLE))
    recipe = recipe.model_copy(update={"data": Data(files=[str(poems)]), "recitation": Recitation(titles=0)})
    made = finetune(recipe, tmp_path, lambda *_: None)
    assert (made["poems"], made["steps"], made["recitation"]) == (3, 1, {})
    settings = CausalPoetSettings(poet="causal.v1", name="a", model="gpt2-tang", adapter=made["adapter"])
    assert text_hash(title_key("夜車")) in (settings.trained_on() or ())
    assert settings.files().keys() == {"model", "adapter", "training_titles.0", "training_titles.1"}
    card = (Path(made["adapter"]) / "README.md").read_text()
    assert made["data_sha256"] in card
    assert "gpt2-tang" in card
    checkpoint = Path(made["adapter"]) / "checkpoint.pt"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-9])
    with pytest.raises(DataError, match=rf"the checkpoint {checkpoint} is damaged .*; delete it"):
        finetune(recipe, tmp_path, lambda *_: None)


def test_held_out_titles_are_not_learned_whatever_their_order() -> None:
    poems = list(read_data(Data(files=[POEMS])).kept)
    learned, unseen = held_out([*poems, *poems[:5]], 10, 3)
    titles = {title_key(poem.title) for poem in unseen}
    assert len(unseen) == len(titles) == 10
    assert not titles & {title_key(poem.title) for poem in learned}
    assert {poem.title for poem in held_out(poems[::-1], 10, 3)[1]} == {poem.title for poem in unseen}
    assert {poem.title for poem in held_out(poems, 10, 4)[1]} != {poem.title for poem in unseen}
    assert held_out(poems, 0, 3) == (poems, [])
    with pytest.raises(DataError, match=r"recitation.titles is 500, which needs 1000 titles, and the data has \d+;"):
        held_out(poems, 500, 3)


def test_a_model_that_learned_by_heart_recites_what_it_learned_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    rows = [row for row in json.loads(Path(POEMS).read_text()) if row["expect"] == "kept"][:6]
    poems = tmp_path / "poems.json"
    poems.write_text(json.dumps(rows, ensure_ascii=False))
    recipe = load_finetune(str(SAMPLE))
    training = recipe.training.model_copy(
        update={"epochs": 60.0, "rank": 32, "alpha": 64, "batch": 3, "accumulation": 1, "learning_rate": 5e-3}
    )
    changes = {"data": Data(files=[str(poems)]), "recitation": Recitation(titles=3), "training": training}
    made = finetune(recipe.model_copy(update=changes), tmp_path, lambda *_: None)
    learned, unseen = made["recitation"]["learned"], made["recitation"]["unseen"]
    assert (made["held_out"], learned["asked"], unseen["asked"]) == (3, 3, 3)
    assert learned["recited"] == learned["near_reuse"] == learned["exact_reuse"] == 3
    assert unseen["recited"] == 0
    folder = Path(made["adapter"])
    answers = [json.loads(line) for line in (folder / "recitation.jsonl").read_text().splitlines()]
    assert [answer["recited"] for answer in answers] == [True] * 3 + [False] * 3
    assert f"| learned | 3 | {learned['poems']} | 3 | 3 | 3 |" in (folder / "README.md").read_text()
