from typing import Any

import pytest

from tests.studies.made_up import item_rows, items, spec
from versebench.studies.protocols.protocol import ORDINALS, AnswerError
from versebench.studies.protocols.registry import PROTOCOLS


def item_of(protocol: str, answer: str | None = None) -> dict[str, Any]:
    rows = [row for row in [*items(spec()), *item_rows()] if row["protocol"] == protocol and not row["gold"]]
    return next(row for row in rows if answer is None or row["answer"] == answer)


@pytest.mark.parametrize("position", [1, 2])
def test_the_original_is_chosen_by_its_place_on_the_page(position: int) -> None:
    protocol, item = PROTOCOLS["choose_original.v1"], item_of("choose_original.v1")
    places = protocol.places(item, position, 5)
    assert places[position - 1] == 0
    right = protocol.read({"answer": ORDINALS[position - 1]}, item, places)
    wrong = protocol.read({"answer": ORDINALS[2 - position]}, item, places)
    assert (right.answer, right.correct, right.chosen_text_id) == ("first", True, item["text_ids"][0])
    assert (wrong.answer, wrong.correct, wrong.chosen_text_id) == ("second", False, item["text_ids"][1])


def test_a_choice_may_be_left_open_only_where_the_study_allows_it() -> None:
    protocol, item = PROTOCOLS["choose_original.v1"], item_of("choose_original.v1")
    given = protocol.answer({"answer": "undecided"}, item, [0, 1], undecided=True)
    assert (given.answer, given.correct, given.chosen_text_id) == ("undecided", False, None)
    assert protocol.answer({"answer": "first"}, item, [0, 1], undecided=True).correct
    with pytest.raises(AnswerError):
        protocol.answer({"answer": "undecided"}, item, [0, 1])


@pytest.mark.parametrize("position", [1, 2, 3, 4])
def test_a_style_page_shows_the_verse_first_and_the_target_at_its_position(position: int) -> None:
    protocol, item = PROTOCOLS["match_style.v1"], item_of("match_style.v1")
    places = protocol.places(item, position, 5)
    assert sorted(places) == [0, 1, 2, 3, 4]
    assert places[0] == 0
    assert item["roles"][places[position]] == "target"
    for shown, ordinal in enumerate(ORDINALS, 1):
        answer = protocol.read({"answer": ordinal}, item, places)
        assert answer.chosen_text_id == item["text_ids"][places[shown]]
        assert answer.correct is (shown == position)


@pytest.mark.parametrize(("said", "truth", "correct"), [("yes", "yes", True), ("no", "yes", False), ("no", "no", True)])
def test_altered_is_right_if_it_is_said_of_a_corruption(said: str, truth: str, correct: bool) -> None:
    item = item_of("altered_or_not.v1", truth)
    assert item["roles"] == ["corrupted" if truth == "yes" else "original"]
    assert PROTOCOLS["altered_or_not.v1"].read({"answer": said}, item, [0]).correct is correct


@pytest.mark.parametrize(("text", "share"), [("0", 0.0), ("7", 0.07), (" 100 ", 1.0)])
def test_a_probability_is_whole_per_cents(text: str, share: float) -> None:
    answer = PROTOCOLS["probability_human.v1"].read({"probability": text}, item_of("probability_human.v1"), [0])
    assert (answer.probability, answer.correct) == (share, None)


@pytest.mark.parametrize("text", ["", "101", "-1", "7.5", "٣", "1e1", "9" * 5000])
def test_nothing_else_is_a_probability(text: str) -> None:
    with pytest.raises(AnswerError):
        PROTOCOLS["probability_human.v1"].read({"probability": text}, item_of("probability_human.v1"), [0])


def test_lines_are_graded_and_a_repeated_line_is_ruled_incoherent() -> None:
    protocol, item = PROTOCOLS["rate_lines.v1"], item_of("rate_lines.v1")
    form = {"fluency-1": "strong", "fluency-2": "weak", "fluency-3": "not", "coherence-2": "weak"}
    grades = protocol.read(form, item, [0]).lines
    assert [(grade.line, grade.fluency, grade.coherence, grade.ruled) for grade in grades] == [
        (1, "strong", None, False),
        (2, "weak", "weak", False),
        (3, "not", "not", True),
    ]
    with pytest.raises(AnswerError, match=r"missing_coherence .*2"):
        protocol.read({**form, "coherence-2": ""}, item, [0])


@pytest.mark.parametrize("protocol", ["choose_original.v1", "altered_or_not.v1", "match_style.v1"])
def test_a_form_without_a_known_choice_is_no_answer(protocol: str) -> None:
    for value in ("", "original", "FIRST", "third-and-a-half"):
        with pytest.raises(AnswerError):
            PROTOCOLS[protocol].read({"answer": value}, item_of(protocol), [0, 1, 2, 3, 4])


def test_items_that_a_protocol_cannot_show_are_refused() -> None:
    style = item_of("match_style.v1")
    for wrong in ({"answer": "third"}, {"roles": ["target", "other", "other", "other", "other"]}):
        with pytest.raises(ValueError, match=r"target|answer"):
            PROTOCOLS["match_style.v1"].check_item({**style, **wrong})
    with pytest.raises(ValueError, match="writer"):
        PROTOCOLS["probability_human.v1"].check_item({**item_of("probability_human.v1"), "writer": None})


def gold_of(protocol: str) -> dict[str, Any]:
    of = spec([{"protocol": protocol, "items": 4}], gold={"one_in": 4, "at_least": 0.8}, languages=["en", "de"])
    return next(row for row in items(of) if row["gold"])


def test_a_check_of_attention_says_which_per_cents_to_give() -> None:
    protocol, item = PROTOCOLS["probability_human.v1"], gold_of("probability_human.v1")
    english, german = item["texts"][0].split("\n")[1::2]
    assert english == f"Please answer: {item['answer']} per cent."
    assert item["answer"] in german
    assert protocol.read({"probability": item["answer"]}, item, [0]).correct is True
    assert protocol.read({"probability": "1"}, item, [0]).correct is False
    assert item["title"] is None


def test_a_check_of_attention_says_which_grade_to_give_everywhere() -> None:
    protocol, item = PROTOCOLS["rate_lines.v1"], gold_of("rate_lines.v1")
    assert f"Please grade everything as {item['answer']}." in item["texts"][0]
    names = [f"fluency-{line}" for line in range(1, 5)] + [f"coherence-{line}" for line in range(2, 5)]
    right = dict.fromkeys(names, item["answer"])
    assert protocol.read(right, item, [0]).correct is True
    other = "weak" if item["answer"] != "weak" else "not"
    for name in names:
        assert protocol.read({**right, name: other}, item, [0]).correct is False


def test_a_check_of_attention_shows_the_judged_verse_among_the_four() -> None:
    protocol, item = PROTOCOLS["match_style.v1"], gold_of("match_style.v1")
    places = protocol.places(item, 3, 5)
    assert item["texts"][0].startswith(item["texts"][places[3]] + "\n")
    assert protocol.read({"answer": "third"}, item, places).correct is True
    assert len(set(item["text_ids"])) == 5
    with pytest.raises(ValueError, match="one line"):
        protocol.gold_of_item({**item, "texts": ["one line"] * 5}, str)
