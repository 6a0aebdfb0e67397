"""Every filter by its versioned name, and the profiles of the papers. To add a filter: write its file, add its line."""

from typing import Annotated

from pydantic import Field

from versebench.transforms.filters.classical_text import ClassicalText
from versebench.transforms.filters.end_words_in_dictionary import EndWordsInDictionary
from versebench.transforms.filters.excluded_words import ExcludedWords
from versebench.transforms.filters.five_lines import FiveLines
from versebench.transforms.filters.form import FitsForm
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.filters.short_lines import ShortLines
from versebench.transforms.filters.words_not_symbols import WordsNotSymbols

AnyFilter = Annotated[
    FiveLines
    | WordsNotSymbols
    | EndWordsInDictionary
    | RhymeScheme
    | ShortLines
    | ExcludedWords
    | RhymeSchemeV2
    | FitsForm
    | ClassicalText,
    Field(discriminator="filter"),
]

PROFILES: dict[str, tuple[AnyFilter, ...]] = {
    "versebench": (FiveLines(), WordsNotSymbols(), RhymeSchemeV2(groups_differ=True)),
    "jcls2022": (FiveLines(), WordsNotSymbols(), RhymeScheme()),
    "ranlp2021": (FiveLines(), WordsNotSymbols(), EndWordsInDictionary(), RhymeScheme(), ShortLines()),
    "verse": (FitsForm(), WordsNotSymbols(), RhymeSchemeV2()),
    "classical": (ClassicalText(), FitsForm()),
}
"""The filters of each paper in their order; versebench's own also ask that the groups differ, as AABBA says. ``verse``
is for poems of any form, ``classical`` for classical Chinese, where rhyme and tones are recorded and refuse nothing."""
