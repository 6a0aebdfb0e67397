"""The verse that a model chooses on each page of style matching, and how it confuses artists."""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.transforms.ghostwriting.items.draw import MATCH_STYLE
from versebench.transforms.statistics.style import Page, confusion_matrix

Row = dict[str, Any]


def answers(items: Sequence[Row], scores: Sequence[Row]) -> list[Row]:
    """The answers of all models to style pages: the verse of the artist with the largest score.

    Of equal scores that of the first verse on the page counts, with a margin of 0. A page that a model could not score
    has no answer of it.
    """
    of_page: dict[tuple[str, str], dict[str, float]] = {}
    for row in scores:
        of_page.setdefault((row["item"], row["model"]), {})[row["artist"]] = row["score"]
    models = sorted({row["model"] for row in scores})
    pages = [item for item in items if item["protocol"] == MATCH_STYLE]
    return [
        _answer(page, model, of_page[page["item"], model])
        for page in pages
        for model in models
        if (page["item"], model) in of_page
    ]


def _answer(page: Row, model: str, scores: Mapping[str, float]) -> Row:
    shown = page["authors"][1:]
    order = sorted(range(len(shown)), key=lambda place: (-scores[shown[place]], place))
    best, second = (scores[shown[place]] for place in order[:2])
    return {
        "item": page["item"],
        "protocol": MATCH_STYLE,
        "model": model,
        "writer": page["writer"],
        "evaluated": page["authors"][0],
        "shown": shown,
        "chosen": shown[order[0]],
        "text_ids": page["text_ids"],
        "chosen_text_id": page["text_ids"][1 + order[0]],
        "correct": shown[order[0]] == page["authors"][0],
        "margin": best - second,
    }


def confusions(answered: Sequence[Row]) -> list[Row]:
    """Equation 4 for each model and writer of the judged verses: a row for every two artists."""
    groups: dict[tuple[str, str], list[Page]] = {}
    for row in answered:
        page = Page(row["evaluated"], tuple(row["shown"]), (row["chosen"],))
        groups.setdefault((row["model"], row["writer"]), []).append(page)
    return [
        {"model": model, "writer": writer, **vars(cell)}
        for (model, writer), pages in sorted(groups.items())
        for cell in confusion_matrix(pages)
    ]
