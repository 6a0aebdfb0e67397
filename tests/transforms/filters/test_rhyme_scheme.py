"""A poem must fit one of the rhyme schemes of its form."""

from tests.transforms.filters.stanzas import stanza
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.prosody.forms.contract import Form, fixed

TRIPLE_FIRST = Form("trial", "Trial", "english", schemes=fixed("AAAx", "xAxA"))


def test_a_poem_that_fits_a_later_scheme_is_kept() -> None:
    """Every line of AAAx has a rhyme here, as "read" rhymes with both others, but these do not rhyme."""
    fits = stanza("I read\nin bed\nof seed\nand thread", TRIPLE_FIRST)
    assert RhymeScheme().refuse(fits) is None


def test_the_detail_is_of_the_scheme_that_fits_best() -> None:
    refusal = RhymeScheme().refuse(stanza("I read\nin bed\nof seed\nand more", TRIPLE_FIRST))
    assert refusal is not None
    assert refusal.detail == "lines 2 and 3 do not rhyme: bed / seed"
