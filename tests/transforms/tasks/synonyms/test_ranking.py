"""Ranks by two models, which are run."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.transforms.tasks.poems import annotated
from versebench.models.scorers.identity import identify
from versebench.models.selectors.contract import WordInText, cosine
from versebench.models.selectors.loaded import LoadedSelectors
from versebench.models.selectors.settings import CausalSelector, MaskedSelector, Selectors
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.synonyms.candidates import FoundSynonyms, Synonym
from versebench.transforms.tasks.synonyms.ranking import Ranked, RankedPoem, places, rank_poems

RIVER = annotated("a plan\nit ran\nday\nspray\nI can", work="a" * 20)
LONG = annotated("a plan\nit ran\nday\nspray\n" + "I can " * 40 + "man", work="b" * 20)


@pytest.fixture(scope="module")
def selectors(tmp_path_factory: pytest.TempPathFactory) -> LoadedSelectors:
    folder = tmp_path_factory.mktemp("models")
    masked, causal = str(saved.masked(folder / "bert")), str(saved.causal(folder / "gpt2", context=64))
    settings = Selectors(masked=MaskedSelector(model=masked), causal=CausalSelector(model=causal))
    return LoadedSelectors(settings, identify(masked, None), identify(causal, None))


def synonyms(poem: AnnotatedPoem, **by_line: str) -> Iterator[Synonym]:
    """``plan="light reed"``: the synonyms of the end word of a line."""
    for line, end in enumerate(poem.end_words):
        assert end is not None
        word = poem.text[end.start : end.end]
        for one in by_line.get(word, "").split():
            text = poem.text[: end.start] + one + poem.text[end.end :]
            yield Synonym(line, end, word, one, ("word.noun.1",), "list", text)


def found(poem: AnnotatedPoem, refused: dict[str, int] | None = None, **by_line: str) -> FoundSynonyms:
    return FoundSynonyms(tuple(synonyms(poem, **by_line)), Counter(refused or {}))


def rank(
    selectors: LoadedSelectors, *asked: tuple[AnnotatedPoem, FoundSynonyms], whole: bool = False
) -> list[RankedPoem]:
    return rank_poems([poem for poem, _ in asked], [one for _, one in asked], selectors, whole_words=whole)


THREE = found(RIVER, {"rhymes_with_word": 2}, plan="river light refrain", day="reed beard")


def test_each_synonym_has_what_the_models_say_of_it_alone(selectors: LoadedSelectors) -> None:
    [ranked] = rank(selectors, (RIVER, THREE))
    assert [one.synonym for one in ranked.ranked] == list(THREE.synonyms)
    for one in ranked.ranked:
        end = one.synonym.end_word
        [word] = selectors.vectors([WordInText(RIVER.text, end.start, end.end)])
        [other] = selectors.vectors([WordInText(one.synonym.text, end.start, end.start + len(one.synonym.synonym))])
        assert one.similarity == cosine(word, other)  # type: ignore[arg-type]
        assert [[one.log_probability]] == selectors.log_probabilities([[one.synonym.text]])


def of_line(poem: RankedPoem, line: int) -> list[Ranked]:
    return [one for one in poem.ranked if one.synonym.line == line]


def test_ranks_are_those_of_a_line(selectors: LoadedSelectors) -> None:
    [ranked] = rank(selectors, (RIVER, THREE))
    for line, count in ((0, 3), (2, 2)):
        mine = of_line(ranked, line)
        by_similarity = sorted(mine, key=lambda one: one.similarity_rank)
        by_score = sorted(mine, key=lambda one: one.log_probability_rank)
        assert [one.similarity_rank for one in by_similarity] == list(range(1, count + 1))
        assert [one.log_probability_rank for one in by_score] == list(range(1, count + 1))
        assert [one.similarity for one in by_similarity] == sorted((one.similarity for one in mine), reverse=True)
        assert [one.log_probability for one in by_score] == sorted((one.log_probability for one in mine), reverse=True)


def test_company_changes_nothing(selectors: LoadedSelectors) -> None:
    others = found(RIVER, can="mill owl hen", ran="past")
    [alone] = rank(selectors, (RIVER, THREE))
    assert rank(selectors, (RIVER, others), (LONG, found(LONG)), (RIVER, THREE))[2] == alone


def test_what_was_refused_is_still_counted(selectors: LoadedSelectors) -> None:
    assert rank(selectors, (RIVER, THREE))[0].refused == {"rhymes_with_word": 2}


def test_a_poem_over_the_context_loses_its_synonyms_alone(selectors: LoadedSelectors) -> None:
    long, short = rank(selectors, (LONG, found(LONG, {"one_way": 1}, plan="river light")), (RIVER, THREE))
    assert not long.ranked
    assert long.refused == {"one_way": 1, "longer_than_context": 2}
    assert len(short.ranked) == 5


def test_a_synonym_of_several_tokens_is_refused_where_words_must_be_whole(selectors: LoadedSelectors) -> None:
    [ranked] = rank(selectors, (RIVER, found(RIVER, plan="the unbelievably")), whole=True)
    assert [(one.synonym.synonym, one.similarity_rank) for one in ranked.ranked] == [("the", 1)]
    assert ranked.refused == {"several_tokens": 1}


def test_only_what_the_causal_model_can_read_is_ranked(selectors: LoadedSelectors) -> None:
    # Fifty letters are fifty tokens of the causal model, and one unknown token of the masked one.
    [ranked] = rank(selectors, (RIVER, found(RIVER, plan=f"{'é' * 50} light")))
    assert [one.synonym.synonym for one in ranked.ranked] == ["light"]
    assert ranked.refused == {"longer_than_context": 1}


def test_no_synonyms_are_no_ranks(selectors: LoadedSelectors) -> None:
    assert rank(selectors, (RIVER, found(RIVER))) == [RankedPoem()]


@given(st.lists(st.integers(-3, 3).map(float), max_size=12))
def test_places_are_by_size_and_equal_ones_keep_their_order(values: list[float]) -> None:
    found = places(values)
    assert sorted(found) == list(range(1, len(values) + 1))
    order = sorted(range(len(values)), key=lambda number: found[number])
    assert [(-values[number], number) for number in order] == sorted((-value, n) for n, value in enumerate(values))
