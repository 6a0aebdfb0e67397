import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.pipelines.running import REPOSITORY, versebench, versebench_here
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.pipelines.commands.scan import MOST_WORDS, Scan, read_texts, scan
from versebench.pipelines.errors import DataError, RecipeError

LIMERICK = """Two bricks were discussing a wall:
I can't see the point of it all.
Nor I, said his friend,
But they say, in the end,
That if either one leaves it will fall."""


def american(text: str, *, historical: bool = False) -> Scan:
    return scan(text, "american", historical=historical)


def rhymes(text: str, *, historical: bool = False) -> str:
    (stanza,) = american(text, historical=historical).stanzas
    (pair,) = stanza.rhymes
    assert pair.lines == (1, 2)
    return pair.rhyme


def test_a_line_is_scanned_word_by_word() -> None:
    scanned = american("There was an old man with a beard,")
    assert [word.word for word in scanned.words] == ["There", "was", "an", "old", "man", "with", "a", "beard"]
    assert scanned.words[-1].phones == "B IH1 R D"
    (stanza,) = scanned.stanzas
    assert [line.syllables for line in stanza.lines] == [8]
    assert stanza.lines[0].stresses.split() == [word.stresses for word in scanned.words]
    assert stanza.rhymes == []


def test_two_lines_rhyme_or_do_not() -> None:
    assert "perfect (masculine)" in rhymes("with a beard\nas I feared")
    assert "no rhyme" in rhymes("with a beard\non a mat")


@pytest.mark.parametrize(("accent", "rhymes"), [("either", True), ("british", False), ("american", False)])
def test_either_accent_is_heard_by_the_second_edition(accent: str, rhymes: bool) -> None:
    [stanza] = scan("a man of Moldavia\nof curious behavior", accent, historical=False).stanzas
    assert (stanza.scheme == "aa") is rhymes


def test_the_lines_of_a_long_poem_have_their_own_words() -> None:
    [stanza] = scan("\n".join(["a cat", "the dogs"] * 500), "either", historical=False).stanzas
    assert [line.syllables for line in stanza.lines] == [2] * 1_000
    assert {line.stresses for line in stanza.lines} == {"0 1"}


def test_older_rhymes_are_a_setting() -> None:
    lines = "the course of love\nwill never prove"
    assert "perfect" not in rhymes(lines)
    assert "perfect" in rhymes(lines, historical=True)


def test_a_poem_has_a_scheme_and_says_which_lines_rhyme() -> None:
    (stanza,) = american(LIMERICK).stanzas
    assert stanza.scheme == "aabba"
    assert [pair.lines for pair in stanza.rhymes] == [(1, 2), (2, 5), (3, 4)]
    assert all("perfect" in pair.rhyme for pair in stanza.rhymes)


def test_stanzas_are_scanned_each_for_itself() -> None:
    hymn = (REPOSITORY / "samples/verse/hymn.txt").read_text().splitlines()
    scanned = american("\n".join([*hymn[:4], "", *hymn[4:8]]))
    assert [stanza.scheme for stanza in scanned.stanzas] == ["abab", "abab"]
    assert [line.number for stanza in scanned.stanzas for line in stanza.lines] == list(range(1, 9))
    assert [pair.lines for pair in scanned.stanzas[1].rhymes] == [(5, 7), (6, 8)]
    (whole,) = american("\n".join(hymn[:8])).stanzas
    assert whole.scheme == "ababcdcd"


def test_a_poem_has_a_metre_and_its_lines_have_beats() -> None:
    scanned = american(LIMERICK)
    assert scanned.metre.kind == "anapaestic"
    assert scanned.metre.beats == [3, 3, 2, 2, 3]
    assert scanned.metre.name.startswith("limerick")
    (stanza,) = scanned.stanzas
    assert [line.readings[0].beats for line in stanza.lines] == [3, 3, 2, 2, 3]
    for line in stanza.lines:
        assert line.marks.count("/") == line.readings[0].pattern.count("+")
        assert line.marks.count("x") == line.readings[0].pattern.count("-")


def test_marks_are_printed_over_the_lines() -> None:
    ran = versebench_here("scan", "The kettle sings beside the broken chair")
    assert "metre: iambic pentameter" in ran.err
    lines = ran.err.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("   1  The kettle"))
    assert lines[place - 1] == "        x  /   x  /     x /     x   / x    /"
    assert lines[place].endswith("  5")


def test_a_line_without_sounds_is_kept_and_says_why() -> None:
    (stanza,) = american("* * *\nThe kettle sings beside the broken chair").stanzas
    assert (stanza.lines[0].readings, stanza.lines[0].unread) == ([], "no_pronunciation")
    assert stanza.lines[1].readings[0].beats == 5


def test_a_metre_can_be_given_and_an_unknown_one_is_refused() -> None:
    given = scan("And under all the timbers of the roof", "american", historical=False, metre="trochaic")
    assert (given.metre.kind, given.metre.margin) == ("trochaic", None)
    ran = versebench_here("scan", "a cat", "--metre", "sapphic")
    assert ran.code == 2
    assert "unknown metre 'sapphic'; give one of: iambic, trochaic" in ran.err


