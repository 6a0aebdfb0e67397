import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.release.folder.references import refer, resolve

TEXTS = st.text(alphabet='ab\n🙂"[', max_size=30)


@given(TEXTS, TEXTS)
def test_who_holds_the_other_text_reads_it(text: str, base: str) -> None:
    said = refer(text, base)
    assert resolve(said, base) == text
    shown = "".join(part for part in json.loads(said) if isinstance(part, str))
    assert not set(shown) & set(base)


def test_the_longest_parts_are_taken_and_the_rest_stands_as_it_is() -> None:
    base = "an old man of\nthe old town"
    assert refer("the old man", base) == "[[14,8],[7,3]]"
    assert refer("xyz old", base) == '["xyz",[2,4]]'
    assert refer("", base) == "[]"


@pytest.mark.parametrize("references", ["[[0,4]]", "[[-1,2]]", "[[1,-1]]"])
def test_references_into_another_text(references: str) -> None:
    with pytest.raises(ValueError, match="is outside the text of 3 characters"):
        resolve(references, "abc")
