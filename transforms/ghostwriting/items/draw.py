"""Items drawn from the verses of artists and generators: lines to rate, and styles to match.

Every draw is a hash of the seed and of what it is for, so that an item does not depend on the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from versebench.schemas.study_columns import NO_STUDY
from versebench.transforms.ghostwriting.items.settings import CHOICES
from versebench.transforms.text.draws import Draws, rank
from versebench.transforms.text.keys import SHARD_DIGITS, hash_id

RATE_LINES, MATCH_STYLE = "rate_lines.v1", "match_style.v1"
HUMAN = "human"
"""The writer of an artist's own verse."""

ORDINALS = ("first", "second", "third", "fourth")
"""How answers name a place among the choices of a page."""

OTHERS = CHOICES - 1
"""Other artists on a page."""

Row = dict[str, Any]


class TooFewArtistsError(Exception):
    """Style matching needs more artists. The message names the numbers."""


@dataclass(frozen=True)
class Shown:
    """A verse that an item can show. ``text_id`` is the id of an artist's verse, or that of a generated one."""

    text_id: str
    artist_id: str
    artist: str
    writer: str
    text: str
    work_id: str | None = None
    cluster: str | None = None
    """The work and the cluster of near-duplicates of an artist's verse; of a generated one, those of the nearest."""


def generated_id(artist_id: str, generator: str, point: int, number: int) -> str:
    """The id of a generated verse."""
    return hash_id("generated", artist_id, generator, str(point), str(number))


def check_artists(names: Sequence[str]) -> None:
    """Raise :class:`TooFewArtistsError` if there are too few artists for a page of style matching."""
    if len(names) < CHOICES:
        raise TooFewArtistsError(
            f"items: a page of {MATCH_STYLE} shows verses of {CHOICES} artists, and there are {len(names)} "
            f"({', '.join(names)}); add artists, or set items.match_style to 0"
        )


def first_ranked(verses: Sequence[Shown], most: int, seed: int, purpose: str) -> list[Shown]:
    """Some of the verses, at random; with a larger number the same ones and others."""
    return sorted(verses, key=lambda verse: (rank(seed, purpose, verse.text_id, 0), verse.text_id))[:most]


def rivals_of(artist_id: str, artists: Sequence[str], pages: int, seed: int) -> list[str]:
    """The other artists on the pages of an artist's verses: all, or as many as there is room for."""
    others = [each for each in artists if each != artist_id]
    draws = Draws(seed, f"rivals in {MATCH_STYLE}", artist_id, 0)
    return draws.sample(others, min(OTHERS * pages, len(others)))


def groups(rivals: Sequence[str], draws: Draws) -> list[tuple[str, ...]]:
    """The rivals in groups of three, in a random order. The last group is filled up from the others by a draw."""
    order = _shuffled(rivals, draws)
    cut = [order[start : start + OTHERS] for start in range(0, len(order), OTHERS)]
    missing = OTHERS - len(cut[-1])
    if missing:
        cut[-1] += draws.sample([each for each in order if each not in cut[-1]], missing)
    return [tuple(group) for group in cut]


def filled_places(rivals: int) -> int:
    """How many places of the pages of a verse show an artist for the second time."""
    return -rivals % OTHERS


def rate_lines_item(verse: Shown) -> Row:
    """An item about the lines of a verse."""
    return _item(RATE_LINES, verse, 0, [verse], ["human" if verse.writer == HUMAN else "model"], None)


def style_items(
    verse: Shown, number: int, own: Sequence[Shown], rivals: Mapping[str, Sequence[Shown]], seed: int
) -> Iterator[Row]:
    """The pages of a verse, which is the ``number``-th of its artist and writer.

    ``own`` and ``rivals`` are the verses that pages may show, of the artist and by the id of each rival. A right choice
    is of another work and cluster than the verse. No page is made if a choice is lacking.
    """
    right = [each for each in own if _may_be_right(each, verse)]
    draws = Draws(seed, MATCH_STYLE, verse.text_id, 0)
    pages = groups(list(rivals), draws)
    if not right or any(len(of) < _times(rival, pages) for rival, of in rivals.items()):
        return
    targets = [*draws.sample(right, min(len(pages), len(right)))]
    targets += [draws.choice(right) for _ in range(len(pages) - len(targets))]
    waiting = {rival: _shuffled(draws.sample(of, _times(rival, pages)), draws) for rival, of in rivals.items()}
    for page, (group, target) in enumerate(zip(pages, targets, strict=True)):
        choices = [waiting[rival].pop() for rival in group]
        place = right_place(verse, number * len(pages) + page, seed)
        choices.insert(place, target)
        roles = ["evaluated", *("target" if at == place else "other" for at in range(CHOICES))]
        yield _item(MATCH_STYLE, verse, page, [verse, *choices], roles, ORDINALS[place])


def right_place(verse: Shown, number: int, seed: int) -> int:
    """The place of the right choice on a page, from 0: each place once in every four pages of an artist and writer."""
    block, within = divmod(number, CHOICES)
    order: list[int] = _shuffled(range(CHOICES), Draws(seed, f"places of {verse.writer}", verse.artist_id, block))
    return order[within]


def _may_be_right(own: Shown, verse: Shown) -> bool:
    return own.text_id != verse.text_id and own.work_id != verse.work_id and own.cluster != verse.cluster


def _times(rival: str, pages: Sequence[tuple[str, ...]]) -> int:
    return sum(rival in group for group in pages)


def _shuffled(items: Sequence[Any], draws: Draws) -> list[Any]:
    left = list(items)
    return [left.pop(draws.below(len(left))) for _ in range(len(left))]


def _item(protocol: str, verse: Shown, page: int, texts: Sequence[Shown], roles: list[str], answer: str | None) -> Row:
    hashed = hash_id("item", protocol, verse.text_id, str(page))
    return {
        "study": NO_STUDY,
        "item": verse.artist_id[:SHARD_DIGITS] + hashed[SHARD_DIGITS:],
        "protocol": protocol,
        "task": None,
        "pair_id": None,
        "work_id": verse.text_id,
        "stratum": verse.writer,
        "writer": verse.writer,
        "texts": [each.text for each in texts],
        "text_ids": [each.text_id for each in texts],
        "roles": roles,
        "authors": [each.artist for each in texts],
        "title": None,
        "form": None,
        "answer": answer,
        "gold": False,
        "practice": False,
        "simulated": False,
    }