def test_a_guess_is_marked_as_a_guess() -> None:
    known, guessed = american("a vloonish").words
    assert (known.guessed, guessed.guessed) == (False, True)
    ran = versebench_here("scan", "a vloonish")
    assert "guess (g2p.v1)" in ran.err


@pytest.mark.parametrize("odd", ["春眠不覺曉", "🎉", "x" * 5_000])
def test_odd_words_among_others_have_a_reason(odd: str) -> None:
    words = american(f"a cat {odd}").words
    assert all(word.phones or word.origin.startswith("no pronunciation: ") for word in words)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text has no line"),
        (" \n ", "the text has no line"),
        ("!!!", "no letters"),
        ("🎉 🎉", "no letters"),
        ("春眠不覺曉", "other script"),
        ("x" * 5_000, "too long"),
        ("a cat " * 5_000, "the text has 10,000 words"),
    ],
    ids=["empty", "blank", "marks", "emoji", "Chinese", "one long word", "10,000 words"],
)
def test_what_cannot_be_scanned_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RecipeError, match=reason) as raised:
        american(text)
    assert len(str(raised.value)) < 300


def test_as_many_words_as_are_allowed() -> None:
    assert len(american("a cat\n" * (MOST_WORDS // 2)).words) == MOST_WORDS


def test_a_file_and_standard_input_are_read(tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text(LIMERICK)
    of_file = versebench("scan", file, "--json")
    of_input = versebench("scan", "-", "--json", prefix=["sh", "-c", f'"$@" < {file}', "sh"])
    assert of_file.code == of_input.code == 0
    assert json.loads(of_file.out) == json.loads(of_input.out)
    assert json.loads(of_file.out)["stanzas"][0]["scheme"] == "aabba"


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"\xff\xfe\x00", "is not UTF-8 (byte 0)"), (b"a" * 1_000_001, "larger than 1,000,000 bytes")],
)
def test_a_file_that_is_no_poem_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "poem.txt"
    file.write_bytes(content)
    ran = versebench_here("scan", file)
    assert ran.code == 1
    assert reason in ran.message


def test_a_folder_is_refused(tmp_path: Path) -> None:
    ran = versebench_here("scan", tmp_path)
    assert (ran.code, "is a folder; give a file" in ran.message) == (1, True)


def test_the_former_name_warns_and_does_the_same() -> None:
    before, after = (
        versebench_here("hear", "a cat", "a hat", "--json"),
        versebench_here("scan", "a cat", "a hat", "--json"),
    )
    assert before.out == after.out
    assert "warning: versebench hear is now versebench scan" in before.err
    assert after.err == ""


@pytest.mark.parametrize("name", ["nofile.txt", "poems/first", "../hymn.txt"])
def test_a_file_that_is_not_there_is_not_read_as_verse(name: str) -> None:
    with pytest.raises(DataError, match="there is no file"):
        read_texts([name])


@pytest.mark.parametrize("line", ["There was an old man with a beard.", "O!", "and/or a cat", "end."])
def test_a_line_with_a_full_stop_is_no_file_name(line: str) -> None:
    assert read_texts([line]) == line


def test_a_file_of_stanzas_asks_for_unknown_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Sequence[str]] = []
    pronounce = VersePronouncer.pronounce

    def counted(self: VersePronouncer, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        calls.append(words)
        return pronounce(self, words)

    monkeypatch.setattr(VersePronouncer, "pronounce", counted)
    scanned = american("a vloon at noon\nthe moony zlate\n\nI ate--the plake\nhe drew a glake")
    assert len(calls) == 1
    assert len(scanned.stanzas) == 2


PROSE = (
    "The committee met on Tuesday. It approved the minutes of the last meeting, noted that the roof of the north wing "
    "had been repaired at a cost of 1,250 pounds, and adjourned until the following month."
)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([""], 2, "the text has no line"),
        (["a cat"], 0, ""),
        (["!!! ???"], 2, "no letters"),
        (["春眠不覺曉"], 2, "other script"),
        (["пусть"], 2, "other script"),
        (["x" * 5_000], 2, "too long"),
        (["cat " * 10_000], 2, "the text has 10,000 words"),
        (["cat " * 1_000], 0, "too_long"),
        ([PROSE], 0, ""),
        (["a cat", "--metre", "sapphic"], 2, "unknown metre 'sapphic'; give one of: iambic"),
    ],
    ids="no-line one-line marks Chinese Russian long-word 10,000-words long-line prose unknown-metre".split(),
)
def test_bad_input_has_a_message_by_default(arguments: list[str], code: int, message: str) -> None:
    """By either accent and the second edition, as a user calls it."""
    begin = time.process_time()
    ran = versebench_here("scan", *arguments)
    assert ran.code == code, ran.err[-300:]
    assert message in " ".join((ran.out + ran.err).split())
    assert "Traceback" not in ran.err
    assert time.process_time() - begin < 20
