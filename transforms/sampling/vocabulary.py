"""The papers' vocabulary filter: no unknown token in either text of a pair under any scorer (RANLP 2021, 4.3)."""

from dataclasses import dataclass
from functools import lru_cache

from versebench.models.scorers.contract import ModelLoadError, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings
from versebench.transforms.mapping.failure import RecoverableError


@dataclass(frozen=True)
class VocabularyFilter:
    """The scorers whose tokenizers must know every token of a text; without scorers every text passes.

    ``tasks`` are the versioned names of the tasks whose pairs are filtered; None if all are.
    """

    scorers: tuple[tuple[ScorerSettings, ModelIdentity], ...] = ()
    tasks: frozenset[str] | None = None

    def of_task(self, task: str) -> "VocabularyFilter":
        """The filter for the pairs of a task."""
        return self if self.tasks is None or task in self.tasks else VocabularyFilter()

    def refusal(self, text: str) -> str | None:
        """``unknown_token.<model>`` for the first scorer that does not know all tokens; None if all scorers do."""
        for settings, identity in self.scorers:
            if _unknown_tokens(settings, identity, text):
                return f"unknown_token.{identity.name}"
        return None


@lru_cache(maxsize=256)  # the original of a poem is checked again for every task
def _unknown_tokens(settings: ScorerSettings, identity: ModelIdentity, text: str) -> int:
    return _vocabulary(settings, identity).unknown_tokens(text)


@lru_cache(maxsize=16)
def _vocabulary(settings: ScorerSettings, identity: ModelIdentity) -> Vocabulary:
    try:
        return settings.vocabulary(identity)
    except ImportError as error:
        raise RecoverableError(f"the vocabulary filter needs {error.name}; install versebench[score]") from None
    except ModelLoadError as error:
        raise RecoverableError(str(error)) from None
