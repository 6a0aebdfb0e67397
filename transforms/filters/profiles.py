"""Profiles: the filters of each paper, and those of versebench."""

from versebench.transforms.filters.classical_text import ClassicalText
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.end_words_in_dictionary import EndWordsInDictionary
from versebench.transforms.filters.five_lines import FiveLines
from versebench.transforms.filters.form import FitsForm
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.filters.short_lines import ShortLines
from versebench.transforms.filters.words_not_symbols import WordsNotSymbols

PROFILES: dict[str, tuple[Filter, ...]] = {
    "versebench": (FiveLines(), WordsNotSymbols(), RhymeSchemeV2(groups_differ=True)),
    "jcls2022": (FiveLines(), WordsNotSymbols(), RhymeScheme()),
    "ranlp2021": (FiveLines(), WordsNotSymbols(), EndWordsInDictionary(), RhymeScheme(), ShortLines()),
    "verse": (FitsForm(), WordsNotSymbols(), RhymeSchemeV2()),
    "classical": (ClassicalText(), FitsForm()),
}
"""The filters by profile, in the order in which they are applied. ``versebench`` also requires that lines of different
groups do not rhyme, so that AAAAA does not pass for AABBA. ``verse`` is for poems of any form. ``classical`` is for
classical Chinese; it refuses no poem for its rhymes or tones."""
