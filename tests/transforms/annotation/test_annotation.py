"""The annotation of poems: offsets and tags, made once and read again."""

from collections.abc import Sequence
from typing import ClassVar

import pyarrow as pa
import pytest

from versebench.models.pronunciation.registry import load_pronouncer
from versebench.models.scanner.registry import load_scanner
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.thesaurus.contract import Candidate
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.schemas.annotation import ANNOTATION
from versebench.schemas.table import UPOS
from versebench.transforms.annotation.annotation import annotate, annotated_poems
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.example import example_poem
from versebench.transforms.tasks.swaps import SwapLines


class ListedTagger:
    """A tagger that cuts and tags as each text is written: ``do/AUX n't/PART`` for "don't", a ``_`` for a space."""

    name = "listed.v1"

    def __init__(self, *marked: str) -> None:
        self._marked = marked

    def text(self, number: int) -> str:
        parts = [part.rpartition("/")[0] for part in self._marked[number].split(" ")]
        return "".join(parts).replace("_", " ").replace("|", "\n")

    def tag(self, texts: Sequence[str]) -> list[list[TaggedToken]]:
        return [self._tokens(marked) for marked in self._marked[: len(texts)]]

    @staticmethod
    def _tokens(marked: str) -> list[TaggedToken]:
        found, place = [], 0
        for part in marked.split(" "):
            form, _, upos = part.rpartition("/")
            if form not in ("_", "|"):
                found.append(TaggedToken(place, place + len(form), upos))
            place += len(form)
        return found


def poems(*texts: str) -> pa.Table:
    """Poems of five lines are limericks, all others are verse."""
    return pa.table(
        {
            "work_id": [f"{number:020x}" for number in range(len(texts))],
            "language": ["english"] * len(texts),
            "form": ["limerick" if text.count("\n") == 4 else "verse" for text in texts],
            "text": list(texts),
        }
    )


def read_by(tagger: Tagger) -> Readers:
    """What a poem is annotated by, but for the tagger as shipped."""
    return Readers(tagger, SoundMemory(load_pronouncer("verse-ear")), load_thesaurus("wordnet"), load_scanner())


def tags(marked: str) -> list[tuple[str, str]]:
    """The words of a text with their tags."""
    tagger = ListedTagger(marked)
    table = poems(tagger.text(0))
    [poem] = annotated_poems(table, annotate(table, read_by(tagger)))
    words = [poem.text[start:end] for start, end in zip(poem.word_start, poem.word_end, strict=True)]
    return list(zip(words, poem.upos, strict=True))


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("The/DET _/ cat/NOUN ,/PUNCT _/ sat/VERB ./PUNCT", [("The", "DET"), ("cat", "NOUN"), ("sat", "VERB")]),
        ("do/AUX n't/PART", [("don't", "AUX")]),
        ("he/PRON 'll/AUX", [("he'll", "PRON")]),
        ("he/PRON ’s/AUX", [("he’s", "PRON")]),
        ("cat/NOUN 's/PART _/ tail/NOUN", [("cat's", "NOUN"), ("tail", "NOUN")]),
        ("dogs/NOUN '/PART", [("dogs'", "NOUN")]),
        ("'T/PRON is/AUX", [("'Tis", "AUX")]),
        ("well/ADV -/PUNCT bred/ADJ", [("well-bred", "ADJ")]),
        ("art/NOUN —/PUNCT still/ADV !/PUNCT", [("art—still", "ADV")]),
        ("(/PUNCT walkin'/VERB )/PUNCT", [("walkin'", "VERB")]),
        ("a_b/X", [("a", "X"), ("b", "X")]),
        ("can/AUX not/PART", [("cannot", "AUX")]),
        ("(/PUNCT not/PART )/PUNCT", [("not", "PART")]),
        ("—/PUNCT _/ so/ADV _/ …/PUNCT |/ 🎂/SYM |/ no/INTJ", [("so", "ADV"), ("no", "INTJ")]),
    ],
)
def test_a_word_has_the_tag_of_its_last_part_but_for_clitics(marked: str, expected: list[tuple[str, str]]) -> None:
    assert tags(marked) == expected


def test_a_word_that_the_tagger_left_out_is_x() -> None:
    class Silent:
        name = "silent.v1"

        def tag(self, texts: Sequence[str]) -> list[list[TaggedToken]]:
            return [[] for _ in texts]

    table = poems("one two")
    assert annotate(table, read_by(Silent())).column("word_upos").to_pylist() == [[UPOS.index("X")] * 2]


