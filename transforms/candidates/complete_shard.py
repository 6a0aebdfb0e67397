"""The completions of a shard's poems for one task."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from versebench.models.generators.contract import Generator, TooManyBeamsError
from versebench.models.generators.registry import load_generator, release_generator
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.generators.training_lines import TrainingLines, read_training_lines, training_lines_path
from versebench.models.pronunciation.registry import load_ear
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.storage.commit import ShardOutput
from versebench.transforms.candidates.wanted import Tried, count_raised
from versebench.transforms.mapping.asked_models import fallback_counts
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.stanza import Hearing
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.complete_line import CompleteLine
from versebench.transforms.tasks.completions.attempts import Attempt, attempts
from versebench.transforms.tasks.completions.full_rhyme import dictionary_finder
from versebench.transforms.tasks.completions.method import Asking
from versebench.transforms.tasks.completions.rows import CompletionRows, attempts_table


@dataclass(frozen=True)
class CompleteShard:
    """The completions of every poem of a shard that is to be tried, and an attempt for each of its poems."""

    source: AnnotatedSource
    recall: Recall
    task: CompleteLine
    generator: GeneratorSettings
    identity: ModelIdentity
    seed: int
    tried: Tried

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` poems, ``tried`` of them, ``out`` with a completion; ``runs``; ``refused.<reason>``;
        ``fallback/<what>``.

        Raises :class:`RecoverableError` if the generator cannot be loaded, cannot search as the task asks, or has not
        the memory for it.
        """
        reasons = self.tried.works(shard)
        hearing = self.recall.hearing(shard)
        with _recoverable(self.identity):
            training = self._training_lines()
            made = [Attempt(work, reason) for work, reason in reasons.items() if reason is not None]
            fallbacks: Mapping[str, int] = {}
            if len(made) < len(reasons):
                generator = load_generator(self.generator, self.identity)
                made += self._attempts(generator, shard, reasons, hearing)
                fallbacks = generator.fallbacks()
        made.sort(key=lambda attempt: attempt.work_id)
        written_by = {
            "generator": self.identity.name,
            "revision": self.identity.revision,
            "precision": self.generator.precision,
        }
        completions = CompletionRows(self.task.offered_as, written_by, hearing, training).table(made)
        tables = {"completions": completions, "attempts": attempts_table(made, self.task.offered_as)}
        return ShardOutput(tables, _counts(made) | fallback_counts(fallbacks))

    def release(self) -> None:
        """Let go of the generator."""
        release_generator()

    def _attempts(
        self, generator: Generator, shard: int, reasons: Mapping[str, str | None], hearing: Hearing
    ) -> Iterator[Attempt]:
        _, poems = self.source.poems(shard, [work for work, reason in reasons.items() if reason is None])
        asking = Asking(generator, hearing, self.seed)
        return attempts(poems, self.task, asking, dictionary_finder(load_ear(self.recall.ear), hearing.rhymes))

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
    """What a user can fix, as one message that names the generator and the remedy."""
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
