"""The dry run of a release: what it would do and cost, without making anything under its root."""

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import UserError
from versebench.pipelines.plan.measure import POEMS, measure
from versebench.pipelines.plan.models import measurable, model_uses, with_commits
from versebench.pipelines.plan.pace import Measured, not_measured
from versebench.pipelines.plan.plan import Plan, plan
from versebench.pipelines.plan.prerequisites import missing_extras, to_do
from versebench.pipelines.plan.runs import run_states
from versebench.pipelines.plan.sources import Corpus, corpus
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner


def dry_run(recipe: Recipe, root: str) -> Plan:
    """The plan of a release under a root. Only temporary folders are written to, and nothing is fetched.

    Raises :class:`versebench.pipelines.errors.RecipeError` where the recipe is wrong; that a commit of a model, a
    source or an extra is missing is told by the plan.
    """
    checked = with_commits(recipe)
    Chain(checked, root, Runner())  # checks what needs no data
    found = corpus(recipe, POEMS)
    states = run_states(checked, root)
    measured, failed = _measured(recipe, found)
    said = [*to_do(recipe), *filter(None, (states.problem, failed))]
    models = {use.place: measurable(use) for use in model_uses(recipe)}
    return plan(recipe, found, measured, models, states, dict.fromkeys(said))


def _measured(recipe: Recipe, found: Corpus) -> tuple[Measured, str | None]:
    """What a sample told; or nothing, and why."""
    if missing_extras(recipe):
        return not_measured(len(recipe.tasks)), None
    try:
        return measure(recipe, found), None
    except UserError as error:
        return not_measured(len(recipe.tasks)), f"{found.sample_of}: {error}"
