"""The shipped tagger on hand-checked lines, and the contract that every tagger keeps."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from versebench.models.tagger.contract import Tagger, Token
from versebench.models.tagger.spacy_tagger import DEFAULT, SHIPPED, load_tagger
from versebench.schemas.table import UPOS

POEM = "The baker was kneading the dough,\nAnd humming a tune, soft and low;\nThen in through the door\nCame a cat."

# The tests' own lines, tagged by hand: every word is written word/TAG.
CHECKED = [
    "The/DET sailor/NOUN looked/VERB at/ADP the/DET sea/NOUN\n"
    "And/CCONJ counted/VERB the/DET waves/NOUN ,/PUNCT one/NUM two/NUM three/NUM ./PUNCT",
    "Her/PRON kettle/NOUN had/AUX started/VERB to/PART sing/VERB\n"
    "With/ADP the/DET voice/NOUN of/ADP a/DET very/ADV small/ADJ king/NOUN ./PUNCT",
    "Thou/PRON hast/AUX broken/VERB my/PRON heart/NOUN ,/PUNCT\n"
    "And/CCONJ I/PRON ne'er/ADV shall/AUX forgive/VERB thee/PRON ./PUNCT",
    "O'er/ADP th'/DET hills/NOUN she/PRON went/VERB walkin'/VERB alone/ADV",
    "they/PRON sold/VERB him/PRON a/DET hat/NOUN and/CCONJ a/DET red/ADJ coat/NOUN",
    "There/PRON was/VERB a/DET young/ADJ tailor/NOUN from/ADP Kent/PROPN\n"
    "Who/PRON never/ADV could/AUX pay/VERB for/ADP his/PRON rent/NOUN ;/PUNCT\n"
    "He/PRON sewed/VERB through/ADP the/DET night/NOUN\n"
    "By/ADP a/DET pale/ADJ yellow/ADJ light/NOUN ,/PUNCT\n"
    "And/CCONJ nobody/PRON knew/VERB where/ADV it/PRON went/VERB ./PUNCT",
]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return load_tagger()


def words(text: str, tokens: list[Token]) -> list[str]:
    return [text[token.start : token.end] for token in tokens]


# --- what it finds


def test_hand_checked_lines(tagger: Tagger) -> None:
    texts = [re.sub(r"/[A-Z]+", "", line) for line in CHECKED]
    gold = [pair for line in CHECKED for pair in line.split()]
    found = [
        f"{text[token.start : token.end]}/{token.upos}"
        for text, tokens in zip(texts, tagger.tag(texts), strict=True)
        for token in tokens
    ]
    wrong = [(right, given) for right, given in zip(gold, found, strict=True) if right != given]
    assert len(wrong) <= 0.05 * len(gold), wrong


def test_an_unambiguous_line_is_right_in_every_word(tagger: Tagger) -> None:
    [tokens] = tagger.tag(["The baker was kneading the dough,"])
    assert [token.upos for token in tokens] == ["DET", "NOUN", "AUX", "VERB", "DET", "NOUN", "PUNCT"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'Tis late", ["'T", "is", "late"]),
        ("’twas he", ["’t", "was", "he"]),
        ("Thou'lt see", ["Thou", "'lt", "see"]),
        ("o’er th’ moor, e'en now", ["o’er", "th’", "moor", ",", "e'en", "now"]),
        ('"She went walkin\'," he said', ['"', "She", "went", "walkin'", ",", '"', "he", "said"]),
        ("'We hid in the cabin'", ["'", "We", "hid", "in", "the", "cabin", "'"]),
        ("'It was I'", ["'", "It", "was", "I", "'"]),
        ("gone--and lov'd --away", ["gone", "--", "and", "lov'd", "--", "away"]),
        ("don't", ["do", "n't"]),
    ],
)
def test_tokens_of_verse(tagger: Tagger, text: str, expected: list[str]) -> None:
    [tokens] = tagger.tag([text])
    assert words(text, tokens) == expected


# --- the contract


@pytest.mark.parametrize("text", [POEM, POEM.replace("\n", "\n\n"), f"\n  {POEM}\t\r\n ", POEM.replace(" ", "   ")])
def test_tokens_cover_all_but_white_space(tagger: Tagger, text: str) -> None:
    [tokens] = tagger.tag([text])
    assert "".join(words(text, tokens)) == "".join(text.split())
    assert all(before.end <= after.start for before, after in pairwise(tokens))
    assert not any(char.isspace() for word in words(text, tokens) for char in word)


@pytest.mark.parametrize("text", [POEM, "🐈 🐈‍⬛ ❤️", "…", "12 + 7", "春眠不覺曉", "zzxqv qqq", "\x00", "\ud7ff"])
def test_every_token_has_a_universal_part_of_speech(tagger: Tagger, text: str) -> None:
    [tokens] = tagger.tag([text])
    assert tokens
    assert {token.upos for token in tokens} <= set(UPOS)


def test_emoji_are_no_words(tagger: Tagger) -> None:
    [tokens] = tagger.tag(["🐈 🐈‍⬛ ❤️"])
    assert {token.upos for token in tokens} <= {"SYM", "PUNCT", "X"}


def test_empty_texts_have_no_tokens(tagger: Tagger) -> None:
    assert tagger.tag([]) == []
    assert tagger.tag(["", "\n", " \n\t "]) == [[], [], []]


def test_offsets_count_characters_beyond_the_basic_plane(tagger: Tagger) -> None:
    text = "🐈 sat"
    [tokens] = tagger.tag([text])
    assert words(text, tokens) == ["🐈", "sat"]


def test_a_call_leaves_nothing_behind(tagger: Tagger) -> None:
    first = tagger.tag([POEM])
    tagger.tag(["quite another text, full of unheard-of wordlings"] * 3)
    assert tagger.tag([POEM]) == first


def test_a_text_is_tagged_alike_alone_and_in_any_company(tagger: Tagger) -> None:
    texts = [f"{POEM}\n{line}" * (1 + number % 3) for number, line in enumerate(["", "Oh!", *CHECKED] * 12)]
    together = tagger.tag(texts)
    assert together[::-1] == tagger.tag(texts[::-1])
    assert together[:40] == [tagger.tag([text])[0] for text in texts[:40]]


# --- names


def test_the_default_is_the_shipped_tagger(tagger: Tagger) -> None:
    assert tagger.name == DEFAULT == "verse-tagger.v1"


def test_shipped_files_are_small_and_hold_no_pickle() -> None:
    files = [path for path in SHIPPED[DEFAULT].rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 8_000_000
    assert not [path for path in files if path.suffix in {".pkl", ".pickle"}]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("verse-tagger.v0", "verse-tagger.v1"),
        ("spacy:en_core_web_sm", "has no version"),
        ("spacy:no_such_package==1.0.0", "install it"),
        ("spacy:./no-such-folder", "has no version and is not a folder"),
    ],
)
def test_an_unknown_name_is_refused_with_a_remedy(name: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy) as error:
        load_tagger(name)
    assert error.value.__suppress_context__ or error.value.__context__ is None


def test_a_folder_is_named_by_its_content_not_its_place(tmp_path: Path, tagger: Tagger) -> None:
    import spacy

    nlp = spacy.load(SHIPPED[DEFAULT])
    nlp.to_disk(tmp_path / "one")
    nlp.to_disk(tmp_path / "two")
    one, two = (load_tagger(f"spacy:{tmp_path / folder}") for folder in ("one", "two"))
    assert one.name == two.name
    assert str(tmp_path) not in one.name
    assert one.tag([POEM]) == tagger.tag([POEM])
    nlp.meta["description"] = "another"
    nlp.to_disk(tmp_path / "two")
    assert load_tagger(f"spacy:{tmp_path / 'two'}").name != one.name


def test_a_pipeline_without_parts_of_speech_is_refused(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(ValueError, match="morphologizer"):
        load_tagger(f"spacy:{tmp_path}")


def test_the_contract_is_light() -> None:
    code = (
        "import sys, versebench.models.tagger.contract, versebench.models.tagger.spacy_tagger; "
        "sys.exit('spacy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_line_of_spacy_is_not_loaded_and_can_be() -> None:
    code = (
        "import sys; from versebench.models.tagger.spacy_tagger import load_tagger; load_tagger()\n"
        "assert not [name for name in sys.modules if name.startswith('spacy.cli')]\n"
        "import spacy; assert spacy.info(silent=True)['spacy_version'] == spacy.__version__\n"
        "from spacy.cli import download; assert callable(download)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
