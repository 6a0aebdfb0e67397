"""A task that replaces an end word by a synonym that does not rhyme."""

from collections import Counter
from functools import cached_property
from math import inf
from operator import le
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.contract import Corruption, Need, NotApplicable
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.tasks.registry import task
from versebench.transforms.tasks.splice import splice
from versebench.transforms.tasks.synonyms.candidates import NO_RHYME_KNOWN, has_known_sound
from versebench.transforms.text.draws import Draws


@task
class ReplaceEndWord(ModelTask):
    """An end word is replaced by the synonym that both a masked and a causal model rank first; it does not rhyme."""

    title: ClassVar[str] = "Replaced end word"
    source: ClassVar[str] = "RANLP 2021, 4.3"
    candidates: ClassVar[str] = "synonyms"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes", "tagger", "thesaurus", "phones"})
    languages: ClassVar[frozenset[str] | None] = frozenset({"english"})
    sample: ClassVar[str | None] = "replace_end_word.v1"
    reduction: ClassVar[Literal["sum", "mean"]] = "sum"
    chooses_poems: ClassVar[frozenset[str]] = ModelTask.chooses_poems | {"rules"}
    only_refuses: ClassVar[frozenset[str]] = frozenset({"senses", "only_candidate"})
    task: Literal["replace_end_word.v1"] = "replace_end_word.v1"
    word_senses: int | None = Field(
        2, ge=1, description="How many senses of the end word count, the most usual first; null: all."
    )
    synonym_senses: int | None = Field(
        1,
        ge=1,
        description="How many senses of the synonym count, the most usual first; null: all, and the thesaurus is not "
        "asked about synonyms.",
    )
    rules: Literal["strict", "paper"] = Field(
        "strict",
        description="Whether rules of ours also refuse words and synonyms (names, short adverbs, one stem, another "
        "article), or only those of RANLP 2021, 4.3.",
    )

    senses: Literal["usual", "in_context"] = Field(
        "usual",
        description="Whether the masked selector also chooses the sense of the end word: the one whose synonyms, all "
        "of them, are most like the word in its poem.",
    )
    only_candidate: Literal["taken", "refused"] = Field(
        "taken",
        description="Whether a synonym counts as agreed upon if it is the only candidate of its line, so that no model "
        "had a choice.",
    )

    @cached_property
    def label(self) -> str:
        """The name with its parameters; that of the rules only if they are the paper's."""
        return self._named(super().label)

    @property
    def asking_behaviour(self) -> dict[str, Any]:
        """How senses are chosen, unless as usual."""
        return {} if self.senses == "usual" else {"senses": self.senses}

    @property
    def offered_as(self) -> str:
        """The name of the candidates, which do not depend on the number of senses that count."""
        return self._named(f"{self.task}:both_ways={self.synonym_senses is not None}")

    def _named(self, name: str) -> str:
        return name if self.rules == "strict" else f"{name}:rules={self.rules}"

    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """``no_rhyme_known`` if no end word has a pronunciation that was not guessed."""
        known = any(has_known_sound(poem, line, sounds) for line in range(len(poem.lines)))
        return None if known else NO_RHYME_KNOWN

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Replaces a random end word by the synonym that both models rank first.

        Not applicable: ``not_tried`` or the reason of the attempt; ``no_synonym``; ``models_disagree`` at every line;
        ``other_sense``, if the models agree only on synonyms of a rarer sense; ``only_candidate``, if refused.
        """
        offers = poem.offers.get(self.offered_as)
        if offers is None:
            return NotApplicable("not_tried")
        if offers.reason is not None:
            return NotApplicable(offers.reason)
        if not offers.offered:
            return NotApplicable("no_synonym")
        agreed = [offer for offer in offers.offered if offer.ranks[:2] == (1, 1)]
        if not agreed:
            return NotApplicable("models_disagree")
        if self.only_candidate == "refused":
            candidates = Counter(offer.start for offer in offers.offered)
            agreed = [offer for offer in agreed if candidates[offer.start] > 1]
            if not agreed:
                return NotApplicable("only_candidate")
        senses = self.word_senses or inf, self.synonym_senses or inf
        usual = [offer for offer in agreed if all(map(le, offer.ranks[2:], senses))]
        if not usual:
            return NotApplicable("other_sense")
        chosen = draws.choice(usual)
        return splice(poem.text, [(chosen.start, chosen.end, chosen.text)], chosen.words)
