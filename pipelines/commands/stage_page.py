"""docs/STAGES.md: every stage, and which of them each kind of recipe can need, from the registry."""

from collections.abc import Iterable
from typing import Any

from versebench.pipelines.recipe.kinds import KINDS
from versebench.pipelines.stages.declaration import Stage
from versebench.pipelines.stages.registry import JUDGEMENTS, STAGES

_HEAD = """# Stages

Generated from `pipelines/stages/registry.py` by `versebench docs --write`; a test fails when this page is stale.

A recipe names what it wants, and a stage runs if something that the recipe asks for needs it. The stages that a stage
needs run before it; a stage that has nothing to do for a recipe, such as `split` without `splits`, is left out. If
several stages make a table, a release contains that of the last one; the rejects of all of them add up.

"""


def stage_page() -> str:
    """The page as Markdown."""
    goals = "\n".join(f"- `{name}`: {_names(kind.goals)}" for name, kind in KINDS.items())
    rows = "\n".join(_row(stage) for stage in STAGES.values())
    return (
        f"{_HEAD}What each kind of recipe asks for, besides `{JUDGEMENTS.name}`:\n\n{goals}\n\n"
        f"| stage | what it does | needs | its tables in a release |\n|---|---|---|---|\n{rows}\n"
    )


def _row(stage: Stage[Any]) -> str:
    needs = _names(need.name for need in stage.needs)
    return f"| `{stage.name}` | {stage.title} | {needs} | {_names(stage.tables)} |"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"
