"""The loaded writer of a process."""

from threading import Lock

from versebench.models.generators.contract import Writer
from versebench.models.generators.settings import WriterSettings
from versebench.models.scorers.identity import ModelIdentity

_LOADED: dict[tuple[WriterSettings, ModelIdentity], Writer] = {}
_LOADING = Lock()


def load_writer(settings: WriterSettings, identity: ModelIdentity) -> Writer:
    """The loaded writer of this process; one that was loaded before it is released.

    Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy, and ``ImportError`` without the
    ``score`` extra.
    """
    from versebench.models.generators.load import load_causal_writer

    key = (settings, identity)
    with _LOADING:
        if key not in _LOADED:
            release_writer()
            _LOADED[key] = load_causal_writer(settings, identity)
        return _LOADED[key]


def release_writer() -> None:
    """Let go of the writer of this process."""
    _LOADED.clear()
