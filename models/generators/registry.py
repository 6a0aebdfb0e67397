"""The loaded generator of a process."""

from threading import Lock

from versebench.models.generators.contract import Generator
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.scorers.identity import ModelIdentity

_LOADED: dict[tuple[GeneratorSettings, ModelIdentity], Generator] = {}
_LOADING = Lock()


def load_generator(settings: GeneratorSettings, identity: ModelIdentity) -> Generator:
    """Return the generator, loaded once per process. A generator that was loaded before is released.

    Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy, and ``ImportError`` without the
    ``score`` extra.
    """
    from versebench.models.generators.load import load_causal_generator

    key = (settings, identity)
    with _LOADING:
        if key not in _LOADED:
            release_generator()
            _LOADED[key] = load_causal_generator(settings, identity)
        return _LOADED[key]


def release_generator() -> None:
    """Release the generator of this process."""
    _LOADED.clear()
