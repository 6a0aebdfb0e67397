import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import REAL_DATA
from versebench.transforms.prosody.forms.chinese import GUFENG, JUEJU, LIUYAN, LUSHI, PAILU, SIYAN, even_lines, lines_of
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.forms.registry import FORMS, form_called, in_language
from versebench.transforms.text.chinese import shape, verse_lines

SAMPLE = Path("samples/chinese/poems.json")
FAMILY = (JUEJU, LUSHI, PAILU, GUFENG, SIYAN, LIUYAN)


def poem(*lengths: int) -> list[str]:
    return ["鐵軌穿雲去孤燈"[:length] + "，" for length in lengths]


def reasons(form: Form, *lengths: int) -> list[str]:
    return [problem.partition(":")[0] for problem in form.fits(poem(*lengths))]


def test_every_form_is_registered_in_its_language() -> None:
    for form in FAMILY:
        assert FORMS[form.name] is form
        assert in_language(form, "classical-chinese")
        assert not in_language(form, "english")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("五絕", JUEJU),
        ("七绝", JUEJU),
        ("五律", LUSHI),
        ("七言律詩", LUSHI),
        ("排律", PAILU),
        ("古風", GUFENG),
        ("四言", SIYAN),
        ("六言", LIUYAN),
        ("jueju", JUEJU),
    ],
)
def test_forms_are_known_by_what_sources_call_them(name: str, form: Form) -> None:
    assert form_called(name) is form


def test_no_two_forms_share_a_name() -> None:
    names = Counter(name for form in FORMS.values() for name in (form.name, *form.aliases))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    ("lines", "schemes"),
    [
        (4, ("AAxA", "xAxA")),
        (8, ("AAxAxAxA", "xAxAxAxA")),
        (10, ("AAxAxAxAxA", "xAxAxAxAxA")),
    ],
)
def test_even_lines_rhyme_and_the_first_may(lines: int, schemes: tuple[str, ...]) -> None:
    assert even_lines(lines) == schemes
    form = {4: JUEJU, 8: LUSHI, 10: PAILU}[lines]
    assert form.schemes_of(lines) == schemes


def test_an_odd_number_of_lines_has_no_scheme() -> None:
    assert JUEJU.schemes_of(5) == LIUYAN.schemes_of(7) == PAILU.schemes_of(1) == ()


def test_old_verse_rhymes_as_it_likes() -> None:
    assert GUFENG.schemes_of(8) == SIYAN.schemes_of(8) == ()


@pytest.mark.parametrize(
    ("form", "lengths"),
    [
        (JUEJU, [5] * 4),
        (JUEJU, [7] * 4),
        (LUSHI, [5] * 8),
        (PAILU, [7] * 12),
        (GUFENG, [5, 5, 7, 3, 7]),
        (SIYAN, [4] * 6),
        (LIUYAN, [6] * 4),
    ],
)
def test_poems_of_the_form_fit(form: Form, lengths: list[int]) -> None:
    assert form.fits(poem(*lengths)) == ()


@pytest.mark.parametrize(
    ("form", "lengths", "expected"),
    [
        (JUEJU, [5, 4, 5, 6], ["line_length"]),
        (JUEJU, [5, 5, 7, 7], ["line_length"]),
        (JUEJU, [6] * 4, ["line_length"]),
        (JUEJU, [5] * 5, ["lines"]),
        (JUEJU, [6] * 5, ["lines", "line_length"]),
        (LUSHI, [5] * 4, ["lines"]),
        (PAILU, [5] * 8, ["lines"]),
        (PAILU, [5] * 11, ["lines"]),
        (GUFENG, [5], ["lines"]),
        (SIYAN, [4, 4, 4, 5], ["line_length"]),
        (LIUYAN, [6] * 5, ["lines"]),
        (JUEJU, [], ["lines", "line_length"]),
    ],
)
def test_other_poems_do_not(form: Form, lengths: list[int], expected: list[str]) -> None:
    assert reasons(form, *lengths) == expected


def test_the_message_gives_the_lengths() -> None:
    expected = "line_length: lines of 4, 5, 6 characters; all lines must have the same length, 5 or 7"
    assert lines_of(5, 7)(poem(5, 4, 5, 6)) == expected
    assert lines_of(4)(poem(4, 4)) is None


def test_the_poems_of_the_sample_fit_their_forms() -> None:
    for row in json.loads(SAMPLE.read_text(encoding="utf-8")):
        form = form_called(row["form"]) if row["form"] else None
        if form and row["expect"] in ("kept", "lines"):
            assert bool(form.fits(verse_lines(row["paragraphs"]))) == (row["expect"] == "lines"), row["id"]


@pytest.mark.real_data
def test_tang_poems_fit_the_form_of_their_shape() -> None:
    with gzip.open(REAL_DATA / "chinese" / "tang_sample.jsonl.gz", "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            lines = verse_lines(row["paragraphs"])
            if row["form"] not in (None, "other"):
                assert shape(lines) == row["form"], row["id"]
            if row["form"] is not None:
                form = form_called(shape(lines))
                assert form is not None
                assert form.fits(lines) == (), row["id"]
