"""Ranks of the synonyms of poems by two models: those of each line among themselves, never against the original."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from versebench.models.scorers.contract import Unscored
from versebench.models.selectors.contract import Vector, WordInText, cosine
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.synonyms.candidates import FoundSynonyms, Synonym

if TYPE_CHECKING:
    from versebench.models.selectors.loaded import LoadedSelectors


@dataclass(frozen=True, slots=True)
class Ranked:
    """A synonym with the value of each model, and its ranks among the synonyms of its line, from 1.

    ``similarity`` is the cosine of the contextual vectors, ``log_probability`` that of the whole poem, in nats.
    """

    synonym: Synonym
    similarity: float
    log_probability: float
    similarity_rank: int
    log_probability_rank: int


@dataclass(frozen=True, slots=True)
class RankedPoem:
    """The ranked synonyms of a poem by line, in the order of the thesaurus, and how many were refused why."""

    ranked: tuple[Ranked, ...] = ()
    refused: Counter[str] = field(default_factory=Counter)


def rank_poems(
    poems: Sequence[AnnotatedPoem],
    found: Sequence[FoundSynonyms],
    selectors: "LoadedSelectors",
    *,
    whole_words: bool,
    senses_in_context: bool = False,
) -> list[RankedPoem]:
    """Returns the ranked synonyms of each poem; with ``whole_words`` only those that are one token of the masked model.

    With ``senses_in_context`` only those of the sense that the masked model finds (:func:`of_best_senses`).
    Reasons of refusals: ``longer_than_context``, ``several_tokens``, ``not_finite``, ``other_sense_in_context``.
    The causal model is asked only about synonyms that the masked model can compare.
    """
    if senses_in_context:
        found = of_best_senses(poems, found, selectors)
    words = [word for poem, one in zip(poems, found, strict=True) for word in _words(poem, one, whole_words)]
    vectors = iter(selectors.vectors(words))
    compared = [[(one, _similarity(next(vectors), next(vectors))) for one in mine.synonyms] for mine in found]
    read = [[(one, value) for one, value in mine if not isinstance(value, Unscored)] for mine in compared]
    scores = selectors.log_probabilities([[one.text for one, _ in mine] for mine in read])
    return [
        _rank(
            mine.refused + _reasons(value for _, value in values) + _reasons(scored),
            [(*one, score) for one, score in zip(asked, scored, strict=True) if not isinstance(score, Unscored)],
        )
        for mine, values, asked, scored in zip(found, compared, read, scores, strict=True)
    ]


def of_best_senses(
    poems: Sequence[AnnotatedPoem], found: Sequence[FoundSynonyms], selectors: "LoadedSelectors"
) -> list[FoundSynonyms]:
    """Keeps, for each end word, the synonyms of one sense: the one whose synonyms are most like the word in the poem.

    The mean similarity of a sense is over all its synonyms in the thesaurus, those that rhyme too.
    Of equal senses the more usual one is kept. All stay if no vector of a line can be computed.
    """
    pairs = [
        (WordInText(poem.text, one.end_word.start, one.end_word.end), WordInText(one.text, one.end_word.start, one.end))
        for poem, mine in zip(poems, found, strict=True)
        for one in mine.all_of_lines
    ]
    vectors = iter(selectors.vectors([word for pair in pairs for word in pair]))
    return [
        _of_best_sense(mine, [_similarity(next(vectors), next(vectors)) for _ in mine.all_of_lines]) for mine in found
    ]


def _of_best_sense(found: FoundSynonyms, similarities: Sequence[float | Unscored]) -> FoundSynonyms:
    by_sense: dict[tuple[int, str], list[float]] = {}
    for synonym, similarity in zip(found.all_of_lines, similarities, strict=True):
        if not isinstance(similarity, Unscored):
            by_sense.setdefault((synonym.line, synonym.senses[0]), []).append(similarity)
    best: dict[int, tuple[float, str]] = {}
    for (line, sense), values in sorted(by_sense.items(), key=lambda item: (item[0][0], _number(item[0][1]))):
        mean = sum(values) / len(values)
        if line not in best or mean > best[line][0]:
            best[line] = mean, sense
    kept = [one for one in found.synonyms if one.line not in best or one.senses[0] == best[one.line][1]]
    others = len(found.synonyms) - len(kept)
    refused = found.refused + Counter({"other_sense_in_context": others})
    return FoundSynonyms(tuple(kept), refused, found.all_of_lines)


def _number(sense: str) -> int:
    return int(sense.rsplit(".", 1)[1])


def places(values: Sequence[float]) -> list[int]:
    """The place of each value, from 1, the largest first; of equal ones the first comes first."""
    order = sorted(range(len(values)), key=lambda place: -values[place])
    found = [0] * len(values)
    for place, number in enumerate(order, 1):
        found[number] = place
    return found


def _words(poem: AnnotatedPoem, found: FoundSynonyms, whole: bool) -> Iterator[WordInText]:
    """For each synonym the word in the poem, and the synonym in its place."""
    for synonym in found.synonyms:
        yield WordInText(poem.text, synonym.end_word.start, synonym.end_word.end)
        yield WordInText(synonym.text, synonym.end_word.start, synonym.end, whole)


def _similarity(word: Vector | Unscored, synonym: Vector | Unscored) -> float | Unscored:
    if isinstance(word, Unscored):
        return word
    return synonym if isinstance(synonym, Unscored) else cosine(word, synonym)


def _reasons(found: Iterable[float | Unscored]) -> Counter[str]:
    return Counter(one.reason for one in found if isinstance(one, Unscored))


def _rank(refused: Counter[str], asked: Sequence[tuple[Synonym, float, float]]) -> RankedPoem:
    lines = (list(line) for _, line in groupby(asked, key=lambda one: one[0].line))
    return RankedPoem(tuple(one for line in lines for one in _rank_line(line)), refused)


def _rank_line(line: Sequence[tuple[Synonym, float, float]]) -> Iterator[Ranked]:
    by_similarity = places([similarity for _, similarity, _ in line])
    by_score = places([score for _, _, score in line])
    for (synonym, similarity, score), first, second in zip(line, by_similarity, by_score, strict=True):
        yield Ranked(synonym, similarity, score, first, second)
