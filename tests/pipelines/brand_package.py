"""A task of a third kind, whose candidates come from no model. A test installs it as a package; nothing imports it."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pyarrow as pa

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.candidates import SYNONYMS
from versebench.schemas.table import Table
from versebench.storage.commit import ShardOutput
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.candidates.contract import CandidateSource, Request
from versebench.transforms.candidates.poems_to_ask import PoemsToAsk
from versebench.transforms.candidates.registry import candidate_source
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.tasks.registry import task
from versebench.transforms.tasks.splice import splice
from versebench.transforms.tasks.synonyms.candidates import Synonym
from versebench.transforms.tasks.synonyms.ranking import Ranked, RankedPoem
from versebench.transforms.tasks.synonyms.tables import attempts_table, offers_of, synonyms_table
from versebench.transforms.text.draws import Draws


@task
class NameBrand(ModelTask):
    """The end word of the first line becomes a brand."""

    title: ClassVar[str] = "Brand name"
    source: ClassVar[str] = "my-verse"
    candidates: ClassVar[str] = "brands"
    task: Literal["name_brand.v1"] = "name_brand.v1"
    brand: str = "Acme"

    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """Every poem is tried."""
        return None

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Not applicable: ``not_tried``."""
        offers = poem.offers.get(self.offered_as)
        if offers is None or not offers.offered:
            return NotApplicable("not_tried")
        [offered] = offers.offered
        return splice(poem.text, [(offered.start, offered.end, offered.text)], offered.words)


@candidate_source
class Brands(CandidateSource):
    """One brand for each poem."""

    name: ClassVar[str] = "brands"
    asks: ClassVar[str | None] = None
    stage: ClassVar[str] = "brands"
    version: ClassVar[str] = "brands.v1"
    table: ClassVar[Table] = SYNONYMS

    def models(self, settings: Any) -> dict[str, CandidateModelSettings]:
        """None."""
        return {}

    def offers(self, candidates: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:
        """As synonyms."""
        return offers_of(candidates, attempts, label)

    def shard_task(self, request: Request) -> "OfferBrand":
        """Offers the brand of the task."""
        assert isinstance(request.task, NameBrand)
        return OfferBrand(request.poems, request.tried, request.task)


@dataclass(frozen=True)
class OfferBrand:
    """The brand for every poem of a shard that is tried."""

    poems: AnnotatedSource
    tried: PoemsToAsk
    task: NameBrand

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` and ``out``."""
        reasons = self.tried.works(shard)
        _, poems = self.poems.poems(shard, [work for work, reason in reasons.items() if reason is None])
        ranked = {poem.work_id: RankedPoem((Ranked(self.brand(poem), 1.0, -1.0, 1, 1),)) for poem in poems}
        label, nobody = self.task.offered_as, ModelIdentity("none", ".", "0", on_hub=False)
        tables = {
            "synonyms": synonyms_table(ranked, label, nobody, nobody),
            "attempts": attempts_table(reasons, ranked, label),
        }
        return ShardOutput(tables, {"in": len(reasons), "out": len(ranked)})

    def brand(self, poem: AnnotatedPoem) -> Synonym:
        """In the place of the end word of the first line."""
        end = poem.end_words[0]
        assert end is not None
        word = poem.text[end.start : end.end]
        text = poem.text[: end.start] + self.task.brand + poem.text[end.end :]
        return Synonym(0, end, word, self.task.brand, ("town.n.1",), "my-verse", text)

    def release(self) -> None:
        """Holds nothing."""
