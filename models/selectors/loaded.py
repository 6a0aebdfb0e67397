"""The two models of the choice among synonyms, as a process holds them: they answer one question after the other."""

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
    """A masked and a causal model; several threads may ask."""

    def __init__(self, settings: Selectors, masked: ModelIdentity, causal: ModelIdentity) -> None:
        """Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy."""
        self._lock = Lock()
        self._contextual = load_contextual(masked, settings.masked)
        self._convention = _convention(settings.causal)
        self._causal = load_causal(causal, self._convention, _held(settings.causal))

    def vectors(self, words: Sequence[WordInText]) -> list[Vector | Unscored]:
        """The contextual vector of each word; see :class:`versebench.models.selectors.contextual.ContextualVectors`."""
        with self._lock:
            return self._contextual.vectors(words)

    def log_probabilities(self, poems: Sequence[Sequence[str]]) -> list[list[float | Unscored]]:
        """The total log-probability of each text of each poem, in nats, with its line breaks, after a start token.

        Unscored: ``longer_than_context``, ``not_finite``.
        """
        with self._lock:
            found = [scores[self._convention.name] for scores in self._causal.score_units(poems)]
        return [[one.log_probability if isinstance(one, TextScore) else one for one in poem] for poem in found]

    def fallbacks(self) -> dict[str, int]:
        """What did not go as planned in the causal model since this was last asked; see the scorers'."""
        with self._lock:
            return self._causal.fallbacks()


def _convention(settings: CausalSelector) -> PackedConvention:
    return PackedConvention(start_token=settings.start_token)


def _held(settings: CausalSelector) -> LoadOptions:
    return LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
