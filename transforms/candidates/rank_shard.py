"""Synonyms for the end words of a shard's poems, ranked by two models."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.selectors.registry import load_selectors, release_selectors
from versebench.models.selectors.settings import Selectors
from versebench.models.thesaurus.contract import ThesaurusError
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.schemas.candidates import SYNONYMS
from versebench.schemas.table import Table
from versebench.storage.commit import ShardOutput
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.candidates.contract import CandidateSource, Request
from versebench.transforms.candidates.poems_to_ask import PoemsToAsk, count_raised
from versebench.transforms.candidates.registry import candidate_source
from versebench.transforms.mapping.asked_models import fallback_counts, recoverable_load
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.prosody.lexicon.recall import Recall, SoundsByLanguage
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.tasks.synonyms.candidates import FoundSynonyms, find_synonyms
from versebench.transforms.tasks.synonyms.ranking import RankedPoem, rank_poems
from versebench.transforms.tasks.synonyms.tables import attempts_table, offers_of, synonyms_table

if TYPE_CHECKING:
    from versebench.models.selectors.loaded import LoadedSelectors

_POEMS_AT_ONCE = 32  # more poems fill the models' batches better, and need more memory


@candidate_source
class Synonyms(CandidateSource):
    """Candidates that are synonyms of end words from the thesaurus, ranked by the recipe's selectors."""

    name: ClassVar[str] = "synonyms"
    asks: ClassVar[str | None] = "selectors"
    stage: ClassVar[str] = "rank-synonyms"
    version: ClassVar[str] = "rank-synonyms.v1"
    table: ClassVar[Table] = SYNONYMS

    def models(self, settings: Selectors) -> dict[str, CandidateModelSettings]:
        """The masked and the causal model."""
        return {"masked": settings.masked, "causal": settings.causal}

    def inputs(self, request: Request) -> dict[str, Any]:
        """The identity of the thesaurus, from the manifest of the annotation."""
        return {"thesaurus": request.poems.annotated.made_of["thesaurus"]}

    def offers(self, candidates: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:  # noqa: ARG002
        """Each synonym, as a replacement of its end word."""
        return offers_of(candidates, attempts, label)

    def shard_task(self, request: Request) -> "RankShard":
        """Returns the task that ranks the synonyms of a shard.

        Raises ``TypeError`` if the requesting task is not a :class:`ReplaceEndWord`.
        """
        if not isinstance(request.task, ReplaceEndWord):
            raise TypeError(
                f"{request.task.task} has candidates {self.name!r}, so it must be a subclass of ReplaceEndWord"
            )
        masked, causal = (request.identities[name] for name in ("masked", "causal"))
        return RankShard(
            request.poems,
            request.recall,
            request.thesaurus,
            request.task,
            request.settings,
            masked,
            causal,
            request.tried,
        )


@dataclass(frozen=True)
class RankShard:
    """Ranks the synonyms of each poem of a shard that the selectors are asked about, and notes every attempt."""

    source: AnnotatedSource
    recall: Recall
    thesaurus: str
    task: ReplaceEndWord
    selectors: Selectors
    masked: ModelIdentity
    causal: ModelIdentity
    tried: PoemsToAsk

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``synonyms`` and ``attempts``; these have a row for every poem of the shard.

        Counts: ``in`` poems, ``out`` poems that were tried, ``refused.<reason>`` synonyms, ``fallback/<what>``.

        Raises :class:`RecoverableError` if a model or the thesaurus is not available.
        """
        reasons = self.tried.works(shard)
        tried = [work for work, reason in reasons.items() if reason is None]
        _, poems = self.source.poems(shard, tried)
        ranked = dict(self._rank(list(poems), self.recall.sounds_by_language(shard)))
        fallbacks = self._load().fallbacks() if ranked else {}
        refused = sum((poem.refused for poem in ranked.values()), Counter[str]())
        counts = {"in": len(reasons), "out": len(ranked), **{f"refused.{name}": refused[name] for name in refused}}
        counts |= count_raised(reasons.values()) | fallback_counts(fallbacks)
        tables = {
            "synonyms": synonyms_table(ranked, self.task.offered_as, self.masked, self.causal),
            "attempts": attempts_table(reasons, ranked, self.task.offered_as),
        }
        return ShardOutput(tables, counts)

    def release(self) -> None:
        """Unload the models."""
        release_selectors()

    def _rank(self, poems: Sequence[AnnotatedPoem], sounds: SoundsByLanguage) -> Iterator[tuple[str, RankedPoem]]:
        """Yields each poem's work id with its ranked synonyms."""
        thesaurus, both_ways = load_thesaurus(self.thesaurus), self.task.synonym_senses is not None
        strict = self.task.rules == "strict"
        for start in range(0, len(poems), _POEMS_AT_ONCE):
            batch = poems[start : start + _POEMS_AT_ONCE]
            try:
                found = [
                    find_synonyms(poem, sounds(poem.language), thesaurus, both_ways=both_ways, strict=strict)
                    for poem in batch
                ]
            except ThesaurusError as error:
                raise RecoverableError(f"thesaurus: {error}") from None
            yield from zip((poem.work_id for poem in batch), self._rank_batch(batch, found), strict=True)

    def _rank_batch(self, poems: Sequence[AnnotatedPoem], found: Sequence[FoundSynonyms]) -> list[RankedPoem]:
        selectors = self._load()
        from versebench.models.scorers.memory import NotEnoughMemoryError  # imports torch, which is loaded by now

        try:
            return rank_poems(
                poems,
                found,
                selectors,
                whole_words=self.selectors.masked.whole_words,
                senses_in_context=self.task.senses == "in_context",
            )
        except NotEnoughMemoryError as error:
            raise RecoverableError(f"{self.masked.name} or {self.causal.name}: {error}") from None

    def _load(self) -> "LoadedSelectors":
        with recoverable_load("ranking synonyms", f"{self.masked.name} or {self.causal.name}"):
            return load_selectors(self.selectors, self.masked, self.causal)
