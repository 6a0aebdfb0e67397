"""Score pairs with a user's models, and write the page that sets them beside those of a release."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from versebench.models.scorers.identity import UnknownModelError
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.commands.scoring.hub_commit import commit_of, is_hub_id
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.facts.beside import beside_facts
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.runners.console import print_line
from versebench.pipelines.runners.log import log_event
from versebench.pipelines.stages.score import results, scored_once
from versebench.pipelines.stages.score_pairs import ScoredPairs, scorer_of
from versebench.release.documents.beside.page import render_beside


def check_out(out: str | None) -> None:
    """Raise :class:`RecipeError` unless a page can be written to a file."""
    if out is None:
        return
    if os.path.isdir(out):
        raise RecipeError(f"--out {out}: is a folder; name a file, such as {os.path.join(out, 'mine.html')}")
    folder = os.path.dirname(out) or "."
    if not os.path.isdir(folder):
        raise RecipeError(f"--out {out}: the folder {folder} does not exist; make it, or name another file")
    if not os.access(out if os.path.exists(out) else folder, os.W_OK):
        raise RecipeError(f"--out {out}: cannot be written; name another file")


def scorer_at_a_commit(model: str, asked: Mapping[str, str | None], overrides: Sequence[str]) -> ScorerSettings:
    """The scorer that a command line describes. Of a model on the hub, the commit is found out and printed.

    Raises :class:`RecipeError` if the model is missing or the settings do not fit it.
    """
    require("score", "scoring")
    engine, revision = asked["engine"], asked["revision"]
    if is_hub_id(model):
        try:
            commit = commit_of(model, revision)
        except UnknownModelError as error:
            raise RecipeError(f"--model: {error}") from None
        if commit != revision and not log_event("resolved", model=model, revision=commit):
            print_line(f"{model}: commit {commit} of the hub; --revision {commit} gives the same scores again")
        revision = commit
    values = {**asked, "engine": None if engine is None else {"name": engine}, "revision": revision}
    return scorer_of(model, values, overrides)


def write_page(out: str, scored: ScoredPairs) -> None:
    """Write the page of scores that stand beside a release."""
    assert scored.beside is not None  # score_beside was asked to compare
    page = render_beside(beside_facts(scored.source, scored.selected, scored.series, scored.beside))
    Path(out).write_text(page, encoding="utf-8")


def scored_values(scored: ScoredPairs) -> dict[str, Any]:
    """Everything for machines: the user's accuracies, the selection, and what stands beside them."""
    selection = scored.selected
    values: dict[str, Any] = {
        "results": results(scored.series).to_pylist(),
        "scores": [
            {"model": each.label, "revision": each.identity.revision, "directory": each.scores.run.directory}
            for each in scored_once(scored.series)
        ],
        "selection": {**asdict(selection.selection), "pairs": selection.count, "of": selection.whole},
    }
    if scored.beside is not None:
        shown = {"place", "places"}
        values["beside"] = {
            "columns": [asdict(column) for column in scored.beside.columns],
            **{
                name: [{key: value for key, value in row.items() if key not in shown} for row in rows]
                for name, rows in (
                    ("results", scored.beside.results),
                    ("groups", scored.beside.groups),
                    ("comparisons", scored.beside.comparisons),
                )
            },
        }
    return values
