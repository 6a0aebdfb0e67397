"""Learning the costs of the scanner, on lines written for these tests."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from tests.models.scanner.verse import words
from training.scanner import (
    Example,
    Poem,
    accuracies,
    by_hand,
    counted,
    examples,
    flat,
    learn,
    learned_names,
    learned_values,
    part_of,
    unflat,
)
from training.scansion_data import EPG, HAND, LITLAB, ScannedLine, ScannedPoem, as_verse, read_poems
from versebench.models.scanner.best_readings import best_paths
from versebench.models.scanner.costs import METRES, costs_of
from versebench.models.scanner.lattice import least_costs
from versebench.models.scanner.verse_scanner import VerseScanner

LINES = {
    "The kettle sings beside the broken chair,": "-+-+-+-+-+",
    "And every morning someone climbs the stair": "-+-+-+-+-+",
    "Carry the basket and follow the sergeant down": "+-+",
    "Sunset, and many a flower upon the hill": "+--+-+-+-+",
}
POEM = ScannedPoem(HAND, "one", "iambic", "", (tuple(ScannedLine(text, (LINES[text],)) for text in LINES),))


def read() -> Poem:
    return Poem(POEM, [[words(line) for line in LINES]])


@pytest.mark.parametrize("metre", METRES)
@pytest.mark.parametrize("line", [*LINES, "Night, day; the unequal years, my dear, go by"])
def test_the_counts_of_a_reading_explain_its_cost(line: str, metre: str) -> None:
    values = by_hand()
    costs, prices = costs_of(values), flat(values)
    lattice = VerseScanner(costs).lattice(words(line))
    assert lattice is not None
    table = least_costs(lattice, costs.metres[metre])
    paths = list(best_paths(lattice, table, costs.metres[metre], 4_000))
    assert paths
    for path in paths:
        counts = counted(path, words(line), metre)
        assert path.reading.cost == sum(prices[name] * times for name, times in counts.items())


def test_names_of_costs_and_their_file_say_the_same() -> None:
    values = by_hand()
    assert unflat(values, flat(values)) == values
    assert flat(values)["metres.iambic.gap.1"] == values["metres"]["iambic"]["gap"][1]


def test_the_readings_that_people_gave_become_cheaper() -> None:
    right = np.array([False, True])
    line = Example(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.0, 0.0]), right)
    costs = learn([line], np.array([1.0, 2.0]))
    assert costs[0] > 1
    assert costs[1] < 2


def test_costs_of_metres_stay_and_others_are_whole_numbers() -> None:
    values = by_hand()
    learned = learned_values(values, [read()])
    assert learned["metres"] == values["metres"]
    assert learned["beat"] != values["beat"]
    assert all(isinstance(cost, int) and cost >= 0 for cost in flat(learned).values())
    costs_of(learned)


def test_lines_without_a_right_or_a_wrong_reading_teach_nothing() -> None:
    assert len(examples([read()], by_hand())) == 3  # "Carry the basket …" is given too few syllables
    assert {name.split(".")[0] for name in learned_names(flat(by_hand()))} == {"beat", "rest", "licences", "pauses"}


def test_accuracies_count_lines_and_syllables_of_lines_of_the_right_length() -> None:
    scanner = VerseScanner(costs_of(by_hand()))
    figures = accuracies([read()], lambda _poem: scanner)[HAND]
    assert figures["lines"] == 4
    assert figures["lines_right"] == 0.75
    assert figures["syllables_right"] == 1.0  # of the other three


def test_a_poem_is_always_in_the_same_part() -> None:
    assert part_of(POEM) == part_of(POEM)
    assert 0 <= part_of(POEM) < 5


@pytest.mark.parametrize(
    ("text", "verse"),
    [
        ("The king 's men , the crown .", "The king's men, the crown."),
        ("They walk 'd and 'tis done", "They walk'd and 'tis done"),
        ("A field of grain 20", "A field of grain"),
        ("1 And so it was", "And so it was"),
    ],
)
def test_lines_lose_the_spaces_of_a_tokenizer_and_numbers(text: str, verse: str) -> None:
    assert as_verse(text) == verse


def test_sets_are_read_by_poem_and_stanza_without_free_verse(tmp_path: Path) -> None:
    folder = tmp_path / "scansion"
    folder.mkdir()
    row = {"poem": "p", "author": "a", "title": "t", "stanza": 0, "text": "a cat", "pattern": ["-+"], "metre": ""}
    rows = [row, {**row, "stanza": 1, "text": "a dog"}, {**row, "poem": "q", "free_verse": True}]
    with gzip.open(folder / EPG, "wt") as file:
        file.writelines(json.dumps(value) + "\n" for value in rows)
    with gzip.open(folder / LITLAB, "wt") as file:
        file.write(json.dumps({**row, "poem": "r", "metre": "anapestic trimeter"}) + "\n")
    hand = {"author": "b", "title": "u", "form": "hymn", "text": "a tree", "pattern": ["-+", "++"]}
    (folder / HAND).write_text(json.dumps(hand) + "\n")
    litlab, epg, by_one = read_poems(tmp_path)
    assert (litlab.metre, litlab.origin) == ("anapaestic", LITLAB)
    assert epg.texts == [["a cat"], ["a dog"]]
    assert (by_one.form, by_one.stanzas[0][0].patterns) == ("hymn", ("-+", "++"))
