"""Whether two lines rhyme in full, by the dictionary alone."""

from dataclasses import replace

from versebench.models.pronunciation.contract import Ear
from versebench.models.pronunciation.verse_ear import VerseEar
from versebench.transforms.prosody.rhymes.classify import full_rhyme, licensed_rhyme
from versebench.transforms.prosody.rhymes.scheme import LineEnd, SchemeFinder
from versebench.transforms.prosody.rhymes.settings import RhymeSettings


def dictionary_finder(ear: Ear, settings: RhymeSettings) -> SchemeFinder:
    """A finder for which a guess is no sound: what a generator makes up must not rhyme by what another model makes of
    it.

    JCLS 2022, 3.5, looks rhymes up in a dictionary, and the lines to be rhymed with are in it by eligibility. The ear
    for verse is not even asked to guess, which would cost more than all the rest of a completion.
    """
    unguessing = VerseEar(lambda words: [()] * len(words)) if isinstance(ear, VerseEar) else ear
    return SchemeFinder(unguessing, replace(settings, guesses=False))


def rhyme_in_full(one: LineEnd, other: LineEnd) -> bool:
    """Whether two ends make a perfect, identical or mosaic rhyme: what ``rhyme_scheme.v2`` asks of a poem.

    The same as ``SchemeFinder.rhyme_of_ends(one, other).rhymes``, without the search for the nearest slant rhyme of
    those that make none.
    """
    if SchemeFinder.agree(one, other):
        return True
    return full_rhyme(one.alone, other.alone) is not None or licensed_rhyme(one.alone, other.alone) is not None
