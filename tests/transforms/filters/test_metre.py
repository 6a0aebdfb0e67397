"""The metre that a form claims, on poems that were written for these tests."""

import time

import pytest

from tests.transforms.filters.stanzas import CHINESE, GOOD, stanza
from tests.transforms.filters.test_check import source
from versebench.transforms.filters.check import check_filters
from versebench.transforms.filters.metre import Metre
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.quatrains import COMMON_METRE, QUATRAIN
from versebench.transforms.prosody.forms.unrhymed import BLANK_VERSE, FOUR_BEAT

BALLAD = """They built the bridge of yellow stone
Across the narrow bay,
And every winter, all alone,
The river washed away."""

TROCHEES = """Silver kettles, copper ladles,
Baskets full of apples,
Babies crying in their cradles,
Soldiers in their chapels."""

PENTAMETER = """The kettle sings beside the broken chair,
And every morning someone climbs the stair
To bring the bread, the letters and the coal
Straight to the captain of a ship of air."""

PROSE = """The command reads a table and writes
a folder with the results of every stage in it
which can be checked later on by anybody who asks
for the sums of all files that have been published there
unless these were withdrawn"""


def test_a_limerick_has_its_beats() -> None:
    assert Metre().refuse(stanza(GOOD)) is None


def test_a_long_third_line_is_one_of_five() -> None:
    poem = stanza(GOOD.replace("for a day", "for a week and a month and a day"))
    assert Metre().refuse(poem) is None
    assert Metre(lines_off=0).refuse(poem) == Refusal("metre.beats", "line 3: 4 beats, not 2")


def test_lines_in_another_order_are_no_limerick() -> None:
    lines = GOOD.split("\n")
    refusal = Metre().refuse(stanza("\n".join(lines[2:] + lines[:2])))
    assert refusal == Refusal("metre.beats", "line 3: 3 beats, not 2; line 4: 3 beats, not 2")


def test_prose_is_no_limerick() -> None:
    refusal = Metre().refuse(stanza(PROSE))
    assert refusal is not None
    assert refusal.reason == "metre.beats"


def test_common_metre_has_four_and_three_iambs() -> None:
    assert Metre().refuse(stanza(BALLAD, COMMON_METRE)) is None
    other = Metre().refuse(stanza(TROCHEES, COMMON_METRE))
    assert other == Refusal("metre.other_metre", "trochaic, not iambic")
    longer = Metre().refuse(stanza(PENTAMETER, COMMON_METRE))
    assert longer is not None
    assert longer.reason == "metre.beats"


def test_five_iambs_are_not_four_beats() -> None:
    assert Metre().refuse(stanza(PENTAMETER, BLANK_VERSE)) is None
    assert Metre().refuse(stanza(PENTAMETER, FOUR_BEAT)) is not None


def test_a_form_without_a_metre_passes() -> None:
    assert Metre().refuse(stanza(PROSE, QUATRAIN)) is None


@pytest.mark.parametrize("text", [CHINESE, "♪ ♫ ♪\n1 + 2", "…"])
def test_without_a_word_there_is_no_metre(text: str) -> None:
    assert Metre().refuse(stanza(text)) == Refusal("metre.not_scanned", "no_line_to_scan")


def test_no_line_has_no_metre() -> None:
    assert Metre().refuse(stanza("")) == Refusal("metre.not_scanned", "no_lines")


def test_one_line_of_many_words_is_refused_at_once() -> None:
    start = time.process_time()
    refusal = Metre().refuse(stanza(f"{GOOD}\n{'day ' * 10_000}"))
    assert refusal is None  # one line of six
    assert Metre(lines_off=0).refuse(stanza("day " * 10_000)) == Refusal("metre.not_scanned", "no_line_to_scan")
    assert time.process_time() - start < 5


def test_chinese_verse_is_refused_before_a_run() -> None:
    with pytest.raises(ValueError, match=r"metre\.v1 supports english only"):
        check_filters([Metre()], [source("jueju")])
