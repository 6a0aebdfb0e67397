"""Two end words of one rhyme group trade places."""

from typing import ClassVar, Literal

from transforms.corruptions.contract import Corruption, NotApplicable, Task
from transforms.corruptions.poem import AnnotatedPoem, EndWord
from transforms.corruptions.splice import splice
from transforms.draws import Draws


class SwapEndWords(Task):
    """Two end words of one rhyme group and one part of speech trade places; marks and capitals stay where they are."""

    source: ClassVar[str] = "RANLP 2021, 4.2"
    task: Literal["swap_end_words.v1"] = "swap_end_words.v1"

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Not applicable: ``different_parts_of_speech``, or ``equal_words`` where every rhyming pair is one word."""
        ends = poem.end_words
        rhyming = [
            (one, other)
            for place, one in enumerate(ends)
            for line, other in enumerate(ends[place + 1 :], place + 1)
            if one and other and poem.scheme[place] == poem.scheme[line]
        ]
        different = [pair for pair in rhyming if _spelling(poem, pair[0]) != _spelling(poem, pair[1])]
        admissible = [pair for pair in different if pair[0].upos == pair[1].upos]
        if not admissible:
            return NotApplicable("different_parts_of_speech" if different else "equal_words")
        one, other = draws.choice(admissible)
        first, second = poem.text[one.start : one.end], poem.text[other.start : other.end]
        return splice(
            poem.text,
            [
                (one.start, one.end, _recase(second, first, names=other.upos == "PROPN")),
                (other.start, other.end, _recase(first, second, names=one.upos == "PROPN")),
            ],
            (first, second),
        )


def _spelling(poem: AnnotatedPoem, word: EndWord) -> str:
    return poem.text[word.start : word.end].casefold().replace("’", "'")


def _recase(word: str, replaced: str, *, names: bool) -> str:
    """A word with the capitals of the one it replaces. "I", names and words of mixed case keep their own."""
    if names or _is_pronoun_i(word) or _is_mixed(word):
        return word
    if replaced.isupper() and len(replaced) > 1 and not _is_pronoun_i(replaced):
        return _if_same_word(word.upper(), word)
    if _capital(replaced) and not _is_pronoun_i(replaced):
        first = _first_letter(word)
        return _if_same_word(word[: first + 1].upper() + word[first + 1 :].lower(), word)
    return _if_same_word(word.lower(), word)


def _is_pronoun_i(word: str) -> bool:
    return word == "I" or word.startswith(("I'", "I’"))


def _capital(word: str) -> bool:
    return word[_first_letter(word)].isupper()


def _first_letter(word: str) -> int:
    """Where the capital of a word would be: after the apostrophe of 'tis."""
    return next((place for place, character in enumerate(word) if character.isalpha()), 0)


def _if_same_word(recased: str, word: str) -> str:
    """Some letters (ı) have a capital that is another letter's: such a word stays as it is."""
    return recased if recased.casefold() == word.casefold() else word


def _is_mixed(word: str) -> bool:
    first = _first_letter(word)
    return not (word.islower() or word.isupper() or (word[first].isupper() and word[first + 1 :].islower()))
