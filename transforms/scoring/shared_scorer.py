"""One model for all worker processes of a machine, for models of which only one fits.

Whoever asks first starts a process that loads it, over Beam's own means for it; every worker asks that process, which
answers one after the other. It ends when the last worker lets go of it, or with the worker that started it. It listens
on this machine alone, and takes orders only from who can read the key in a folder that is this user's own.
"""

import contextlib
import os
import secrets
import stat
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from threading import Lock, Timer
from typing import Any

from apache_beam.utils import multi_process_shared
from apache_beam.utils.multi_process_shared import MultiProcessShared

from versebench.models.scorers.contract import ModelLoadError, Precision, Scorer, UnitScores
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.loaded import load_scorer, release_scorer
from versebench.models.scorers.settings import ScorerSettings
from versebench.transforms.mapping.asked_models import recoverable_load
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.text.keys import hash_id

_Key = tuple[ScorerSettings, ModelIdentity, Precision]
_HELD: dict[_Key, tuple[MultiProcessShared, Any]] = {}
_ASKING = Lock()
_ATTEMPTS, _LAST_ANSWER = 5, 0.2
"""How often a process that is just ending is asked again, and the seconds that it takes for its last answer."""


class SharedScorerError(Exception):
    """The process that loads the machine's model raised what nobody expected; the message is its traceback."""


class ServedScorer:
    """The machine's model as its process holds it, or why it could not be loaded; the process ends with it.

    ``address`` is the file by which workers find the process.
    """

    def __init__(self, settings: ScorerSettings, identity: ModelIdentity, precision: Precision, address: str) -> None:
        self._address = address
        self._scorer: Scorer | None = None
        self._workers, self._counting = 0, Lock()
        self._said: str | None = None
        self._raised: str | None = None
        try:
            with recoverable_load("scoring", identity.name):
                self._scorer = load_scorer(settings, identity, precision)
        except (RecoverableError, OSError) as error:
            self._said = str(error)
        except Exception:  # A defect of any kind: it must reach who asked, with its traceback.
            self._raised = traceback.format_exc()

    def join(self) -> bool:
        """Count one worker more; False where the last has left and the process is ending."""
        with self._counting:
            ending = self._workers < 0
            self._workers += not ending
            return not ending

    def leave(self) -> None:
        """One worker fewer; with the last, the memory goes back, that of an accelerator too."""
        with self._counting:
            self._workers -= 1
            if self._workers > 0:
                return
            self._workers = -1
        with contextlib.suppress(OSError):
            os.remove(self._address)
        release_scorer()
        Timer(_LAST_ANSWER, os._exit, (0,)).start()

    def problem(self) -> str | None:
        """Why there is no model, if a user can do something about it."""
        return self._said

    def defect(self) -> str | None:
        """The traceback of what was raised while the model was loaded, if a user can do nothing about it."""
        return self._raised

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """As the scorer's own."""
        return self._loaded().score_units(units, tokens=tokens)

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """As the scorer's own."""
        return self._loaded().pieces(token_ids)

    def fallbacks(self) -> Mapping[str, int]:
        """As the scorer's own."""
        return self._loaded().fallbacks()

    def _loaded(self) -> Scorer:  # no property: Beam's server asks an object for all its attributes
        assert self._scorer is not None
        return self._scorer


def shared_scorer(settings: ScorerSettings, identity: ModelIdentity, precision: Precision) -> Scorer:
    """The machine's model, loaded for whoever asks first; this process lets go of one that it held before.

    Raises :class:`ModelLoadError` with the remedy.
    """
    key = (settings, identity, precision)
    with _ASKING:
        if key not in _HELD:
            _release()
            _HELD[key] = _acquired(key)
        scorer: Scorer = _HELD[key][1]
        return scorer


def release_shared_scorer() -> None:
    """Let go of the machine's model; its process lets go of it with the last worker."""
    with _ASKING:
        _release()


def _acquired(key: _Key) -> tuple[MultiProcessShared, Any]:
    settings, identity, precision = key
    folder = _private_folder()
    multi_process_shared.AUTH_KEY = _secret(folder)  # Beam's own is the same for everybody.
    tag = hash_id("shared-scorer", settings.model_dump_json(), identity.location, identity.revision, precision)
    constructor = partial(ServedScorer, *key, os.path.join(folder, f"{tag}.address"))
    for _ in range(_ATTEMPTS):
        shared = MultiProcessShared(constructor, tag, path=folder, spawn_process=True)
        with contextlib.suppress(ConnectionError, EOFError, FileNotFoundError):  # It was just ending.
            return shared, _asked(shared)
        time.sleep(_LAST_ANSWER)
    raise ModelLoadError(f"{identity.name}: the process of this model ends repeatedly; run fewer workers")


def _asked(shared: MultiProcessShared) -> Any:
    scorer = shared.acquire()
    if not scorer.join():
        raise EOFError
    problem, defect = scorer.problem(), scorer.defect()
    if problem is not None or defect is not None:
        scorer.leave()
        raise ModelLoadError(problem) if defect is None else SharedScorerError(defect)
    return scorer


def _release() -> None:
    while _HELD:
        _, scorer = _HELD.popitem()[1]
        with contextlib.suppress(ConnectionError, EOFError):  # Its process is gone already.
            scorer.leave()


def _private_folder() -> str:
    """A folder of this user's own, in which the workers of the machine find each other."""
    folder = os.path.join(tempfile.gettempdir(), f"versebench-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise ModelLoadError(
            f"{folder} is not a private folder of this user; delete it, or set TMPDIR to another folder"
        )
    return folder


def _secret(folder: str) -> bytes:
    path = os.path.join(folder, "key")
    attempt = f"{path}.{secrets.token_hex(8)}"
    with open(os.open(attempt, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(32))
    with contextlib.suppress(FileExistsError):
        os.link(attempt, path)  # The first one stays.
    os.remove(attempt)
    with open(path, "rb") as file:
        return file.read()
