"""Whether the metre of a poem is what its form claims."""

import pytest

from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.scansion.claim import claim_of


@pytest.mark.parametrize(
    ("form", "metre", "beats", "expected"),
    [
        ("limerick", "anapaestic", [3, 3, 2, 2, 3], "as_claimed"),
        ("limerick", "anapaestic", [3, 3, 2, 2, 4], "as_claimed"),
        ("limerick", "anapaestic", [3, 3, 3, 2, 4], "other_beats"),
        ("limerick", "anapaestic", [3, 3, 2, 3, 0], "other_beats"),
        ("limerick", None, [0, 0, 0, 0, 0], "not_scanned"),
        ("blank-verse", "iambic", [5, 5, 5, 5, 6], "as_claimed"),
        ("blank-verse", "trochaic", [5, 5, 5, 5, 5], "other_metre"),
        ("verse", "iambic", [4, 4], None),
        ("lushi", None, [0] * 8, "unchecked"),
    ],
)
def test_a_fifth_of_the_lines_may_have_other_beats(
    form: str, metre: str | None, beats: list[int], expected: str | None
) -> None:
    assert claim_of(FORMS[form], metre, beats) == expected
