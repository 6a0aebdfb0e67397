import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow
from versebench.transforms.readers.errors import SourceFormatError

A, B, C = ({"limerick": name, "n": 1} for name in "abc")

MALFORMED = [
    "garbage",
    "nul",
    "-",
    "{",
    "}",
    "{]}",
    '{"a" 1}',
    '{"a": 1,}',
    '{"a": 1',
    '"a": 1}',
    "{'a': 1}",
    '{"a": tru}',
    '{"a": "open}',
    '{"a": "open, "b": "open}',
    '{"a": "raw\nnewline"}',
    '{"a": "bad \\escape"}',
    '{"a": "\\u12"}',
    '{"a": [1, 2}',
    '{"a": ' + "[" * 5_000 + "]" * 5_000 + "}",
    '"open',
    '"text" "text"',
    "1 2",
    "\udc80\udcff",
]
NO_OBJECTS = ["12", "-1.5e3", '"text"', "null", "true", "[1, 2]", "[]", "NaN", "9" * 5_000]


def _read(text: str, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("oedilf-json", text.encode("utf-8", "surrogateescape"), max_row_bytes))


def _array(elements: list[str], separator: str = ", ") -> str:
    return "[" + separator.join(elements) + "]"


def test_reads_the_objects_of_an_array_in_order() -> None:
    assert _read(json.dumps([A, B, C], indent=1)) == [A, B, C]


