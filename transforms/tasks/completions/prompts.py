"""The prompts that ask a generator for the last lines of poems."""

from dataclasses import dataclass

from versebench.models.generators.contract import Generator, Hypothesis, Prompt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory

MORE_TOKENS = 2
"""The number of tokens that a completion may have beyond those of the original line (JCLS 2022, 3.5.2)."""

SearchRuns = list[list[Hypothesis]]
"""The hypotheses of each run of a poem's search."""


@dataclass(frozen=True, slots=True)
class PromptedPoem:
    """A poem to complete, and the prompt that the generator gets."""

    poem: AnnotatedPoem
    prompt: Prompt


@dataclass(frozen=True)
class GenerationContext:
    """The generator, the sounds of words, and the seed of all draws."""

    generator: Generator
    sounds: SoundMemory
    seed: int


def prompt_of(poem: AnnotatedPoem, generator: Generator) -> Prompt:
    """The prompt for a poem: all lines but the last, with line breaks, and the tokens of the last line plus two."""
    last = len(poem.lines) - 1
    return Prompt(poem.text[: poem.lines[last][0]], generator.tokens(poem.line_text(last)) + MORE_TOKENS)
