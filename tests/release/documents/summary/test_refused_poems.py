"""Refused poems: the words that a reason names, how they sound, and the settings under which lines rhyme."""

from typing import Any

from versebench.release.documents.summary.refused_poems import PER_REASON, Hearing, choose_refused
from versebench.schemas.poems import REJECTS

POEM = "The turtle was deeply in love\nAnd slower than most things that move;"


def reject(number: int, **changes: Any) -> dict[str, Any]:
    row = {
        "reject_id": f"{number:020d}",
        "work_id": f"{number:020d}",
        "stage": "clean",
        "reason": "rhyme_scheme.no_rhyme",
        "detail": "lines 1 and 2 do not rhyme: love / move",
        "source": "mine",
        "original": POEM,
        "original_size": len(POEM),
    }
    return {**row, **changes}


def chosen(rows: list[dict[str, Any]], hearing: Hearing | None = None) -> Any:
    import pyarrow as pa

    return choose_refused([pa.Table.from_pylist(rows, REJECTS.schema)], hearing)


HEARING = Hearing(
    spoken={"love": "L AH V", "move": "M UW V"}.__getitem__,
    rhymes=lambda first, second: False,
    others={"ear.historical=true": lambda first, second: True, "ear.accent=british": lambda first, second: False},
)


def test_the_words_of_the_reason_are_marked_heard_and_tried_with_other_settings() -> None:
    [poem] = chosen([reject(1)], HEARING)
    assert [poem.text[start:end] for start, end in poem.spans] == ["love", "move"]
    assert poem.spoken == (("love", "L AH V"), ("move", "M UW V"))
    assert poem.kept_by == ("ear.historical=true",)


def test_a_word_with_its_sounds_in_the_detail_is_found() -> None:
    detail = "lines 1 and 2 do not rhyme: love (guessed L OW V) / move"
    [poem] = chosen([reject(1, detail=detail)])
    assert [poem.text[start:end] for start, end in poem.spans] == ["love", "move"]


def test_a_single_line_is_marked_and_other_details_mark_nothing() -> None:
    one, two = chosen(
        [reject(1, detail="line 2: move", reason="end_words"), reject(2, detail="4 lines", reason="five_lines")]
    )
    assert [one.text[start:end] for start, end in one.spans] == ["move"]
    assert two.spans == ()


def test_lines_beyond_the_text_mark_nothing() -> None:
    [poem] = chosen([reject(1, detail="lines 7 and 9 do not rhyme: love / move")], HEARING)
    assert (poem.spans, poem.kept_by) == ((), ())


def test_the_most_frequent_reason_comes_first_and_each_has_a_limit() -> None:
    rows = [reject(number) for number in range(PER_REASON + 5)] + [reject(99, reason="five_lines", detail="4 lines")]
    poems = chosen(rows)
    assert [poem.reason for poem in poems] == ["rhyme_scheme.no_rhyme"] * PER_REASON + ["five_lines"]
    assert poems[0].reject_id == f"{0:020d}"


def test_texts_that_could_not_be_scored_are_left_out() -> None:
    assert chosen([reject(1, stage="score")]) == ()
