"""The parts of a line that can rhyme: its end word and, if that is a light word, the last words together."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.text.words import end_word, tokens

LIGHT = frozenset(
    """a am an and any are as at be been but by can do for from had has have he her here him his i if in into is it its
    me my no not of off on one or our out she so than that the thee them then there they this thou thy to too under up
    us was we were what when who will with ye you your""".split()
)
"""Light words: they can lose their stress after another word."""

End = tuple[str, tuple[str, ...]] | tuple[str, tuple[str, ...], str]
"""An end word, the last words with which it can make a mosaic rhyme, and the token before it."""

_MOST_WORDS = 3
_MOST_VARIANTS = 8
_LONGEST_TOKEN = 60  # characters; a longer one is not worth remembering


def last_words(line: str) -> list[str]:
    """The last words of a line that can make a mosaic rhyme: light words after the word that carries the stress.

    A single word if the line ends on a word that is not light.
    """
    words = [line[token.word_start : token.word_end] for token in tokens(line)]
    taken: list[str] = []
    for word in reversed(words[-_MOST_WORDS:]):
        taken.append(word)
        if word.lower() not in LIGHT:
            break
    return taken[::-1]


def line_end(line: str) -> tuple[str, tuple[str, ...]]:
    """The end word of a line, and the last words with which it can make a mosaic rhyme; none if it is not light.

    The end word is empty if the line has no word.
    """
    last = line.rsplit(None, 1)[-1:]
    # The last token suffices for most lines; an apostrophe may close a quotation that was opened long before.
    word = (_end_of_token(last[0]) if last else None) or end_word(line) or ""
    return (word, tuple(last_words(line))) if word.lower() in LIGHT else (word, ())


def with_word_before(line: str) -> End:
    """The end of a line as :func:`line_end` gives it, and the token before, if the end word is not light."""
    word, tail = line_end(line)
    parts = line.rsplit(None, 2)
    return (word, tail, parts[-2]) if not tail and len(parts) > 1 else (word, tail)


@lru_cache(maxsize=1 << 15)
def _end_of_token(token: str) -> str | None:
    """The end word of a token by itself; None if it may depend on the tokens before."""
    return None if "'" in token or "’" in token or len(token) > _LONGEST_TOKEN else end_word(token)


def run_together(pronunciations: Sequence[Sequence[Pronunciation]]) -> Iterator[Pronunciation]:
    """Yields pronunciations of words run together: those after the first lose their stress and an initial H."""
    for choice in islice(product(*pronunciations), _MOST_VARIANTS):
        phones = list(choice[0].phones)
        for light in choice[1:]:
            phones += _without_stress(light.phones)
        yield Pronunciation(tuple(phones), choice[0].origin)


def run_together_reduced(pronunciations: Sequence[Sequence[Pronunciation]]) -> Iterator[Pronunciation]:
    """Yields what :func:`run_together` does, also with reduced vowels: Ditton/sit on, and Columbia/some beer."""
    for whole in run_together(pronunciations):
        yield whole
        first = len(next(iter(pronunciations[0])).phones)
        reduced = (*whole.phones[:first], *_reduced(whole.phones[first:]))
        if reduced != whole.phones:
            yield Pronunciation(reduced, whole.origin)


def _reduced(phones: Sequence[str]) -> Iterator[str]:
    before_r = [after == "R" for after in (*phones[1:], "")]
    for place, phone in enumerate(phones):
        if before_r[place] and phone == "IH0":
            yield from ("IY0", "ER0")
        elif before_r[place] and phone == "AO0":
            yield "ER0"
        elif not (phone == "R" and place and phones[place - 1] in ("IH0", "AO0")):
            yield "AH0" if phone in _FULL else phone


_FULL = frozenset(("AA0", "AO0", "UW0"))
"""Vowels of light words that are reduced in fluent speech: on, or, to."""


def _without_stress(phones: Sequence[str]) -> list[str]:
    flat = [phone.rstrip("12") + "0" if phone[-1] in "12" else phone for phone in phones]
    return flat[1:] if flat[0] == "HH" and len(flat) > 1 else flat
