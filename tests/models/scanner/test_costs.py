"""The file of costs."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from versebench.models.scanner.costs import COSTS, METRES, costs_of, read_costs
from versebench.models.scanner.syllable_classes import CLASSES


def values() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(COSTS.read_text(encoding="utf-8"))
    return loaded


def test_the_shipped_costs_are_whole_numbers_of_every_class_and_metre() -> None:
    costs = read_costs()
    assert tuple(costs.beat) == tuple(costs.rest) == CLASSES
    assert tuple(costs.metres) == METRES
    assert all(len(metre.beat) == len(metre.end) == 11 for metre in costs.metres.values())


def test_two_beats_that_meet_cost_no_more_at_a_pause() -> None:
    for metre in read_costs().metres.values():
        assert all(at_pause <= beat for at_pause, beat in zip(metre.beat_at_pause, metre.beat, strict=True))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda costs: costs["beat"].pop("noun"), "no beat.noun that is a whole number, but None"),
        (lambda costs: costs["rest"].update(noun=1.5), "no rest.noun that is a whole number, but 1.5"),
        (lambda costs: costs["metres"].pop("iambic"), "no metres.iambic.opening with 4 whole numbers"),
        (lambda costs: costs["metres"]["iambic"]["gap"].pop(), "no metres.iambic.gap with 4 whole numbers"),
    ],
)
def test_a_file_that_lacks_a_cost_is_refused(change: Callable[[dict[str, Any]], object], message: str) -> None:
    costs = values()
    change(costs)
    with pytest.raises(ValueError, match=message):
        costs_of(costs)
