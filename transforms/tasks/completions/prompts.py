"""How a generator is asked for the last lines of poems."""

from dataclasses import dataclass

from versebench.models.generators.contract import Generator, Hypothesis, Prompt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory

MORE_TOKENS = 2
"""How many tokens a completion may have beyond those of the original line (JCLS 2022, 3.5.2)."""

SearchRuns = list[list[Hypothesis]]
"""What each run of a poem's search found."""


@dataclass(frozen=True, slots=True)
class PromptedPoem:
    """A poem to be completed, and what the generator is given of it."""

    poem: AnnotatedPoem
    prompt: Prompt


@dataclass(frozen=True)
class GenerationContext:
    """The generator, how words are pronounced, and the seed of every draw."""

    generator: Generator
    sounds: SoundMemory
    seed: int


def prompt_of(poem: AnnotatedPoem, generator: Generator) -> Prompt:
    """All lines but the last, each with its line break, and as many tokens as the last line has, and two."""
    last = len(poem.lines) - 1
    return Prompt(poem.text[: poem.lines[last][0]], generator.tokens(poem.line_text(last)) + MORE_TOKENS)
