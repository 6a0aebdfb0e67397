"""Score texts with one model, as a release does, without a recipe."""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.models.scorers.contract import ModelLoadError, Precision, TextScore, Unscored
from versebench.models.scorers.loaded import load_scorer
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.score_pairs import scorer_of

Answer = TextScore | Unscored


def score_units(units: Sequence[Sequence[str]], model: str, settings: Mapping[str, Any]) -> list[list[Answer]]:
    """The scores of each unit's texts, in their order.

    Raises:
        RecipeError: The model or a setting is unknown, or the settings name several conventions.
        DataError: The model cannot be loaded.
    """
    require("score", "scoring")
    scorer = scorer_of(model, settings, [])
    if len(scorer.conventions) != 1:
        raise RecipeError(f"score uses one convention; give one of: {', '.join(scorer.conventions)}")
    [identity] = identify_models([scorer])
    precision: Precision = "bf16" if scorer.precision == "bf16" else "fp32"
    try:
        loaded = load_scorer(scorer, identity, precision)
    except ModelLoadError as error:
        raise DataError(str(error)) from None
    [convention] = scorer.conventions
    return [list(answer[convention]) for answer in loaded.score_units(units)]
