"""A tagger that leaves a word without a part of speech (X) if the opinions of two taggers on it differ."""

from collections.abc import Sequence

from versebench.models.tagger.contract import TWO_OPINIONS, Tagger, Token
from versebench.models.tagger.perceptron import LINE_BREAK, Opinion, shipped_perceptron

LEAST_MARGIN = 8.0
"""How sure the second tagger must be, in its own weights.

With it, the parts of speech on which both agree are right for 97 % of the nouns, verbs, adjectives and adverbs at the
ends of the lines that training made of the development part of UD English EWT (``python -m
training.train_second_tagger``).
"""
_DECIDED = ("NOUN", "VERB", "ADJ", "ADV", "PROPN")


class TwoOpinions:
    """The shipped tagger, where the perceptron agrees with it and is sure."""

    def __init__(self, first: Tagger) -> None:
        self._first = first

    @property
    def name(self) -> str:
        """The versioned name."""
        return TWO_OPINIONS

    def tag(self, texts: Sequence[str]) -> list[list[Token]]:
        """Return the tokens of each text; one on which the taggers differ is X if the first calls it an open class."""
        return [second_opinion(text, found) for text, found in zip(texts, self._first.tag(texts), strict=True)]


def second_opinion(text: str, found: Sequence[Token]) -> list[Token]:
    """Returns the tokens of a text, with X for nouns, verbs, adjectives and adverbs that the perceptron doubts."""
    second = opinions_on(text, found)
    return [
        token if _holds(token, opinion) else Token(token.start, token.end, "X")
        for token, opinion in zip(found, second, strict=True)
    ]


def opinions_on(text: str, found: Sequence[Token]) -> list[Opinion]:
    """The perceptron's opinion on each token of a text."""
    words: list[str] = []
    places: list[int] = []
    end = 0
    for token in found:
        if LINE_BREAK in text[end : token.start]:
            words.append(LINE_BREAK)
        places.append(len(words))
        words.append(text[token.start : token.end])
        end = token.end
    made = shipped_perceptron().opinions(words)
    return [made[place] for place in places]


def _holds(token: Token, opinion: Opinion) -> bool:
    if token.upos not in _DECIDED and opinion.upos not in _DECIDED:
        return True
    return token.upos == opinion.upos and opinion.margin >= LEAST_MARGIN
