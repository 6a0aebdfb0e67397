"""Scorers answer whether a human wrote the texts of an export."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.packed.settings import Causal
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.stages.score import identify_models
from versebench.transforms.judgements.analyse import PROBABILITY_HUMAN
from versebench.transforms.judgements.answers import counted_items
from versebench.transforms.judgements.human_or_not import HumanAnswers, ScorerAnswers
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import Text

HumanScorers = tuple[tuple[Causal, ModelIdentity], ...]
"""Causal models that answer, each with the identity of its files."""


def human_scorers(models: Sequence[str]) -> HumanScorers:
    """Models by the names in a recipe or command. Raises :class:`RecipeError` for one that is not there."""
    if not models:
        return ()
    require("score", "scorers that answer as judges")
    settings = [Causal(model=name, long_texts="windows") for name in models]
    return tuple(zip(settings, identify_models(settings), strict=True))


def asked_items(items: pa.Table) -> pa.Table:
    """The items that scorers answer: those of ``probability_human.v1`` that count."""
    return counted_items(items.filter(pc.equal(items["protocol"], PROBABILITY_HUMAN)))


def human_answers(export: str, items: pa.Table, scorers: HumanScorers) -> HumanAnswers:
    """The answers of scorers to the items that count.

    ``items`` has the texts. Raises :class:`DataError` if there is no item to answer, or a scorer can read none.
    """
    rows = asked_items(items).select(["item", "texts"]).to_pylist()
    units = [[Text(row["item"], row["item"], "".join(row["texts"]))] for row in rows]
    if not units:
        raise DataError(f"{export} has no item of {PROBABILITY_HUMAN}, which scorers answer; name no scorer")
    return tuple(_answers(export, units, scorers))


def _answers(export: str, units: list[list[Text]], scorers: HumanScorers) -> Iterator[ScorerAnswers]:
    for settings, identity in scorers:
        try:
            scores = WorkerScorer(settings, identity, "fp32").score(units).scores
        except RecoverableError as error:
            raise DataError(str(error)) from None
        if not len(scores):
            raise DataError(f"{identity.name} can read none of the texts of {export}; give an export that has them")
        yield ScorerAnswers(
            identity.name,
            identity.revision,
            tuple(scores["work_id"].to_pylist()),
            scores["tokens"].to_numpy().astype(np.int64),
            scores["log_probability"].to_numpy(),
        )
