"""The figures that the two BPoMP papers print for their limericks, for comparison with those of a release."""

from collections.abc import Mapping
from dataclasses import dataclass

RANLP = "RANLP 2021"
JCLS = "JCLS 2022"


@dataclass(frozen=True)
class PaperFunnel:
    """How many poems a paper started from, and how many its filters kept."""

    paper: str
    read: int
    kept: int
    rule: str


@dataclass(frozen=True)
class PaperTable:
    """A results table of a paper: the heading of each column by the task's name without its version."""

    name: str
    caption: str
    columns: Mapping[str, str]


@dataclass(frozen=True)
class PaperCompletion:
    """The figures that a paper prints for one method of completion; empty if it prints none."""

    name: str
    tried: str
    share: str
    kept: str
    runs: str
    words: str
    human_words: str
    human_tokens: str


FUNNELS = (
    PaperFunnel(JCLS, 110_610, 65_000, "five lines of words, and all end words verified to rhyme AABBA"),
    PaperFunnel(
        RANLP, 98_454, 29_853, "end words in the rhyming dictionary, AABBA, and lines 3 and 4 the shortest in syllables"
    ),
)

AUTHORS = "1,624"
SHARE_OF_TEN = "ca. 40 %"
WORD_TYPES = "52,316"
WORD_TOKENS = "879,653"
LAST_LINE = "7 ± 1.23"
LAST_LINE_TOKENS = "10 ± 2.14"
"""The poets' last lines in tokens, over the whole corpus (JCLS 2022, 3.5.1)."""

COMPLETIONS = (
    PaperCompletion("beam search, k from 500 to 700", "64,872", "8 % (5,330)", "14,155", "", "", "", LAST_LINE_TOKENS),
    PaperCompletion(
        "delayed beam search, k = 5",
        "10,000",
        "26 % (2,595)",
        "4,014",
        "ca. 1,000",
        "11 ± 2.73",
        LAST_LINE,
        LAST_LINE_TOKENS,
    ),
)

TABLES = (
    PaperTable(
        f"{RANLP}, Table 2",
        "end rhymes",
        {
            "swap_end_words": "Shuffled rhyming words",
            "swap_lines": "Shuffled rhyming lines",
            "replace_end_word": "Corrupted rhyming word",
        },
    ),
    PaperTable(
        f"{JCLS}, Table 1",
        "words deleted at random",
        {
            "delete_words:words=1": "Delete 1 word",
            "delete_words:words=2": "Delete 2 words",
            "delete_words:words=3": "Delete 3 words",
        },
    ),
    PaperTable(
        f"{JCLS}, Table 2",
        "1 to 3 words deleted, rhyming (r) or not (nr)",
        {
            "delete_rhyming_words:words=1": "1-r",
            "delete_nonrhyming_words:words=1": "1-nr",
            "delete_rhyming_words:words=2": "2-r",
            "delete_nonrhyming_words:words=2": "2-nr",
            "delete_rhyming_words:words=3": "3-r",
            "delete_nonrhyming_words:words=3": "3-nr",
        },
    ),
    PaperTable(f"{JCLS}, Table 3", "last line completed by beam search", {"complete_line_beam": "Beam search"}),
    PaperTable(
        f"{JCLS}, Table 4",
        "last line completed by delayed beam search",
        {"complete_line_delayed_beam": "Delayed beam search"},
    ),
)

MODELS = ("GPT-2 medium", "BERT large, cased", "Transformer-XL", "XLNet large", "Human readers")

ACCURACIES: Mapping[str, tuple[str | None, ...]] = {
    "swap_end_words": ("0.9423", "0.9414", "0.8724", "0.9310", "1.0000"),
    "swap_lines": ("0.8336", "0.8321", "0.6623", "0.8227", "0.9500"),
    "replace_end_word": ("0.6557", "0.7034", "0.6188", "0.6741", "1.0000"),
    "delete_words:words=1": ("0.89", "0.88", "0.772", "0.4589", "0.95"),
    "delete_words:words=2": ("0.96", "0.95", "0.8417", "0.4412", "0.975"),
    "delete_words:words=3": ("0.97", "0.97", "0.8816", "0.402", "0.925"),
    "delete_rhyming_words:words=1": ("0.9133", "0.8754", "0.7464", "0.2897", None),
    "delete_nonrhyming_words:words=1": ("0.8991", "0.8888", "0.7769", "0.4978", None),
    "delete_rhyming_words:words=2": ("0.9146", "0.8727", "0.7488", "0.2909", None),
    "delete_nonrhyming_words:words=2": ("0.9556", "0.9505", "0.841", "0.4931", None),
    "delete_rhyming_words:words=3": ("0.9163", "0.8817", "0.751", "0.2843", None),
    "delete_nonrhyming_words:words=3": ("0.9819", "0.9801", "0.8818", "0.4712", None),
    "complete_line_beam": ("0.0736", "0.1478", "0.0253", "0.415", "1"),
    "complete_line_delayed_beam": ("0.17", "0.42", "0.07", "0.12", "1"),
}
"""The accuracies that the papers print for each of these models, by the task's name without its version."""
