import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.ear.tags import (
    SAMPLE,
    Heard,
    HeardPair,
    Label,
    confusions,
    corpus_figures,
    hear,
    pairs,
    read_labels,
    read_texts,
)
from tests.conftest import REAL_DATA
from versebench.models.tagger.contract import Token
from versebench.schemas.table import UPOS
from versebench.transforms.text.words import end_word

LABELS = read_labels()
CORPORA = ("sample", "public_domain")


class _Everything:
    """Says the same of every line's last word, and nothing else."""

    name = "everything.v1"

    def __init__(self, upos: str) -> None:
        self.upos = upos

    def tag(self, texts: Sequence[str]) -> list[list[Token]]:
        return [[Token(0, len(text), self.upos)] for text in texts]


def _heard(word: str, upos: str, found: str, *also: str) -> Heard:
    return Heard(Label("sample", "p", 1, word, upos, also), found)


def test_a_thousand_end_words() -> None:
    assert Counter(label.corpus for label in LABELS) == dict.fromkeys(CORPORA, 500)
    assert len({(label.poem, label.line) for label in LABELS}) == 1000


def test_five_lines_of_each_poem_in_order() -> None:
    assert all(label.line == place % 5 + 1 for place, label in enumerate(LABELS))
    assert all(label.poem == LABELS[place - place % 5].poem for place, label in enumerate(LABELS))


def test_labels_are_universal_parts_of_speech() -> None:
    for label in LABELS:
        assert set(label.accepted) <= set(UPOS) - {"PUNCT", "SYM"}, label
        assert len(set(label.accepted)) == len(label.accepted), label


def test_words_are_those_of_the_sample() -> None:
    poems = {poem["id"]: poem["limerick"].split("\n") for poem in json.loads(SAMPLE.read_text(encoding="utf-8"))}
    chosen = [f"vb-{part}-{number:03}" for part in "ab" for number in range(1, 51)]
    labelled = [(label.poem, label.line, label.word) for label in LABELS if label.corpus == "sample"]
    assert labelled == [(poem, n, end_word(line)) for poem in chosen for n, line in enumerate(poems[poem], 1)]


@pytest.mark.real_data
def test_words_are_those_of_the_public_domain() -> None:
    poems = {poem: text.split("\n") for poem, text in read_texts(REAL_DATA)["public_domain"].items()}
    labelled = [label for label in LABELS if label.corpus == "public_domain"]
    assert {len(poems[label.poem]) for label in labelled} == {5}
    assert [label.word for label in labelled] == [end_word(poems[label.poem][label.line - 1]) for label in labelled]


def test_without_its_folder_the_public_domain_is_left_out(tmp_path: Path) -> None:
    assert list(read_texts(tmp_path)) == ["sample"]


def test_figures_of_a_tagger_that_always_says_noun() -> None:
    labels = [label for label in LABELS if label.corpus == "sample"]
    figures = corpus_figures(hear(labels, read_texts(Path())["sample"], _Everything("NOUN")))
    assert figures["strict"]["share"] == sum(label.upos == "NOUN" for label in labels) / 500
    assert figures["lenient"]["share"] == sum("NOUN" in label.accepted for label in labels) / 500
    assert figures["found_same"] == figures["pairs"] == 400
    assert figures["pairs_strict"]["share"] == figures["same"] / 400
    assert figures["wrongly_same"] == 400 - figures["same"]


def test_another_word_than_the_labelled_one_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1 of p does not end in 'cat'"):
        hear([Label("sample", "p", 1, "cat", "NOUN")], {"p": "The dog"}, _Everything("NOUN"))


def test_equal_words_are_no_pair() -> None:
    words = ("Man", "can", "wait", "gate", "man")
    poem = [_heard(word, "NOUN", "NOUN") for word in words]
    found = [(pair.one.label.word, pair.other.label.word) for pair in pairs(poem)]
    assert found == [("Man", "can"), ("can", "man"), ("wait", "gate")]


@pytest.mark.parametrize(
    ("found", "strict", "lenient"),
    [
        (("NOUN", "NOUN"), False, True),
        (("NOUN", "VERB"), True, True),
        (("X", "X"), False, True),
    ],
)
def test_a_decision_is_right_where_defensible_labels_lead_to_it(
    found: tuple[str, str], strict: bool, lenient: bool
) -> None:
    pair = HeardPair(_heard("well", "ADJ", found[0], "NOUN"), _heard("bell", "NOUN", found[1]))
    assert (pair.strict, pair.lenient) == (strict, lenient)


def test_confusions_are_counted_and_listed() -> None:
    poem = [
        _heard("hard", "ADJ", "ADV", "ADV"),
        _heard("yard", "NOUN", "NOUN"),
        _heard("clear", "ADJ", "ADV"),
        _heard("go", "VERB", "NOUN"),
    ]
    first, second = confusions([poem])
    assert first == {"label": "ADJ", "found": "ADV", "words": 2, "not_defensible": 1, "examples": ["hard", "clear"]}
    assert (second["label"], second["found"], second["words"]) == ("VERB", "NOUN", 1)