def test_each_line_that_follows_one_of_its_group_has_a_class_of_rhyme() -> None:
    """A limerick in which the third line does not rhyme with the fourth, and the last repeats a word."""
    text = "There once was a cat\nwho sat on a mat\nand slept in the sun\nand ate from a cup\nand chewed on the mat"
    [row] = annotate(poems(text), read_by(ListedTagger("x/X"))).to_pylist()
    assert (row["scheme"], row["line_rhyme"]) == ("AABBA", ["", "perfect", "", "none", "identical"])
    unrhymed = poems("a cat\na dog")
    [row] = annotate(unrhymed, read_by(ListedTagger("x/X"))).to_pylist()
    assert row["line_rhyme"] == ["", ""]


def test_offsets_are_characters_of_the_whole_text() -> None:
    tagger = ListedTagger("“/PUNCT 🎂/SYM Oh/INTJ !/PUNCT ”/PUNCT |/ the/DET _/ end/NOUN ./PUNCT")
    table = annotate(poems(tagger.text(0)), read_by(tagger))
    [row] = table.to_pylist()
    assert row == {
        "work_id": "0" * 20,
        "scheme": "xx",
        "metre": None,
        "word_line": [0, 1, 1],
        "token_start": [0, 7, 11],
        "word_start": [2, 7, 11],
        "word_end": [4, 10, 14],
        "token_end": [6, 10, 15],
        "word_upos": [UPOS.index(tag) for tag in ("INTJ", "DET", "NOUN")],
        "heard_scheme": "xx",
        "in_thesaurus": [True, True],
        "word_phones": ["OW1", "DH AH0", "EH1 N D"],
        "word_origin": ["cmudict"] * 3,
        "word_stresses": ["1", "0", "1"],
        "word_syllables": [1, 1, 1],
        "heard_metre": "accentual",
        "heard_beats": [1],
        "metre_margin": row["metre_margin"],
        "line_beats": [1, 1],
        "word_pattern": ["+", "-", "+"],
        "word_onset": ["", "DH", ""],
        "word_vowel": ["OW", "AH", "EH"],
        "word_coda": ["", "", "N D"],
        "line_rhyme": ["", ""],
        **{key: [] for key in ("device_kind", "device_number", "device_start", "device_end")},
    }
    assert table.schema.equals(ANNOTATION.schema)


def test_what_is_annotated_is_read_again() -> None:
    tagger = ListedTagger("one/NUM |/ two/NUM _/ cats/NOUN", "—/PUNCT", "It/PRON ’s/AUX _/ he/PRON")
    table = poems(*(tagger.text(number) for number in range(3)))
    one, none, three = annotated_poems(table, annotate(table, read_by(tagger)))
    assert (one.text, one.scheme, one.work_id) == ("one\ntwo cats", "xx", "0" * 20)
    assert (list(one.lines), one.token_line, one.upos) == ([(0, 3), (4, 12)], [0, 1, 1], ["NUM", "NUM", "NOUN"])
    assert (list(none.token_line), none.upos) == ([], [])
    assert [len(poem.in_thesaurus) for poem in (one, none, three)] == [2, 1, 1]
    assert [three.text[slice(*span)] for span in zip(three.word_start, three.word_end, strict=True)] == ["It’s", "he"]


def test_the_example_is_annotated_as_its_text_says() -> None:
    poem = example_poem(SwapLines())
    found = poems(poem.text)
    [read] = annotated_poems(found, annotate(found, read_by(_ByWord(poem.word_start, poem.word_end, poem.upos))))
    assert (read.token_start, read.word_end, read.upos) == (poem.token_start, poem.word_end, poem.upos)


class _ByWord:
    name = "by word.v1"

    def __init__(self, starts: Sequence[int], ends: Sequence[int], tags: Sequence[str]) -> None:
        self._tokens = [TaggedToken(*each) for each in zip(starts, ends, tags, strict=True)]

    def tag(self, texts: Sequence[str]) -> list[list[TaggedToken]]:
        return [self._tokens for _ in texts]


def test_no_poems_have_no_annotation() -> None:
    table = poems()
    made = annotate(table, read_by(ListedTagger()))
    assert len(made) == 0
    assert list(annotated_poems(table, made)) == []


def test_an_annotation_of_other_poems_is_refused() -> None:
    tagger = ListedTagger("a/DET", "b/X")
    made = annotate(poems("a", "b"), read_by(tagger))
    with pytest.raises(ValueError, match="the annotation is of other works than the poems; annotate these poems again"):
        list(annotated_poems(poems("a"), made))


# --- with the shipped tagger


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return load_tagger()


def test_the_shipped_tagger_on_a_few_lines(tagger: Tagger) -> None:
    table = poems("The cats didn't walk,\nthey sang; 'tis he!", "She bought a well-made hat.")
    first, second = annotated_poems(table, annotate(table, read_by(tagger)))
    assert first.upos == ["DET", "NOUN", "AUX", "VERB", "PRON", "VERB", "AUX", "PRON"]
    assert second.upos[:3] == ["PRON", "VERB", "DET"]
    assert second.upos[-1] == "NOUN"


