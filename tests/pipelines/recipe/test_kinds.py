"""Recipes of several kinds over one base."""

import json
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from tests.pipelines.running import REPOSITORY, recipe_values, write_recipe
from tests.pipelines.stages.test_registry import corpus_values
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.package import stated_recipe
from versebench.pipelines.recipe.corpus import CorpusRecipe
from versebench.pipelines.recipe.kinds import KINDS
from versebench.pipelines.recipe.pairs import PairsRecipe
from versebench.pipelines.recipe.recipe import Recipe, load_recipe, recipe_of
from versebench.pipelines.stages.registry import stages_of


def test_a_recipe_without_a_kind_is_one_of_pairs() -> None:
    assert isinstance(recipe_of(recipe_values()), PairsRecipe)
    assert recipe_of(recipe_values()) == recipe_of(recipe_values(kind="pairs"))


def test_a_corpus_asks_for_nothing_by_the_keys_of_pairs() -> None:
    recipe = recipe_of(corpus_values())
    assert isinstance(recipe, CorpusRecipe)
    assert (list(recipe.tasks), list(recipe.models)) == ([], [])
    assert (recipe.generator, recipe.selectors, recipe.vocabulary_filter) == (None, None, False)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (recipe_values(kind="corpsu"), "kind: unknown name 'corpsu'; did you mean 'corpus'? Choose from: pairs, "),
        (recipe_values(kind=["corpus"]), "kind: unknown name"),
        (
            recipe_values(kind="corpus"),
            "unknown key 'tasks': this kind of recipe does not have it; it belongs to kind: pairs",
        ),
        (corpus_values(sead=1), "unknown key 'sead'; did you mean 'seed'?"),
        ({**corpus_values(), "kind": "pairs"}, "the key 'tasks' is missing"),
        (recipe_values(sources=recipe_values()["sources"] * 2), "recipe.yaml: the source 'sample' is listed twice"),
        (recipe_values(tasks=recipe_values()["tasks"] * 2), "recipe.yaml: the task 'swap_lines.v1' is listed twice"),
    ],
    ids=["near", "no text", "other kind's key", "unknown key", "missing", "sources", "tasks"],
)
def test_a_mistake_is_one_message_with_the_nearest_choice(tmp_path: Path, values: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecipeError) as raised:
        load_recipe(str(write_recipe(tmp_path, values)), [])
    assert problem in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize("values", [recipe_values(), corpus_values()], ids=["pairs", "corpus"])
def test_what_a_release_states_is_a_recipe_of_the_same_kind(values: dict[str, Any]) -> None:
    stated = stated_recipe(recipe_of(values))
    assert stated.keys() <= KINDS[stated["kind"]].model_fields.keys()
    sources = [{**source, "path": "poems.json"} for source in stated["sources"]]
    assert recipe_of({**stated, "sources": sources}).kind == values.get("kind", "pairs")


def test_a_further_kind_is_one_class_and_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Words(Recipe):
        goals: ClassVar[tuple[str, ...]] = ("lexicon",)
        kind: Literal["words"]

    monkeypatch.setitem(KINDS, "words", Words)
    recipe = recipe_of({**corpus_values(), "kind": "words"})
    assert [stage.name for stage in stages_of(recipe)] == ["ingest", "words", "lexicon"]


def test_the_json_schema_takes_no_key_of_another_kind() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with great-expectations")
    validator = jsonschema.Draft202012Validator(json.loads((REPOSITORY / "docs/recipe.schema.json").read_text()))
    assert validator.is_valid(corpus_values())
    assert not validator.is_valid(recipe_values(kind="corpus"))
    assert not validator.is_valid({**corpus_values(), "kind": "pairs"})
    assert not validator.is_valid(recipe_values(kind="words"))
