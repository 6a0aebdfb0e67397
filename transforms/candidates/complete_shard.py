"""Completions: the last lines that a generator writes for the poems of a shard."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

import pyarrow as pa

from versebench.models.generators.contract import Generator, TooManyBeamsError
from versebench.models.generators.registry import load_generator, release_generator
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.generators.training_lines import TrainingLines, read_training_lines, training_lines_path
from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.candidates import COMPLETIONS
from versebench.schemas.table import Table
from versebench.storage.commit import ShardOutput
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.candidates.contract import CandidateSource, Request
from versebench.transforms.candidates.poems_to_ask import PoemsToAsk, count_raised
from versebench.transforms.candidates.registry import candidate_source
from versebench.transforms.mapping.asked_models import fallback_counts
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.lexicon.recall import Recall, SoundsByLanguage
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.completions.accept import ACCEPTANCE, dictionary_finder
from versebench.transforms.tasks.completions.attempts import Attempt, attempts
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.prompts import GenerationContext
from versebench.transforms.tasks.completions.rows import CompletionRows, attempts_table, offers_of
from versebench.transforms.tasks.completions.well_formed import WELL_FORMED

_ORDER = [("work_id", "ascending"), ("completion", "ascending")]


@candidate_source
class Completions(CandidateSource):
    """Candidates that are last lines, written by the recipe's generator."""

    name: ClassVar[str] = "completions"
    asks: ClassVar[str | None] = "generator"
    stage: ClassVar[str] = "complete"
    version: ClassVar[str] = "complete.v1"
    table: ClassVar[Table] = COMPLETIONS

    def models(self, settings: GeneratorSettings) -> dict[str, CandidateModelSettings]:
        """The generator."""
        return {"generator": settings}

    def inputs(self, request: Request) -> dict[str, Any]:
        """The rules of acceptance, and the hash of the lines that the generator was trained on; None if none are named.

        Raises ``TypeError`` if the requesting task is not a :class:`CompleteLine`.
        """
        task, named, training_lines = _task(request), request.settings.training_lines, None
        if named is not None:
            lines = training_lines_path(request.identities["generator"], named).read_bytes()
            training_lines = hashlib.sha256(lines).hexdigest()
        rules = [ACCEPTANCE, WELL_FORMED] if task.lines == "well_formed" else [ACCEPTANCE]
        return {"training_lines": training_lines, "acceptance": rules}

    def offers(self, candidates: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:
        """Each completion, as a replacement of the whole last line."""
        return offers_of(candidates, attempts, poems, label)

    def shard_task(self, request: Request) -> "CompleteShard":
        """Returns the task that completes the last lines of a shard.

        Raises ``TypeError`` if the requesting task is not a :class:`CompleteLine`.
        """
        return CompleteShard(
            request.poems,
            request.recall,
            _task(request),
            request.settings,
            request.identities["generator"],
            request.seed,
            request.tried,
        )


def _task(request: Request) -> CompleteLine:
    task = request.task
    if not isinstance(task, CompleteLine):
        raise TypeError(f"{task.task} has candidates {Completions.name!r}, so it must be a subclass of CompleteLine")
    return task


@dataclass(frozen=True)
class CompleteShard:
    """Completes the last line of each poem of a shard that the generator is asked about, and notes every attempt."""

    source: AnnotatedSource
    recall: Recall
    task: CompleteLine
    generator: GeneratorSettings
    identity: ModelIdentity
    seed: int
    tried: PoemsToAsk

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``completions`` and ``attempts``; these have a row for every poem of the shard.

        Counts: ``in`` poems, ``tried`` ones, ``out`` poems with a completion; ``runs`` of the search;
        ``refused.<reason>`` hypotheses; ``fallback/<what>``.

        Raises :class:`RecoverableError` if the generator cannot be loaded, does not support the task's search, or runs
        out of memory.
        """
        reasons = self.tried.works(shard)
        sounds = self.recall.sounds_by_language(shard)
        with _recoverable(self.identity):
            training = self._training_lines()
            made = [Attempt(work, reason) for work, reason in reasons.items() if reason is not None]
            by_language: dict[str, list[Attempt]] = {}
            fallbacks: Mapping[str, int] = {}
            if len(made) < len(reasons):
                generator = load_generator(self.generator, self.identity)
                by_language = self._attempts(generator, shard, reasons, sounds)
                fallbacks = generator.fallbacks()
        made = sorted(chain(made, *by_language.values()), key=lambda attempt: attempt.work_id)
        written_by = {
            "generator": self.identity.name,
            "revision": self.identity.revision,
            "precision": self.generator.precision,
        }
        tables_of_languages = [
            CompletionRows(self.task.offered_as, written_by, sounds(language), training).table(in_language)
            for language, in_language in by_language.items()
        ]
        completions = pa.concat_tables([COMPLETIONS.empty(), *tables_of_languages])
        tables = {"completions": completions.sort_by(_ORDER), "attempts": attempts_table(made, self.task.offered_as)}
        return ShardOutput(tables, _counts(made) | fallback_counts(fallbacks))

    def release(self) -> None:
        """Unload the generator."""
        release_generator()

    def _attempts(
        self, generator: Generator, shard: int, reasons: Mapping[str, str | None], sounds: SoundsByLanguage
    ) -> dict[str, list[Attempt]]:
        """The attempts at the poems of each language, which rhyme by the sounds of this language."""
        _, poems = self.source.poems(shard, [work for work, reason in reasons.items() if reason is None])
        by_language: dict[str, list[AnnotatedPoem]] = {}
        for poem in poems:
            by_language.setdefault(poem.language, []).append(poem)
        made = {}
        for language, in_language in by_language.items():
            asking = GenerationContext(generator, sounds(language), self.seed)
            pronouncer = self.recall.pronouncer(LANGUAGES[language])
            finder = dictionary_finder(pronouncer, self.recall.rhymes)
            made[language] = list(attempts(in_language, self.task, asking, finder))
        return made

    def _training_lines(self) -> TrainingLines | None:
        named = self.generator.training_lines
        return None if named is None else read_training_lines(training_lines_path(self.identity, named))


def _counts(made: list[Attempt]) -> dict[str, int]:
    refused: Counter[str] = Counter()
    for attempt in made:
        refused.update(attempt.refused)
    return {
        "in": len(made),
        "tried": sum(attempt.reason is None for attempt in made),
        "out": sum(len(attempt.kept) > 0 for attempt in made),
        "runs": sum(attempt.runs for attempt in made),
        **{f"refused.{reason}": count for reason, count in refused.items()},
        **count_raised(attempt.reason for attempt in made),
    }


@contextmanager
def _recoverable(identity: ModelIdentity) -> Iterator[None]:
    """Turn failures that a user can fix into a message that names the generator and the remedy."""
    try:
        yield
    except ImportError as error:
        raise RecoverableError(f"completions need {error.name}; install versebench[score]") from None
    except ModelLoadError as error:
        raise RecoverableError(str(error)) from None
    except TooManyBeamsError as error:
        raise RecoverableError(f"{identity.name}: {error}") from None
    except Exception as error:
        from versebench.models.scorers.memory import NotEnoughMemoryError

        if isinstance(error, NotEnoughMemoryError):
            raise RecoverableError(f"{identity.name}: {error}") from None
        raise
