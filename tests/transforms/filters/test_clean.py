"""Cleaning a shard: what is kept, what is refused, and what is counted."""

from tests.transforms.filters.stanzas import CHINESE, GOOD, ending_on, stanza
from versebench.schemas.poems import POEMS, REJECTS
from versebench.storage.commit import ShardOutput
from versebench.transforms.filters.clean import FilterRefusal, clean, count_by_filter, refused_by
from versebench.transforms.filters.five_lines import FiveLines
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.filters.short_lines import ShortLines
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza

TEXTS = [GOOD, "one\ntwo", GOOD.replace("\n", "\n\n"), CHINESE, "🎂\n" * 4 + "🎂", "one"]


def cleaned(texts: list[str], profile: str = "ranlp2021") -> ShardOutput:
    count = len(texts)
    columns: dict[str, list[object]] = {
        "work_id": [f"{number:020x}" for number in range(count)],
        "text_id": ["t"] * count,
        "parent_id": [None] * count,
        "first_line": [None] * count,
        "language": ["english"] * count,
        "form": ["limerick"] * count,
        "source": ["s"] * count,
        "source_id": [str(number) for number in range(count)],
        "author": [None] * count,
        "title": [None] * count,
        "licence": ["CC0-1.0"] * count,
        "text": list(texts),
        "attributes": ["{}"] * count,
        "topics": [[] for _ in texts],
        "included_words": [[] for _ in texts],
    }
    stanzas = [stanza(text) for text in texts]
    refused = [refused_by(each, PROFILES[profile]) for each in stanzas]
    return clean(POEMS.build(columns), [None if each is None else each.refusal for each in refused])


def test_every_poem_is_kept_or_a_reject() -> None:
    made = cleaned(TEXTS)
    assert made.tables["poems"].column("work_id").to_pylist() == [f"{number:020x}" for number in (0, 2)]
    assert made.tables["rejects"].column("work_id").to_pylist() == [f"{number:020x}" for number in (1, 3, 4, 5)]
    assert made.counts == {
        "in": 6,
        "out": 2,
        "rejected.five_lines": 2,
        "rejected.end_words_in_dictionary": 1,
        "rejected.words_not_symbols.no_word": 1,
    }


def test_kept_poems_are_set_without_blank_lines() -> None:
    assert cleaned(TEXTS).tables["poems"].column("text").to_pylist() == [GOOD, GOOD]


def test_a_reject_says_why_and_holds_the_original() -> None:
    assert cleaned(TEXTS).tables["rejects"].to_pylist()[0] == {
        "reject_id": f"{1:020x}",
        "work_id": f"{1:020x}",
        "stage": "clean",
        "reason": "five_lines",
        "detail": "2 lines",
        "source": "s",
        "source_id": "1",
        "kept_work_id": None,
        "original": "one\ntwo",
        "original_size": 7,
    }


def test_a_long_original_is_cut_and_its_size_kept() -> None:
    [row] = cleaned(["é" * 70_000]).tables["rejects"].to_pylist()
    assert (len(row["original"]), row["original_size"]) == (65_536, 70_000)


def test_the_tables_have_their_schemas_even_without_rows() -> None:
    for texts in (TEXTS, [], [GOOD], ["one"]):
        made = cleaned(texts)
        assert made.tables["poems"].schema.equals(POEMS.schema)
        assert made.tables["rejects"].schema.equals(REJECTS.schema)


def test_the_first_filter_that_refuses_gives_the_reason() -> None:
    filters = PROFILES["ranlp2021"]
    poem = stanza("1 + 1\nvloon")
    assert refused_by(poem, filters) == FilterRefusal(0, Refusal("five_lines", "2 lines"))
    no_word = Refusal("words_not_symbols.no_word", "line 1: 1 + 1")
    assert refused_by(poem, filters[1:]) == FilterRefusal(0, no_word)
    assert refused_by(poem, ()) is None


class Broken(ShortLines):
    """A filter that raises."""

    def refuse(self, stanza: Stanza) -> Refusal | None:
        raise ZeroDivisionError(len(stanza.lines))


def test_a_refusal_is_counted_for_the_filter_that_gave_it_or_raised() -> None:
    same_twice = (FiveLines(), RhymeScheme(), RhymeSchemeV2(), Broken(), RhymeSchemeV2())
    texts = [*[stanza("one")] * 3, *[ending_on("hill", "day", "cat", "cat", "spoon")] * 2, stanza(GOOD)]
    assert count_by_filter([refused_by(each, same_twice) for each in texts], same_twice) == {
        "refused/1/five_lines.v1/five_lines": 3,
        "refused/2/rhyme_scheme.v1/rhyme_scheme.no_rhyme": 2,
        "refused/4/short_lines.v1/processing_failed": 1,
    }
    later = same_twice[2:3] * 2
    assert count_by_filter([refused_by(each, later) for each in texts[3:]], later) == {
        "refused/1/rhyme_scheme.v2/rhyme_scheme.no_rhyme": 2
    }
