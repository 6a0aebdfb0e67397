"""The sample recipe: its plan, and the models that its documents name."""

from pathlib import Path

from tests.pipelines.running import REPOSITORY
from versebench.models.scorers.identity import identify
from versebench.pipelines.lifecycle.facts.proftap import poet_models
from versebench.pipelines.plan.dry_run import dry_run
from versebench.pipelines.plan.models import model_uses
from versebench.pipelines.recipe.recipe import load_recipe

SAMPLE = str(REPOSITORY / "recipes" / "proftap-sample.yaml")


def test_the_plan_names_titles_and_poets(tmp_path: Path) -> None:
    plan = dry_run(load_recipe(SAMPLE, []), str(tmp_path))
    steps = {step.stage: step for step in plan.steps}
    assert steps["titles"].does.endswith(": 40")
    assert steps["poems"].models == ("gpt2-tang (causal.v1)", "gpt2-tang-hot (causal.v1)", "copies (poems.v1)")
    assert plan.to_do == ()


def test_a_model_on_the_hub_without_a_commit_is_to_be_done(tmp_path: Path) -> None:
    recipe = load_recipe(SAMPLE, ["poets.0.model=somebody/poet"])
    assert [use.place for use in model_uses(recipe)] == ["poets.0", "poets.1"]
    (missing,) = (each for each in dry_run(recipe, str(tmp_path)).to_do if "poets.0" in each)
    assert "somebody/poet has no revision" in missing


def test_the_card_names_the_models_of_poets_with_their_revision() -> None:
    models = list(poet_models(load_recipe(SAMPLE, [])))
    assert [(model.role, model.name) for model in models] == [
        ("gpt2-tang", "gpt2-tang"),
        ("gpt2-tang-hot", "gpt2-tang"),
    ]
    assert {model.revision for model in models} == {identify("gpt2-tang", None).revision}
