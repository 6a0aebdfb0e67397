"""People beside the models that answered the same pages of style matching."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.judgements.styles import style_pages
from versebench.transforms.statistics.correlation import correlate
from versebench.transforms.statistics.style import Page, confusion_matrix

ANSWER_COLUMNS = ("model", "text_ids", "chosen_text_id", "chosen", "evaluated", "shown")
"""Columns of the answers of models that comparisons need."""

_AGREES = "share of judgements that choose the verse that the model chooses on the page"
_CELLS = "over the cells of both confusion matrices on these pages that have a share"
_NO_CORRELATION = "no correlation: all shares of a matrix are equal, or fewer than 3 cells"

Row = dict[str, Any]
_PageKey = tuple[str, frozenset[str]]


def beside_styles(answers: Answers, items: pa.Table, model_answers: pa.Table) -> Iterator[Figure]:
    """For each model its agreement with people, and the correlation of its confusions with theirs.

    A page of a study is one of a release if both show the same verses about the same one. Models without such a page
    have no figure.
    """
    asked = items.select(["text_ids"]).take(pa.array(answers.item_rows)).to_pylist()
    keys = [_key(row["text_ids"]) for row in asked]
    pages = style_pages(answers, items)
    rows = model_answers.select(list(ANSWER_COLUMNS)).to_pylist()
    for model in sorted({row["model"] for row in rows}):
        answered = {_key(row["text_ids"]): row for row in rows if row["model"] == model}
        common = [place for place, key in enumerate(keys) if key in answered]
        if common:
            mine = [answered[keys[place]] for place in common]
            yield _agreement(model, [pages[place] for place in common], mine)
            yield from _correlations(model, [pages[place] for place in common], mine)


def _key(text_ids: Sequence[str]) -> _PageKey:
    return text_ids[0], frozenset(text_ids[1:])


def _agreement(model: str, pages: Sequence[Page], answered: Sequence[Row]) -> Figure:
    """An undecided judge agrees with no model."""
    same = [choice == row["chosen"] for page, row in zip(pages, answered, strict=True) for choice in page.chosen]
    why = None if same else "no judgement on a page that the model answered"
    return Figure("agreement_with_model", float(np.mean(same)) if same else None, _AGREES, of=model, why_null=why)


def _correlations(model: str, pages: Sequence[Page], answered: Sequence[Row]) -> Iterator[Figure]:
    people = [Page(page.evaluated, page.shown, tuple(filter(None, page.chosen))) for page in pages]
    models = [Page(row["evaluated"], tuple(row["shown"]), (row["chosen"],)) for row in answered]
    shares = [
        {(cell.evaluated, cell.chosen): cell.share for cell in confusion_matrix(each)} for each in (people, models)
    ]
    cells = [cell for cell in shares[0] if cell in shares[1]]
    found = correlate(*([of[cell] for cell in cells] for of in shares))
    why = _NO_CORRELATION if found.pearson is None else None
    method = f"Pearson's correlation {_CELLS}, {found.n} of them; Fisher's interval, as if independent"
    yield Figure("confusion_pearson", found.pearson, method, found.low, found.high, model, why)
    method = f"Spearman's rank correlation {_CELLS}"
    yield Figure("confusion_spearman", found.spearman, method, of=model, why_null=why)
