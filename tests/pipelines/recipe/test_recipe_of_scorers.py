"""The settings of scorers in a recipe, and the messages for wrong ones."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import REPOSITORY, recipe_values, write_recipe
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.stages.score import identify_models

GPT2 = REPOSITORY / "models/resources/gpt2-verse"


def recipe_of(folder: Path, *models: dict[str, Any], **changes: Any) -> Recipe:
    return load_recipe(str(write_recipe(folder, recipe_values(models=list(models), **changes))), [])


def scorer_of(folder: Path, **values: Any) -> ScorerSettings:
    [found] = recipe_of(folder, {"model": "gpt2-verse", **values}).models
    return found


def test_a_model_without_a_family_is_a_causal_one_under_the_convention_of_the_papers(tmp_path: Path) -> None:
    scorer = scorer_of(tmp_path)
    assert isinstance(scorer, Causal)
    assert scorer.conventions == ("bos-given+line-breaks-kept",)
    assert (scorer.precision, scorer.engine.name, scorer.engine.shared) == ("fp32", "torch", "process")
    assert (scorer.reductions, scorer.token_scores) == (("sum", "mean", "mean_jcls"), False)
    assert (scorer.run_code_of_the_model, scorer.unigrams) == (False, None)
    assert not recipe_of(tmp_path, {"model": "gpt2-verse"}).vocabulary_filter


@pytest.mark.parametrize(
    ("values", "conventions"),
    [
        ({"family": "causal", "start": "absent"}, ["bos-absent+line-breaks-kept"]),
        ({"long_texts": "windows"}, ["bos-given+line-breaks-kept+windows-half-context"]),
        ({"leading_space": True}, ["bos-given+leading-space+line-breaks-kept"]),
        ({"start_token": "<s>", "line_breaks": "space"}, ["<s>-given+line-breaks-space"]),
    ],
    ids=str,
)
def test_every_choice_has_a_part_in_the_convention(
    tmp_path: Path, values: dict[str, Any], conventions: list[str]
) -> None:
    assert list(scorer_of(tmp_path, **values).conventions) == conventions


@pytest.mark.parametrize(
    "values",
    [
        {"family": "masked", "pseudo_log_likelihood": ["original", "within-word-l2r"]},
        {"family": "xlnet", "direction": ["causal", "causal-reread", "bidirectional"]},
    ],
    ids=str,
)
def test_kinds_of_a_model_are_conventions_of_their_own(tmp_path: Path, values: dict[str, Any]) -> None:
    scorer = scorer_of(tmp_path, **values)
    asked = values.get("pseudo_log_likelihood") or values["direction"]
    assert len(set(scorer.conventions)) == len(scorer.conventions) == len(asked)


def said(folder: Path, *models: dict[str, Any]) -> str:
    """The one-line message about a recipe."""
    with pytest.raises(RecipeError) as raised:
        identify_models(recipe_of(folder, *({"model": "gpt2-verse", **model} for model in models)).models)
    message = str(raised.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        (
            {"family": "maskd"},
            ["models.0: unknown name 'maskd'; did you mean 'masked'? Choose from: causal, masked"],
        ),
        ({"family": "zzz"}, ["models.0: unknown name 'zzz'", "Choose from: causal, masked, xlnet, transformer-xl"]),
        ({"family": 7}, ["models.0"]),
        (
            {"reductions": ["summ"]},
            ["models.0.reductions.0: unknown name 'summ'; did you mean 'sum'? Choose from: sum, mean"],
        ),
        ({"reductions": []}, ["models.0.reductions: "]),
        ({"precision": "fp16"}, ["models.0.precision: input should be 'fp32', 'bf16' or 'bf16-then-fp32'"]),
        ({"family": "xlnet", "precision": "bf16"}, ["models.0.precision: input should be 'fp32'"]),
        ({"precison": "bf16"}, ["unknown key 'models.0.precison'; did you mean 'precision'?"]),
        ({"family": "masked", "start": "absent"}, ["unknown key 'models.0.start'", "known keys here"]),
        ({"reductions": ["slor"]}, ["models.0: slor needs the counts of a corpus; set unigrams to own or to a"]),
        (
            {"start": "absent", "start_token": "<s>"},
            ["models.0: start_token is '<s>', but start is absent"],
        ),
        (
            {"engine": {"name": "tensor"}},
            ["models.0.engine: unknown name 'tensor'", "Choose from: torch, deep"],
        ),
        ({"engine": {"device": "gpu"}}, ["models.0.engine.device: "]),
        ({"engine": {"name": "deepspeed", "offload": "nvme"}}, ["offload nvme and nvme_path go together; set both or"]),
        (
            {"family": "transformer-xl", "engine": {"device": "cuda"}},
            ["a Transformer-XL runs only on torch and the cpu; remove engine"],
        ),
        (
            {"model": "gpt9"},
            ["models.0: 'gpt9' is neither a shipped model (gpt2-verse, ", "set its revision to a full commit"],
        ),
        ({"model": ""}, ["models.0.model: "]),
        (
            {"model": "./nowhere"},
            ["models.0: the folder ./nowhere does not exist; name a folder in Hugging Face layout"],
        ),
        (
            {"family": "xlnet", "padding": "no/such.txt"},
            ["models.0: no/such.txt cannot be read as padding text", "UTF-8"],
        ),
        (
            {"reductions": ["slor"], "unigrams": "no.json"},
            ["models.0: no.json does not contain token counts", "leave slor"],
        ),
    ],
    ids=str,
)
def test_an_impossible_scorer_is_reported_in_one_line(tmp_path: Path, values: dict[str, Any], parts: list[str]) -> None:
    message = said(tmp_path, values)
    for part in parts:
        assert part in message, message


def test_a_padding_text_without_a_word_is_reported(tmp_path: Path) -> None:
    (tmp_path / "padding.txt").write_text(" \n")
    message = said(tmp_path, {"family": "xlnet", "padding": f"{tmp_path}/padding.txt"})
    assert message == f"models.0: {tmp_path}/padding.txt is empty; write a paragraph or two of prose into it"


def test_two_models_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        shutil.copytree(GPT2, tmp_path / folder / "scorer")
    message = said(tmp_path, *({"model": f"{tmp_path}/{folder}/scorer"} for folder in ("a", "b")))
    assert message == "two models would have the name 'scorer' in the tables; rename a folder"


def test_two_models_of_one_name_are_refused_under_different_conventions_too(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        shutil.copytree(GPT2, tmp_path / folder / "scorer")
    models = ({"model": f"{tmp_path}/a/scorer"}, {"model": f"{tmp_path}/b/scorer", "start": "absent"})
    assert said(tmp_path, *models) == "two models would have the name 'scorer' in the tables; rename a folder"


def test_a_model_twice_under_one_convention_is_refused(tmp_path: Path) -> None:
    expected = "the model 'gpt2-verse' is listed twice under bos-given+line-breaks-kept; list each once"
    assert said(tmp_path, {}, {}) == said(tmp_path, {}, {"precision": "bf16"}) == expected


def test_a_model_twice_under_different_conventions_is_allowed(tmp_path: Path) -> None:
    models = recipe_of(tmp_path, {"model": "gpt2-verse"}, {"model": "gpt2-verse", "start": "absent"}).models
    one, other = identify_models(models)
    assert one == other
    assert len({convention for model in models for convention in model.conventions}) == 2
