"""The metre of poems that were written for these tests, and what a scanner does with what is no verse."""

import time

import pytest

from tests.models.scanner.verse import patterns, scan, scanner, words
from versebench.models.scanner.registry import load_scanner
from versebench.models.scanner.verse_scanner import MOST_WORDS, READINGS

PENTAMETER = """The kettle sings beside the broken chair,
And every morning someone climbs the stair
To bring the bread, the letters and the coal
Straight to the captain of a ship of air."""

BALLAD = """They built the bridge of yellow stone
Across the narrow bay,
And every winter, all alone,
The river washed away."""

TROCHEES = """Silver kettles, copper ladles,
Baskets full of yellow apples,
Babies crying in their cradles,
Soldiers praying in their chapels."""

ANAPAESTS = """In the heat of the day by the side of the lake
I was counting the birds till I wanted to wake,
And the wind in the reeds was the only reply
To the question I asked of the emptying sky."""

DACTYLS = """Carry the basket and follow the sergeant down,
Gather the blankets and hurry away to town,
Murmuring carelessly, never remembering
Orders the officers shouted in Wellington."""

LIMERICK = """A baker who lived in the town
Had an oven that always broke down;
When they asked for a pie
He would let out a sigh
And would offer them bread that was brown."""


@pytest.mark.parametrize(
    ("poem", "metre", "beats"),
    [
        (PENTAMETER, "iambic", (5,)),
        (BALLAD, "iambic", (4, 3)),
        (TROCHEES, "trochaic", (4,)),
        (ANAPAESTS, "anapaestic", (4,)),
        (DACTYLS, "dactylic", (4,)),
        (LIMERICK, "anapaestic", (3, 3, 2, 2, 3)),
    ],
    ids=["pentameter", "ballad", "trochees", "anapaests", "dactyls", "limerick"],
)
def test_the_poem_decides_the_metre(poem: str, metre: str, beats: tuple[int, ...]) -> None:
    scansion = scan(poem)
    assert (scansion.metre, scansion.beats) == (metre, beats)
    assert scansion.margin is not None
    assert scansion.margin > 200


def test_golden_pentameter() -> None:
    assert patterns(scan(PENTAMETER)) == ["-+-+-+-+-+", "-+-+-+-+-+", "-+-+-+-+-+", "+--+-+-+-+"]


def test_golden_limerick() -> None:
    assert patterns(scan(LIMERICK)) == ["-+--+--+", "--+--+--+", "--+--+", "--+--+", "--+--+--+"]


def test_golden_trochees() -> None:
    assert patterns(scan(TROCHEES)) == ["+-+-+-+-"] * 4


def test_two_stanzas_share_their_metre_and_beats() -> None:
    scansion = scan(f"{BALLAD}\n\n{BALLAD}")
    assert scansion.beats == (4, 3)
    assert [len(stanza) for stanza in scansion.stanzas] == [4, 4]
    assert [reading.beats for line in scansion.stanzas[1] if (reading := line.best)] == [4, 3, 4, 3]


def test_syllables_can_be_lost_within_words_and_between_them() -> None:
    poem = "The unequal armies gather on the shore\nAnd many a flower that heaven gave before\n"
    unequal, many, *_ = scan(f"{poem}{PENTAMETER}").stanzas[0]
    first = next(reading for reading in unequal.readings if reading.pattern == "-+-+-+-+-+")
    assert first.words == ("", "-+-", "+-", "+-", "+", "-", "+")  # th' unequal
    assert all(reading.beats == 5 for reading in many.readings)
    assert min(len(reading.pattern) for reading in many.readings) < 12  # of flower and heaven at least one syllable


def test_a_metre_can_be_asked_for() -> None:
    line = "And under all the timbers of the roof"
    assert scan(line, "iambic").metre == "iambic"
    assert patterns(scan(line, "iambic")) == ["-+-+-+-+-+"]
    iambic, dactylic = scan(line, "iambic"), scan(line, "dactylic")
    assert dactylic.margin is None
    assert iambic.stanzas[0][0].readings[0].cost < dactylic.stanzas[0][0].readings[0].cost


def test_a_line_has_up_to_three_readings_in_the_order_of_their_costs() -> None:
    for stanza in scan(PENTAMETER).stanzas:
        for line in stanza:
            costs = [reading.cost for reading in line.readings]
            assert 1 <= len(line.readings) <= READINGS
            assert costs == sorted(costs)
            assert len({reading.pattern for reading in line.readings}) == len(line.readings)
            assert line.gap is None or line.gap == costs[1] - costs[0]


def test_the_pattern_is_given_by_word() -> None:
    (line,) = scan("The kettle sings beside the broken chair", "iambic").stanzas[0]
    assert line.best is not None
    assert line.best.words == ("-", "+-", "+", "-+", "-", "+-", "+")


def test_same_words_same_scansion() -> None:
    assert scan(BALLAD) == scan(BALLAD)


@pytest.mark.parametrize(
    ("poem", "reason"),
    [("...", "no_line_to_scan"), ("春眠不覺曉", "no_line_to_scan"), ("пусть", "no_line_to_scan")],
)
def test_what_cannot_be_pronounced_has_a_reason(poem: str, reason: str) -> None:
    scansion = scan(poem)
    assert (scansion.metre, scansion.reason) == ("", reason)
    assert [line.reason for line in scansion.stanzas[0]] == ["no_pronunciation"]


def test_no_line_has_a_reason() -> None:
    assert scanner().scan([]).reason == "no_lines"
    assert scanner().scan([[]]).reason == "no_lines"


def test_lines_without_words_are_kept_among_others() -> None:
    scansion = scan(f"* * *\n{PENTAMETER}")
    assert [bool(line.readings) for line in scansion.stanzas[0]] == [False, True, True, True, True]


def test_one_word_is_scanned() -> None:
    assert patterns(scan("Alone")) == ["-+"]
    assert patterns(scan("the", "iambic")) == ["+"]


def test_a_long_line_is_refused_and_the_others_are_scanned() -> None:
    long = " ".join(["cat"] * (MOST_WORDS + 1))
    scansion = scan(f"{long}\n{BALLAD}")
    assert scansion.stanzas[0][0].reason == "too_long"
    assert scansion.metre == "iambic"


def test_ten_thousand_words_are_refused_at_once() -> None:
    line = words("cat ") * 10_000
    begin = time.process_time()
    assert scanner().scan([[line]]).stanzas[0][0].reason == "too_long"
    assert time.process_time() - begin < 1


@pytest.mark.parametrize("word", ["the", "cat", "many", "incomprehensibility", "fire"])
@pytest.mark.parametrize("metre", scanner().metres)
def test_the_longest_lines_are_scanned_in_any_metre(word: str, metre: str) -> None:
    (line,) = scanner().scan([[words(f"{word} ") * MOST_WORDS]], metre).stanzas[0]
    assert line.best is not None
    assert len(line.best.words) == MOST_WORDS


def test_time_grows_with_the_number_of_lines() -> None:
    begin = time.process_time()
    scan("\n".join([PENTAMETER] * 100))
    assert time.process_time() - begin < 5


def test_an_unknown_metre_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown metre 'sapphic'; choose one of: iambic"):
        scan(BALLAD, "sapphic")


def test_the_registry_loads_the_scanner_once_and_names_its_choices() -> None:
    assert load_scanner() is load_scanner("verse-scanner.v1")
    with pytest.raises(ValueError, match="unknown scanner 'ear'; choose one of: verse-scanner"):
        load_scanner("ear")