@pytest.mark.parametrize("text", ["[]", " [ \n ] \n", "\ufeff[]"])
def test_an_empty_array_has_no_rows(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_an_empty_file_is_no_array(text: str) -> None:
    with pytest.raises(SourceFormatError, match="is empty"):
        _read(text)


def test_a_file_of_json_lines_is_no_array_and_the_message_says_the_remedy() -> None:
    with pytest.raises(SourceFormatError, match=r"begins with .* use format jsonl"):
        _read('{"a": 1}')


def test_utf_16_is_refused() -> None:
    with pytest.raises(SourceFormatError, match="UTF-16"):
        read("oedilf-json", "[]".encode("utf-16"))


@pytest.mark.parametrize("separator", [",", ", ", ",\n", " , ", "\n,\n"])
@pytest.mark.parametrize("bad", MALFORMED)
def test_a_malformed_element_costs_no_other(bad: str, separator: str) -> None:
    good = [json.dumps(fields) for fields in (A, B, C)]
    for position in range(4):
        expected: list[object] = [A, B, C]
        expected.insert(position, "malformed_json")
        assert _read(_array([*good[:position], bad, *good[position:]], separator)) == expected


@pytest.mark.parametrize("bad", NO_OBJECTS)
def test_an_element_that_is_no_object_costs_no_other(bad: str) -> None:
    assert _read(_array([json.dumps(A), bad, json.dumps(B), bad])) == [A, "not_an_object", B, "not_an_object"]


def test_a_bad_row_keeps_its_number_its_text_and_where_it_broke() -> None:
    _, bad, _ = read("oedilf-json", b'[{"a": 1}, {"a" \xff 1}, {"a": 2}]')
    expected = "Expecting ':' delimiter at character 5 of the row"
    assert bad == BadRow(2, "malformed_json", expected, '{"a" \\udcff 1}', 14)


def test_the_original_of_a_bad_row_is_cut() -> None:
    (bad,) = read("oedilf-json", b"[" + b"\xff" * 100_000 + b"]")
    assert isinstance(bad, BadRow)
    assert (len(bad.original), bad.size) == (ORIGINAL_LIMIT, 100_000)


@pytest.mark.parametrize("text", ['[{"a": 1}', '[{"a": 1},', '[{"a": 1}, \n'])
def test_a_missing_end_is_reported_after_the_rows(text: str) -> None:
    assert _read(text) == [{"a": 1}, "unterminated_array"]


def test_an_array_cut_in_an_object_reports_both() -> None:
    assert _read('[{"a": 1}, {"b": "tex') == [{"a": 1}, "malformed_json", "unterminated_array"]


def test_an_array_that_is_nothing_but_its_start_is_unterminated() -> None:
    assert _read("[") == ["unterminated_array"]


@pytest.mark.parametrize("trailing", ["x", "]", "]]", "{}", ", 1", "[]"])
def test_what_follows_the_array_is_one_bad_row(trailing: str) -> None:
    assert _read('[{"a": 1}] \n' + trailing) == [{"a": 1}, "trailing_data"]


def test_reading_goes_on_behind_a_stray_bracket() -> None:
    assert _read('[{"a": 1}], {"b": 2}, {"c": 3}]') == [{"a": 1}, "trailing_data", {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("text", ['[{"a": 1} {"b": 2}]', '[{"a": 1},, {"b": 2}]', '[,{"a": 1}, {"b": 2},]'])
def test_commas_too_few_or_too_many_are_forgiven(text: str) -> None:
    assert _read(text) == [{"a": 1}, {"b": 2}]


def test_an_object_in_a_list_of_a_malformed_element_is_taken_for_an_element() -> None:
    text = '[{"a": [{"x": 1}, {"y": 2}], bad}, {"b": 3}, {"c": 4}]'
    assert _read(text) == ["malformed_json", {"y": 2}, "trailing_data", {"b": 3}, {"c": 4}]


def test_constants_large_integers_and_repeated_keys_follow_python() -> None:
    (fields,) = _read('[{"a": NaN, "a": Infinity, "b": ' + "9" * 5_000 + "}]")
    assert fields == {"a": float("inf"), "b": float("inf")}


def test_odd_text_passes_through() -> None:
    expected = {"a": "\0\ud800\ufeff\u2028\U0001f600 \udcff\udc80"}
    assert _read('[{"a": "\\u0000\\ud800\ufeff\u2028\U0001f600 \udcff\udc80"}]') == [expected]


@pytest.mark.parametrize("character", ["x", "é", "€", "\U0001f600", "\udcff"])
def test_the_limit_counts_bytes(character: str) -> None:
    fits = '{"a": "' + character * (1_000 // len(character.encode("utf-8", "surrogateescape"))) + '"}'
    size = len(fits.encode("utf-8", "surrogateescape"))
    text = f'[{{"b": 1}}, {fits}, {{"c": 1}}]'
    assert _read(text, size) == [{"b": 1}, json.loads(fits), {"c": 1}]
    assert _read(text, size - 1) == [{"b": 1}, "row_too_large", {"c": 1}]


def test_the_original_of_an_object_over_the_limit_ends_with_it() -> None:
    assert read("oedilf-json", b'[{"a": "b"}, {}]', 9)[0] == BadRow(
        1, "row_too_large", "the row is larger than 9 bytes", '{"a": "b"}', 10
    )


@pytest.mark.parametrize("broken", ['{"a": "' + "x" * 20_000, '{"a": [' + "1," * 10_000 + "bad}"])
def test_a_broken_object_over_the_limit_is_too_large(broken: str) -> None:
    assert _read(_array([broken, '{"b": 1}', '{"c": 1}']), 5_000) == ["row_too_large", {"b": 1}, {"c": 1}]
    assert _read(_array([broken, '{"b": 1}', '{"c": 1}']), 50_000) == ["malformed_json", {"b": 1}, {"c": 1}]


OBJECTS = st.lists(
    st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.lists(st.floats(allow_nan=False)), max_size=3),
    max_size=6,
)


@example([{"a": "x"}], 0, '{"a": "open', 0)
@settings(deadline=None)
@given(OBJECTS, st.integers(0, 6), st.sampled_from(MALFORMED), st.sampled_from([None, 0, 4]))
def test_any_objects_survive_a_malformed_one(
    objects: list[dict[str, object]], position: int, bad: str, indent: int | None
) -> None:
    texts = [json.dumps(fields, indent=indent) for fields in objects]
    texts.insert(position, bad)
    rows = _read(_array(texts, ",\n"))
    assert [row for row in rows if isinstance(row, dict)] == objects
    assert rows.count("malformed_json") == len(rows) - len(objects) == 1
