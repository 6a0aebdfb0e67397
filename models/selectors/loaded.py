"""The two loaded models that choose among synonyms. They answer one call at a time."""

from collections.abc import Sequence
from threading import Lock

from versebench.models.scorers.contract import TextScore, Unscored
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.packed.convention import PackedConvention
from versebench.models.scorers.packed.load import load_causal
from versebench.models.selectors.contextual import load_contextual
from versebench.models.selectors.contract import Vector, WordInText
from versebench.models.selectors.settings import CausalSelector, Selectors


class LoadedSelectors:
    """A masked and a causal model, safe for several threads."""

    def __init__(self, settings: Selectors, masked: ModelIdentity, causal: ModelIdentity) -> None:
        """Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy."""
        self._lock = Lock()
        self._contextual = load_contextual(masked, settings.masked)
        self._convention = _convention(settings.causal)
        self._causal = load_causal(causal, self._convention, _held(settings.causal))

    def vectors(self, words: Sequence[WordInText]) -> list[Vector | Unscored]:
        """Return contextual vectors of words; see :class:`versebench.models.selectors.contextual.ContextualVectors`."""
        with self._lock:
            return self._contextual.vectors(words)

    def log_probabilities(self, poems: Sequence[Sequence[str]]) -> list[list[float | Unscored]]:
        """Return the total log-probability of each text of each poem, in nats, with line breaks, after a start token.

        Reasons of unscored texts: ``longer_than_context``, ``not_finite``.
        """
        with self._lock:
            scored = [scores[self._convention.name] for scores in self._causal.score_units(poems)]
        return [[text.log_probability if isinstance(text, TextScore) else text for text in poem] for poem in scored]

    def fallbacks(self) -> dict[str, int]:
        """Return the fallbacks of the causal model since the last call."""
        with self._lock:
            return self._causal.fallbacks()


def _convention(settings: CausalSelector) -> PackedConvention:
    return PackedConvention(start_token=settings.start_token)


def _held(settings: CausalSelector) -> LoadOptions:
    return LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
