"""What a generator is given: a poem without its last line."""

from versebench.models.generators.contract import Generator, Prompt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem

MORE_TOKENS = 2
"""How many tokens a completion may have beyond those of the original line (JCLS 2022, 3.5.2)."""


def prompt_of(poem: AnnotatedPoem, generator: Generator) -> Prompt:
    """All lines but the last, each with its line break, and as many tokens as the last line has, and two."""
    last = len(poem.lines) - 1
    return Prompt(poem.text[: poem.lines[last][0]], generator.tokens(poem.line_text(last)) + MORE_TOKENS)
