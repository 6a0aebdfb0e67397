"""Figures of poems by title under the cuts of ProFTAP's Tables 2 and 3, and the cues that judges may go by.

The cuts are decided by what ``test_poems`` of a release says of each poem. Table 2 leaves out a poet's poems that break
the criterion and keeps all of people's; Table 3 compares poems of one line length on both sides.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.judgements.human_or_not import HumanAnswers
from versebench.transforms.judgements.probabilities import DELONG, FEW, HUMAN, Opponent, opponents
from versebench.transforms.statistics.accuracy import Z_95
from versebench.transforms.statistics.auc import delong
from versebench.transforms.statistics.logistic import logistic

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Poem:
    """What the release says of a poem."""

    yan: str
    patterned: bool
    repeated_characters: int
    one_level_rhyme: bool
    regulated: bool


Poems = Mapping[str, Poem]
"""Poems by their id."""

POEM_COLUMNS = ("item_id", "yan", "patterned", "repeated_characters", "one_level_rhyme", "regulated")

CUTS: dict[str, Callable[[bool, Poem], bool]] = {
    "poems=patterned": lambda human, poem: human or poem.patterned,
    "poems=without repetition": lambda human, poem: human or not poem.repeated_characters,
    "poems=5-yan": lambda _, poem: poem.yan == "5-yan",
    "poems=7-yan": lambda _, poem: poem.yan == "7-yan",
}
"""Whether a poem, of a human or not, counts under each cut, by the name of its group of figures."""

_METHOD = "logistic regression of the mean judgement of a poem; errors of White"
POET, POET_ALONE = "poet", "poet_alone"
_NO_POEM, _SAME = "no poem was judged", "the same for all poems"
_NO_FIT = "no estimate: too few poems, traits that coincide, or judgements that a trait separates"
_NO_RESIDUAL = "no estimate: the judgements leave no residuals"


def poems_of(table: pa.Table) -> Poems:
    """The poems of the table ``test_poems``, with the columns of :data:`POEM_COLUMNS`."""
    return {row.pop("item_id"): Poem(**row) for row in table.select(list(POEM_COLUMNS)).to_pylist()}


def cut_figures(answers: Answers, items: pa.Table, poems: Poems) -> Iterator[tuple[str, Figure, dict[str, int]]]:
    """Each cut with the area of each model's poems and what it rests on; null with fewer than ten of either side."""
    works = _works(answers, items)
    models = [name for name in answers.tasks if name != HUMAN]
    flags = np.zeros(len(works), np.bool_)
    flags[answers.items] = answers.is_of(HUMAN)
    sides = list(zip(works, flags.tolist(), strict=True))
    for name, counts in CUTS.items():
        kept = np.array([work in poems and counts(human, poems[work]) for work, human in sides])
        mine = answers.select(kept[answers.items])
        found = {of.name: of for of in opponents(mine, items)} if len(mine) else {}
        for model in models:
            yield name, _area(model, found.get(model)), (found[model].answers if model in found else mine).counts()


def _area(model: str, of: Opponent | None) -> Figure:
    if of is None or not of.enough or (mean := delong(*of.means)) is None:
        return Figure("auc_mean_delong", None, DELONG, of=model, why_null=FEW)
    return Figure("auc_mean_delong", mean.value, DELONG, *mean.interval(Z_95), model)


def cue_rows(answers: Answers, items: pa.Table, poems: Poems, scorers: HumanAnswers) -> Iterator[dict[str, Any]]:
    """For each model how far each trait moves judgements, and what the model does beside all of them.

    ``poet_alone`` is the model's own effect without the traits. A trait that is the same for all poems has no estimate,
    nor has one whose poems are all judged as the regression says: its error would be zero, whatever their number.
    """
    for of in opponents(answers, items):
        works = _works(of.answers, items)
        known = np.array([work in poems for work in works], np.bool_)
        names = items["item"].take(pa.array(of.answers.item_rows)).to_pylist()
        traits = _traits([poems[work] for work in np.array(works)[known]], np.array(names)[known].tolist(), scorers)
        is_poet, means = (~of.text_human[known]).astype(np.float64), of.text_means[known]
        yield from _estimates(of.name, {POET_ALONE: is_poet}, means)
        yield from _estimates(of.name, {POET: is_poet, **traits}, means)


def _traits(poems: list[Poem], items: list[str], scorers: HumanAnswers) -> dict[str, Floats]:
    columns: dict[str, list[float]] = {
        "lines_of_seven": [float(poem.yan == "7-yan") for poem in poems],
        "other_lengths": [float(poem.yan == "others") for poem in poems],
        "repeated_characters": [float(poem.repeated_characters) for poem in poems],
        "one_level_rhyme": [float(poem.one_level_rhyme) for poem in poems],
        "regulated": [float(poem.regulated) for poem in poems],
    }
    for scorer in scorers[:1]:
        means = dict(zip(scorer.items, (scorer.log_probabilities / scorer.tokens).tolist(), strict=True))
        if all(item in means for item in items):
            columns["log_probability"] = [means[item] for item in items]
    return {name: np.array(values) for name, values in columns.items()}


def _estimates(model: str, columns: Mapping[str, Floats], means: Floats) -> Iterator[dict[str, Any]]:
    varied = {name: values for name, values in columns.items() if len(np.unique(values)) > 1}
    found = logistic(np.column_stack(list(varied.values())), means) if varied else None
    estimates = dict(zip(varied, found[1:], strict=True)) if found is not None else {}
    for name in columns:
        estimate, why = estimates.get(name), _NO_FIT
        if name not in varied:
            why = _SAME if len(means) else _NO_POEM
        elif estimate is not None and not estimate.error:
            estimate, why = None, _NO_RESIDUAL
        low, high = estimate.interval(Z_95) if estimate is not None else (None, None)
        yield {
            "model": model,
            "cue": name,
            "log_odds": None if estimate is None else estimate.value,
            "low": low,
            "high": high,
            "p": None if estimate is None else estimate.p,
            "poems": len(means),
            "method": _METHOD,
            "why_null": why if estimate is None else None,
        }


def _works(answers: Answers, items: pa.Table) -> list[str]:
    works: list[str] = items["work_id"].take(pa.array(answers.item_rows)).to_pylist()
    return works
