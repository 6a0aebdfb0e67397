"""Adapting the capitals of a word to those of the word that it replaces."""


def recase(word: str, replaced: str, *, names: bool) -> str:
    """Returns a word with the capitals of the one it replaces. "I", names and words of mixed case keep their own.

    ``names`` states that the word is a name.
    """
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
    """The place of the capital of a word: after the apostrophe in 'tis."""
    return next((place for place, character in enumerate(word) if character.isalpha()), 0)


def _if_same_word(recased: str, word: str) -> str:
    """Keep a word with a letter (ı) whose capital belongs to another letter as it is."""
    return recased if recased.casefold() == word.casefold() else word


def _is_mixed(word: str) -> bool:
    first = _first_letter(word)
    return not (word.islower() or word.isupper() or (word[first].isupper() and word[first + 1 :].islower()))
