"""What a recipe may say of its split."""

from typing import Any

import pytest
from pydantic import ValidationError

from versebench.transforms.splits.settings import Splits


def test_shares_add_up() -> None:
    assert Splits().shares == (0.8, 0.1, 0.1)
    assert Splits(train=0.7, validation=0.2).shares == (0.7, 0.2, 0.1)
    assert Splits(train=0, validation=0, test=1).shares == (0, 0, 1)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"train": 0.9}, "add up to 1.1; they must add up to 1"),
        ({"train": -0.1, "validation": 1.0}, "greater than or equal to 0"),
        ({"similarity": 0.4}, "greater than or equal to 0.5"),
        ({"similarity": 1.1}, "less than or equal to 1"),
        ({"held_out": "lear"}, "valid list"),
        ({"dev": 0.1}, "not permitted"),
    ],
)
def test_what_is_no_split_is_refused(values: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Splits(**values)
