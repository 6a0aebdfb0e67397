"""Tasks that replace the last line by one that a generator wrote after the preceding lines."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.groups import others_of_group
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.keep import Keeping
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns
from versebench.transforms.tasks.contract import Corruption, Need, NotApplicable
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.tasks.splice import splice
from versebench.transforms.text.draws import Draws


class CompleteLine(ModelTask):
    """The base of completion tasks: eligibility, and the choice among the lines that the generator offered."""

    candidates: ClassVar[str] = "completions"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes", "phones"})
    languages: ClassVar[frozenset[str] | None] = frozenset({"english"})
    reduction: ClassVar[Literal["sum", "mean"]] = "mean"
    only_refuses: ClassVar[frozenset[str]] = frozenset({"lines", "choice"})
    repeated_end_word: bool = Field(
        False,
        description="Whether a completion may end on the end word of a line that it rhymes with, as in JCLS 2022.",
    )

    lines: Literal["any", "well_formed"] = Field(
        "any",
        description="Which rhyming lines are accepted: any, as in the papers, or only those with closed quotations and "
        "brackets, known words, fitting articles, a main clause that the line before allows, and an end word that "
        "differs in more than a hyphen.",
    )
    choice: Literal["random", "most_probable"] = Field(
        "random", description="Which of the accepted lines of a poem is taken: a random one, or the most probable."
    )

    keep: ClassVar[Keeping]
    """Which of the accepted lines become completions."""

    @property
    def asking_behaviour(self) -> dict[str, Any]:
        """Which lines are accepted, unless any is."""
        return {} if self.lines == "any" else {"lines": self.lines}

    @property
    @abstractmethod
    def hypotheses(self) -> int:
        """The greatest number of hypotheses of a search for one poem."""

    @abstractmethod
    def search(self, asked: Sequence[PromptedPoem], asking: GenerationContext) -> list[SearchRuns | str]:
        """What was found for each poem, or the reason why nothing was searched.

        What is found for a poem depends on the task, the poem and ``asking`` alone, never on the poems beside it.
        """

    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """``unrhymed_last_line``; ``end_words_not_in_dictionary``, if a line to rhyme with has an unknown end word."""
        if not rhyming_lines(poem):
            return "unrhymed_last_line"
        for line in rhyming_lines(poem):
            end = poem.end_word(line)
            words = () if end is None else sounds.pronunciations(poem.text[end.start : end.end])
            if all(pronunciation.guessed for pronunciation in words):
                return "end_words_not_in_dictionary"
        return None

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Replaces the last line by a random completion, or by the most probable one.

        Not applicable: ``not_tried`` or the reason of the attempt; ``no_completion``; ``only_the_original``.
        """
        offers = poem.offers.get(self.offered_as)
        if offers is None:
            return NotApplicable("not_tried")
        if offers.reason is not None:
            return NotApplicable(offers.reason)
        if not offers.offered:
            return NotApplicable("no_completion")
        different = [offer for offer in offers.offered if offer.text != poem.text[offer.start : offer.end]]
        if not different:
            return NotApplicable("only_the_original")
        chosen = draws.choice(different) if self.choice == "random" else different[0]
        return splice(poem.text, [(chosen.start, chosen.end, chosen.text)], chosen.words)


def rhyming_lines(poem: AnnotatedPoem) -> list[int]:
    """The lines, from 0, that the last line rhymes with."""
    return others_of_group(poem.scheme, len(poem.lines) - 1)
