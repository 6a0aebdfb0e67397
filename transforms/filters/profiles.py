"""The filters of each paper, and versebench's own."""

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
"""The filters by profile, in the order in which they are applied; versebench's own also ask that the groups differ, as
AABBA says. ``verse`` is for poems of any form, ``classical`` for classical Chinese, of which it refuses no poem for its
rhymes or tones."""
