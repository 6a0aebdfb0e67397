"""Perfect rhyme (RANLP 2021, 4.1): the same sounds from the last stressed vowel on."""

from collections.abc import Sequence

from versebench.models.pronunciation.contract import Pronunciation


def rhyming_part(phones: Sequence[str]) -> tuple[str, ...]:
    """The phones from the last stressed vowel on, without stress digits; of a word without stress, from its last vowel.

    Empty if the word has no vowel.
    """
    vowels = [place for place, phone in enumerate(phones) if phone[-1].isdigit()]
    stressed = [place for place in vowels if phones[place][-1] in "12"]
    if not vowels:
        return ()
    start = stressed[-1] if stressed else vowels[-1]
    return tuple(phone.rstrip("012") for phone in phones[start:])


def rhyme(first: Sequence[Pronunciation], second: Sequence[Pronunciation]) -> bool:
    """Whether two words rhyme perfectly or are identical, under any of their pronunciations."""
    return not rhyming_parts(first).isdisjoint(rhyming_parts(second))


def rhyming_parts(pronunciations: Sequence[Pronunciation]) -> frozenset[tuple[str, ...]]:
    """The rhyming parts of the pronunciations of a word; two words that share one rhyme."""
    return frozenset(rhyming_part(pronunciation.phones) for pronunciation in pronunciations) - {()}
