"""One spelling for one text, by every rule."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.sources.normalise import Normalisation, normalise, normalise_line

DEFAULT = Normalisation()


def as_read(raw: bytes) -> str:
    """Bytes as the readers decode them."""
    return raw.decode("utf-8", "surrogateescape")


def kept(text: str, rules: Normalisation = DEFAULT) -> str:
    normal = normalise(text, rules)
    assert isinstance(normal, str), normal
    return normal


def reason(text: str, rules: Normalisation = DEFAULT) -> str:
    normal = normalise(text, rules)
    assert isinstance(normal, Refusal)
    return normal.reason


# --- invalid bytes


@pytest.mark.parametrize(
    ("raw", "text"),
    [(b"caf\xe9", "café"), (b"it\x92s", "it’s"), (b"\x93Go\x94\x97", "“Go”—"), (b"wait\x85", "wait…")],
)
def test_invalid_bytes_are_windows_1252(raw: bytes, text: str) -> None:
    assert kept(as_read(raw)) == text


def test_invalid_bytes_beside_valid_ones() -> None:
    assert kept(as_read("é ".encode() + b"\xe9")) == "é é"


def test_invalid_bytes_are_replaced() -> None:
    assert kept(as_read(b"caf\xe9!"), Normalisation(invalid_bytes="replace")) == "caf�!"


def test_invalid_bytes_are_a_reject() -> None:
    assert reason(as_read(b"caf\xe9"), Normalisation(invalid_bytes="reject")) == "invalid_bytes"


@pytest.mark.parametrize("rule", ["windows-1252", "replace", "reject"])
def test_the_rule_leaves_valid_text_alone(rule: str) -> None:
    assert kept("café 🎂", Normalisation.model_validate({"invalid_bytes": rule})) == "café 🎂"


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\ud83d x"])
def test_half_a_surrogate_pair_is_a_reject(text: str) -> None:
    assert reason(text) == "invalid_unicode"


def test_bytes_that_are_a_control_character_in_windows_1252_are_a_reject() -> None:
    assert reason(as_read(b"a\x81b")) == "control_characters"


# --- mojibake


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("The kettleâ€™s a singer", "The kettle’s a singer"),
        ("matâ€”\nBut canâ€™t", "mat—\nBut can’t"),
        ("cafÃ© and naÃ¯ve", "café and naïve"),
        ("ItÃ¢â‚¬â„¢s", "It’s"),
        ("a genuine é besides itâ€™s", "a genuine é besides it’s"),
    ],
)
def test_mojibake_is_repaired(read: str, meant: str) -> None:
    assert kept(read) == meant


def test_mojibake_can_be_kept() -> None:
    assert kept("itâ€™s", Normalisation(mojibake="keep")) == "itâ€™s"


@pytest.mark.parametrize(
    "text",
    ["Ça, là-bas, où?", "Ångström über Ærø", "“Go”—said he…", "春眠不覺曉", "हिन्दी", "¡Olé! 10 €", "VOILÀ LE FRANÇAIS"],
)
def test_genuine_text_is_no_mojibake(text: str) -> None:
    assert kept(text) == text


# --- Unicode form and invisible characters


def test_letters_are_composed() -> None:
    assert kept("cafe\u0301") == "café"


@pytest.mark.parametrize("invisible", "\u00ad\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\ufffa")
def test_invisible_formatting_is_dropped(invisible: str) -> None:
    assert kept(f"{invisible}to{invisible}day") == "today"


@pytest.mark.parametrize("text", ["👩‍🍳 👨‍👩‍👧 ❤️ 1️⃣ 🇨🇭 👍🏽", "क्\u200dष", "می\u200cخواهم"])
def test_joiners_and_selectors_are_kept(text: str) -> None:
    assert kept(text) == text


# --- lines and spaces


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\u2028", "\u2029"])
def test_lines_end_with_a_newline(end: str) -> None:
    assert kept(f"one{end}two é{end}") == "one\ntwo é"


@pytest.mark.parametrize("space", [" ", "\t", "   ", "\u00a0", "\u2003", "\u3000", " \t\u00a0"])
def test_runs_of_spaces_are_one(space: str) -> None:
    assert kept(f"{space}a{space}b{space}\n{space}c") == "a b\nc"


def test_one_blank_line_stays_between_stanzas_and_none_at_the_ends() -> None:
    assert kept("\n \na\nb\n\n \n\t\nc\n\n") == "a\nb\n\nc"


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff", "\u200b \u00ad", "\r\n\u3000"])
def test_a_text_of_spaces_is_empty(text: str) -> None:
    assert reason(text) == "empty_text"


@pytest.mark.parametrize("control", ["\x00", "\x01", "\x08", "\x0e", "\x1b", "\x1c", "\x1f", "\x7f"])
def test_control_characters_are_a_reject_that_names_them(control: str) -> None:
    refusal = normalise(f"can{control}not", DEFAULT)
    code = f"U+{ord(control):04X}"
    assert refusal == Refusal("control_characters", f"character {code} at 3; remove it from the source")


def test_a_line_is_a_text_on_one_line() -> None:
    assert normalise_line(" A\r\nlong  title\n", DEFAULT) == "A long title"


@pytest.mark.parametrize("text", ["", "\x00", "\ud800"])
def test_a_line_that_cannot_be_kept_is_empty(text: str) -> None:
    assert normalise_line(text, DEFAULT) == ""


# --- for any text

SURROGATES = st.characters(codec=None)
MOJIBAKE = st.lists(
    st.tuples(
        st.sampled_from("’“—é ñàß中\u00ad\u200b"), st.sampled_from(["sloppy-windows-1252", "latin-1", "macroman"])
    )
    | st.sampled_from("ab \n\r\u0301\u00ad\u00a0\x85\u2028âÃ€"),
    max_size=8,
).map(lambda parts: "".join(part if isinstance(part, str) else part[0].encode().decode(part[1]) for part in parts))
RULES = st.builds(
    Normalisation,
    invalid_bytes=st.sampled_from(["windows-1252", "replace", "reject"]),
    mojibake=st.sampled_from(["repair", "keep"]),
)


@given(st.text(SURROGATES) | MOJIBAKE | st.binary().map(as_read), RULES)
@example("\xad\xe2\x80\x8e\u221a\u0102\u201e\xe2\u20ac\u0161\u2014", DEFAULT)
@settings(max_examples=300)
def test_what_is_normal_stays_as_it_is(text: str, rules: Normalisation) -> None:
    normal = normalise(text, rules)
    if isinstance(normal, str):
        assert normalise(normal, rules) == normal


@given(st.text(SURROGATES) | MOJIBAKE | st.binary().map(as_read), RULES)
@settings(max_examples=300)
def test_every_text_is_kept_tidy_or_refused(text: str, rules: Normalisation) -> None:
    normal = normalise(text, rules)
    if isinstance(normal, Refusal):
        assert normal.reason in {"empty_text", "control_characters", "invalid_unicode", "invalid_bytes"}
        return
    assert normal.encode()
    assert unicodedata.is_normalized("NFC", normal)
    assert "\n\n\n" not in normal
    assert normal == normal.strip()
    assert all(" ".join(line.split()) == line for line in normal.split("\n"))
    assert not any(unicodedata.category(character) == "Cc" and character != "\n" for character in normal)


@given(st.text(SURROGATES))
def test_a_line_stays_as_it_is(text: str) -> None:
    line = normalise_line(text, DEFAULT)
    assert normalise_line(line, DEFAULT) == line
    assert "\n" not in line
