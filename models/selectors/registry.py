"""The loaded selectors of a process."""

from threading import Lock
from typing import TYPE_CHECKING

from versebench.models.scorers.identity import ModelIdentity
from versebench.models.selectors.settings import Selectors

if TYPE_CHECKING:
    from versebench.models.selectors.loaded import LoadedSelectors

_LOADED: "dict[tuple[Selectors, ModelIdentity, ModelIdentity], LoadedSelectors]" = {}
_LOADING = Lock()


def load_selectors(settings: Selectors, masked: ModelIdentity, causal: ModelIdentity) -> "LoadedSelectors":
    """Return the two models, loaded once per process. Models that were loaded before are released.

    Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy, and ``ImportError`` without the
    ``score`` extra.
    """
    from versebench.models.selectors.loaded import LoadedSelectors

    key = (settings, masked, causal)
    with _LOADING:
        if key not in _LOADED:
            _LOADED.clear()
            _LOADED[key] = LoadedSelectors(*key)
        return _LOADED[key]


def release_selectors() -> None:
    """Release the models of this process."""
    with _LOADING:
        _LOADED.clear()
