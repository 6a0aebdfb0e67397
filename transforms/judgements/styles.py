"""Figures of style matching: equations 2 to 4 of the ghostwriting paper."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.statistics.style import Page, confusion_matrix, count_style, macro_mean, pooled

_SHARES = {
    "style_matching": ("matching", "equation 2: share of right choices"),
    "style_agreed_matching": ("agreed_matching", "equation 3: of pages with agreement, share of right ones"),
    "style_raw_agreement": ("raw_agreement", "share of pages on which all annotators agree"),
}
_NONE = "no page on which several annotators agree, or none with several"


def style_pages(answers: Answers, items: pa.Table) -> list[Page]:
    """The pages with their answers, in the order of the items. An undecided answer chooses no artist."""
    rows = items.select(["item", "roles", "authors"]).take(pa.array(answers.item_rows)).to_pylist()
    chosen: list[list[int]] = [[] for _ in rows]
    for item, place in zip(answers.items.tolist(), answers.chosen.tolist(), strict=True):
        chosen[item].append(place)
    return [_page(row, places) for row, places in zip(rows, chosen, strict=True)]


def _page(row: dict[str, Any], chosen: list[int]) -> Page:
    if row["authors"] is None or row["roles"].count("evaluated") != 1:
        raise ExportError(
            f"item {row['item']} of match_style.v1 needs the authors of its texts and one text with the role evaluated"
        )
    shown = [author for role, author in zip(row["roles"], row["authors"], strict=True) if role != "evaluated"]
    evaluated = row["authors"][row["roles"].index("evaluated")]
    return Page(evaluated, tuple(shown), tuple(row["authors"][place] if place >= 0 else "" for place in chosen))


def style_figures(pages: list[Page]) -> Iterator[Figure]:
    """Figures of each artist, and micro and macro means of all, beside chance."""
    of_artist: dict[str, list[Page]] = {}
    for page in pages:
        of_artist.setdefault(page.evaluated, []).append(page)
    counts = {artist: count_style(of_artist[artist]) for artist in sorted(of_artist)}
    whole = pooled(list(counts.values()))
    for measure, (share, method) in _SHARES.items():
        for artist, counted in counts.items():
            yield _figure(measure, getattr(counted, share), method, artist)
        shares = [getattr(counted, share) for counted in counts.values()]
        yield _figure(f"{measure}_micro", getattr(whole, share), f"{method}; of all pages", "all")
        yield _figure(f"{measure}_macro", macro_mean(shares), f"{method}; mean of artists", "all")
    chance = macro_mean([1 / len(page.shown) for page in pages])
    yield _figure("style_chance", chance, "a choice by lot among the verses shown", "all")


def _figure(measure: str, value: float | None, method: str, of: str) -> Figure:
    return Figure(measure, value, method, of=of, why_null=_NONE if value is None else None)


def confusion_rows(pages: list[Page]) -> Iterator[dict[str, Any]]:
    """The rows of the confusion matrix, without where it belongs."""
    answered = [Page(page.evaluated, page.shown, tuple(filter(None, page.chosen))) for page in pages]
    for cell in confusion_matrix(answered):
        yield {
            "evaluated": cell.evaluated,
            "chosen": cell.chosen,
            "times_shown": cell.times_shown,
            "times_chosen": cell.times_chosen,
            "share": cell.share,
            "symmetric_share": cell.symmetric_share,
        }
