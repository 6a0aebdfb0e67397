"""Scorers answer whether a human wrote the texts of an export."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.packed.settings import Causal
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.stages.score import identify_models
from versebench.transforms.judgements.analyse import PROBABILITY_HUMAN
from versebench.transforms.judgements.answers import counted_items
from versebench.transforms.judgements.human_or_not import HumanAnswers, human_probabilities
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import Text


def human_answers(export: str, items: pa.Table, models: Sequence[str]) -> tuple[HumanAnswers, list[list[str]]]:
    """The answers of causal scorers to the items that count, and the names and revisions of the scorers.

    Raises :class:`RecipeError` for a model that is not there, :class:`DataError` if it can read none of the texts.
    """
    require("score", "scorers that answer as judges")
    settings = [Causal(model=name, long_texts="windows") for name in models]
    asked = counted_items(items.filter(pc.equal(items["protocol"], PROBABILITY_HUMAN)))
    rows = asked.select(["item", "texts"]).to_pylist()
    units = [[Text(row["item"], row["item"], "".join(row["texts"]))] for row in rows]
    if not units:
        raise DataError(f"{export} has no item of {PROBABILITY_HUMAN}, which scorers answer; leave --scorer out")
    answers, identities = {}, identify_models(settings)
    for of, identity in zip(settings, identities, strict=True):
        try:
            scores = WorkerScorer(of, identity, "fp32").score(units).scores
        except RecoverableError as error:
            raise DataError(str(error)) from None
        if not len(scores):
            raise DataError(f"{identity.name} can read none of the texts of {export}; give an export that has them")
        means = scores["log_probability"].to_numpy() / scores["tokens"].to_numpy().astype(np.float64)
        names = scores["work_id"].to_pylist()
        answers[identity.name] = dict(zip(names, human_probabilities(means).tolist(), strict=True))
    return answers, [[identity.name, identity.revision] for identity in identities]
