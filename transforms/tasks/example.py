"""A limerick annotated by hand, for the examples in the documentation of tasks."""

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, line_ranges
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import model_tasks
from versebench.transforms.text.words import tokens

TEXT = """The eyes of the duke in his frame
Go with you each step, people claim;
But at one they were fixed
On a bowl being mixed,
And I think I'd have done just the same."""

_TAGS = """DET NOUN ADP DET NOUN ADP PRON NOUN
VERB ADP PRON DET NOUN NOUN VERB
CCONJ ADP NUM PRON AUX VERB
ADP DET NOUN AUX VERB
CCONJ PRON VERB PRON AUX VERB ADV DET ADJ"""

_LAST_LINE = Offered(TEXT.rindex("\n") + 1, len(TEXT), "But nobody knows him by name.", ("same", "name"), (1,))
_SYNONYM = Offered(TEXT.index("fixed"), TEXT.index("fixed") + len("fixed"), "set", ("fixed", "set"), (1, 1))
_OFFERS = {"completions": Offers((_LAST_LINE,)), "synonyms": Offers((_SYNONYM,))}
"""Offers written by hand in place of those of models, by the name of their source."""


def example_poem(task: Task) -> AnnotatedPoem:
    """The example, with offers if the task chooses among candidates."""
    lines = line_ranges(TEXT)
    found = [(number, start, token) for number, (start, end) in enumerate(lines) for token in tokens(TEXT[start:end])]
    return AnnotatedPoem(
        work_id="0" * 20,
        text=TEXT,
        scheme="AABBA",
        lines=lines,
        token_line=[line for line, _, _ in found],
        token_start=[start + token.token_start for _, start, token in found],
        word_start=[start + token.word_start for _, start, token in found],
        word_end=[start + token.word_end for _, start, token in found],
        token_end=[start + token.token_end for _, start, token in found],
        upos=_TAGS.split(),
        in_thesaurus=[True] * len(lines),
        offers={one.offered_as: _OFFERS.get(one.candidates, Offers()) for one in model_tasks([task])},
    )
