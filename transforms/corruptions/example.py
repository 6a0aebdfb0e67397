"""A limerick annotated by hand, on which the documentation of the tasks is shown."""

from transforms.corruptions.poem import AnnotatedPoem, line_ranges
from transforms.words import tokens

TEXT = """A river is rain with a plan:
"Past the mill, through the reeds," it began,
"To the sea, for a day
In the sun and the spray;
Then it's home by a cloud, if I can."
"""[:-1]

_TAGS = """DET NOUN AUX NOUN ADP DET NOUN
ADP DET NOUN ADP DET NOUN PRON VERB
ADP DET NOUN ADP DET NOUN
ADP DET NOUN CCONJ DET NOUN
ADV PRON ADV ADP DET NOUN SCONJ PRON AUX"""


def example_poem() -> AnnotatedPoem:
    """The example."""
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
    )