def test_a_poem_is_annotated_the_same_in_any_company(tagger: Tagger) -> None:
    texts = ["The cat sat.\nIt slept.", "A dog ran home", "春眠"]
    together = annotate(poems(*texts), read_by(tagger)).column("word_upos").to_pylist()
    alone = [annotate(poems(text), read_by(tagger)).column("word_upos").to_pylist()[0] for text in texts]
    assert together == alone


def test_every_word_has_its_sound_with_its_origin() -> None:
    tagger = ListedTagger("Gromp/NOUN _/ wand'ring/VERB _/ !/PUNCT _/ 猫/X")
    [row] = annotate(poems(tagger.text(0)), read_by(tagger)).to_pylist()
    assert row["word_phones"] == ["G R AA1 M P", "W AA1 N D R IH0 NG", ""]
    assert row["word_origin"][0].startswith("g2p.")
    assert row["word_origin"][1].startswith("cmudict+")
    assert row["word_stresses"] == ["1", "10", ""]
    assert row["word_syllables"] == [1, 2, 0]


def test_the_scheme_is_heard_and_the_end_words_are_looked_up() -> None:
    tagger = ListedTagger("A/DET _/ big/ADJ _/ cat/NOUN |/ of/ADP |/ !/PUNCT |/ the/DET _/ hat/NOUN")
    [row] = annotate(poems(tagger.text(0)), read_by(tagger)).to_pylist()
    assert row["scheme"] == "AxxA"
    assert row["heard_scheme"] == "axxa"
    assert row["in_thesaurus"] == [True, False, False, True]


def test_a_word_is_asked_of_the_thesaurus_once() -> None:
    class Counting:
        name = "counting.v1"
        asked: ClassVar[list[str]] = []

        def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
            raise AssertionError

        def holds(self, word: str) -> bool:
            self.asked.append(word)
            return True

    tagger = ListedTagger("a/DET |/ cat/NOUN |/ cat/NOUN", "cat/NOUN")
    annotate(poems("a\ncat\ncat", "cat"), Readers(tagger, SoundMemory(load_pronouncer("cmudict")), Counting()))
    assert Counting.asked == ["a", "cat"]


def test_a_poem_has_its_scansion_and_the_words_of_its_devices() -> None:
    """Lines written for the project; a word that a dash joins has the patterns of both of its parts."""
    text = (
        "The silver sails that sway at sea\nWill bring the sailor home to me—\n"
        "The wind has told—tonight—the tree\nThat all is well, and so are we."
    )
    table = poems(text)
    [row] = annotate(table, read_by(load_tagger())).to_pylist()
    assert (row["heard_metre"], row["heard_beats"], row["line_beats"]) == ("iambic", [4], [4, 4, 4, 4])
    assert "".join(row["word_pattern"]) == "-+-+-+-+" * 4
    words = dict(zip(row["word_start"], row["word_pattern"], strict=True))
    assert words[text.index("told—tonight")] == "+-+-+"[: len("told—tonight—the".split("—")) + 1]
    found = [
        (kind, text[start:end])
        for kind, start, end in zip(row["device_kind"], row["device_start"], row["device_end"], strict=True)
    ]
    assert found == [("alliteration", word) for word in ("silver", "sails", "sway", "sea")]


def test_without_a_scanner_there_are_no_beats_and_a_claim_stays_unchecked() -> None:
    readers = read_by(load_tagger())
    readers.scanner = None
    [row] = annotate(poems("one\ntwo\nthree\nfour\nfive"), readers).to_pylist()
    assert (row["metre"], row["heard_metre"], row["line_beats"]) == ("unchecked", None, [0] * 5)
    assert row["word_pattern"] == [""] * 5


@pytest.mark.parametrize(
    ("text", "metre", "beats"),
    [
        (" ".join(["cat"] * 10_000), None, [0]),
        ("весна пришла\nи снег сошёл", None, [0, 0]),
        ("*\n…", None, [0, 0]),
        ("And under all the timbers of the roof", "iambic", [5]),
    ],
    ids=["10,000 words", "another script", "no letters", "one line"],
)
def test_what_is_no_poem_has_no_beats_and_raises_nothing(text: str, metre: str | None, beats: list[int]) -> None:
    [row] = annotate(poems(text), read_by(load_tagger())).to_pylist()
    assert (row["heard_metre"], row["line_beats"]) == (metre, beats)


def test_prose_has_a_reading_of_each_line() -> None:
    text = "The committee met on Tuesday to discuss the budget\nand then it adjourned without having voted on anything."
    [row] = annotate(poems(text), read_by(load_tagger())).to_pylist()
    assert row["heard_metre"] is not None
    assert all(beats > 2 for beats in row["line_beats"])
