"""Objects on the stores that Beam can reach, ``gs://`` and ``s3://``, with readable errors.

Requests are retried after transient failures. Any other failure is an :class:`ObjectStoreError` with the path and the
remedy.
"""

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from typing import BinaryIO, TypeVar, cast

from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from versebench.storage import s3
from versebench.storage.beam_files import beam_options, file_systems
from versebench.storage.explained_stream import explained_reader, explained_writer

T = TypeVar("T")

_EXTRAS = {"s3": ("aws", "boto3"), "gs": ("gcp", "google.cloud.storage")}
"""For each scheme, the extra in setup.py and one package of that extra."""
_ATTEMPTS = 4
_LONGEST_WAIT = 20.0


class ObjectStoreError(OSError):
    """A store refused a request or cannot be reached. The message names the path and the remedy."""


def read(path: str) -> bytes:
    """The content of an object. Raises ``FileNotFoundError`` if it does not exist."""
    return _requested(path, lambda: s3.read(path) if _on_s3(path) else _read_stream(path))


def write(path: str, content: bytes) -> None:
    """Write an object. It appears complete or not at all."""
    _requested(path, lambda: s3.write(path, content) if _on_s3(path) else _write_stream(path, content))


def exists(path: str) -> bool:
    """Whether an object exists."""
    return _requested(path, lambda: s3.exists(path) if _on_s3(path) else bool(file_systems().exists(path)))


def open_reader(path: str) -> BinaryIO:
    """A stream that reads an object and can seek. Raises ``FileNotFoundError`` if it does not exist."""
    stream = _requested(path, lambda: s3.open_reader(path) if _on_s3(path) else _opened(path))
    return explained_reader(stream, partial(explained, path))


def open_writer(path: str) -> BinaryIO:
    """A stream that writes an object. The object appears when the stream is closed."""
    stream = _requested(path, lambda: s3.open_writer(path) if _on_s3(path) else _created(path))
    return explained_writer(stream, partial(explained, path))


def match(pattern: str) -> list[tuple[str, int]]:
    """The objects that match a pattern, with their sizes in bytes."""
    return _requested(pattern, lambda: list(s3.match(pattern) if _on_s3(pattern) else _matched(pattern)))


def list_names(directory: str) -> list[str]:
    """Names of the objects directly below a prefix; deeper objects are not listed."""

    def listed() -> list[str]:
        return [path.rsplit("/", 1)[1] for path, _ in _matched(f"{directory}/*")]

    return _requested(directory, lambda: s3.list_names(directory) if _on_s3(directory) else listed())


def tree(directory: str) -> list[tuple[str, int, float]]:
    """All objects below a prefix, with sizes in bytes and times of writing in seconds since 1970."""

    def listed() -> list[tuple[str, int, float]]:
        objects = file_systems().match([f"{directory}/**"])[0].metadata_list
        return [(entry.path, entry.size_in_bytes, entry.last_updated_in_seconds) for entry in objects]

    return _requested(directory, lambda: list(s3.tree(directory)) if _on_s3(directory) else listed())


def delete(paths: list[str]) -> None:
    """Delete objects. Missing objects are ignored."""
    if paths:
        _requested(paths[0], lambda: s3.delete(paths) if _on_s3(paths[0]) else file_systems().delete(paths))


def delete_folder(directory: str) -> None:
    """Delete all objects below a prefix."""

    def deleted() -> None:
        if any(True for _ in _matched(f"{directory}/**")):
            file_systems().delete([f"{directory}/"])

    _requested(directory, lambda: s3.delete_folder(directory) if _on_s3(directory) else deleted())


def _on_s3(path: str) -> bool:
    return path.startswith("s3://")


def _read_stream(path: str) -> bytes:
    with _opened(path) as file:
        return file.read()


def _write_stream(path: str, content: bytes) -> None:
    with _created(path) as file:
        file.write(content)


def _opened(path: str) -> BinaryIO:
    return cast(BinaryIO, file_systems().open(path, compression_type="uncompressed"))


def _created(path: str) -> BinaryIO:
    return cast(BinaryIO, file_systems().create(path, compression_type="uncompressed"))


def _matched(pattern: str) -> Iterator[tuple[str, int]]:
    return ((entry.path, entry.size_in_bytes) for entry in file_systems().match([pattern])[0].metadata_list)


def _requested(path: str, request: Callable[[], T]) -> T:
    with explained(path):
        _check_scheme(path)
        return _with_retries(request)


@contextlib.contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn errors of a store's libraries into :class:`ObjectStoreError` or ``FileNotFoundError``."""
    try:
        yield
    except (FileNotFoundError, ObjectStoreError):
        raise
    except Exception as error:
        if (explanation := _explanation(path, _cause(error))) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from None
        raise ObjectStoreError(f"{path}: {explanation}") from None


def _is_transient(error: BaseException) -> bool:
    """Whether a failure may not recur: the store is busy or has a fault, or the connection failed."""
    code = _status(cause := _cause(error))
    if code is not None:
        return code >= 500 or code in (408, 429)
    return isinstance(cause, ConnectionError) or type(cause).__name__ in _CONNECTION_ERRORS


_CONNECTION_ERRORS = ("ReadTimeoutError", "ConnectionClosedError", "IncompleteReadError", "ResponseStreamingError")
"""Exceptions of the stores' libraries for a broken connection. They are named, as either library may be missing."""


def _with_retries(request: Callable[[], T]) -> T:
    retrying = Retrying(
        retry=retry_if_exception(_is_transient),
        stop=stop_after_attempt(_ATTEMPTS),
        wait=wait_random_exponential(max=_LONGEST_WAIT),
        reraise=True,
    )
    return retrying(request)


def _cause(error: BaseException) -> BaseException:
    """The library's own exception, without Beam's wrapper."""
    from apache_beam.io.filesystem import BeamIOError

    if isinstance(error, BeamIOError) and error.exception_details:
        inner = next(iter(error.exception_details.values()))
        return _cause(inner) if isinstance(inner, BaseException) else error
    return error


def _status(error: BaseException) -> int | None:
    """The HTTP status of an error. botocore has it in the response, Beam and Google in ``code``."""
    response = getattr(error, "response", None)
    code = response.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(response, dict) else None
    code = code if code is not None else getattr(error, "code", None)
    return int(code) if isinstance(code, int) else None


def _explanation(path: str, error: BaseException) -> str | None:
    """The message for an error and its remedy; None if the object does not exist."""
    status, reason = _status(error), " ".join(str(error).split())
    if status == 404 and "bucket does not exist" in reason:
        return f"the bucket does not exist; create it, or check its name{_endpoint(path)}"
    if status == 404:
        return None
    if status in (401, 403):
        return (
            f"access is denied ({reason}); check the credentials in the environment and their permissions on the bucket"
        )
    if status is None and "credentials" in reason.lower():
        return f"there are no credentials ({reason}); {_CREDENTIALS[path.partition('://')[0]]}"
    if status is not None and status >= 500:
        return f"the store reports a fault ({reason}); run again later: committed shards are kept"
    if status is None and not isinstance(error, ValueError):
        return f"the store cannot be reached ({reason}); check the network{_endpoint(path)}"
    return reason


_CREDENTIALS = {
    "s3": "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
    "gs": "run gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS",
}


def _endpoint(path: str) -> str:
    return " and AWS_ENDPOINT_URL" if _on_s3(path) else ""


def _check_scheme(path: str) -> None:
    scheme = path.partition("://")[0]
    if scheme not in _EXTRAS:
        raise ObjectStoreError(f"{path}: {scheme}:// is not supported; give a local path, gs:// or s3://")
    extra, package = _EXTRAS[scheme]
    if not _is_installed(package):
        raise ObjectStoreError(f'{path}: {scheme}:// needs {package}; install "versebench[{extra}]"')
    if scheme == "gs":
        _check_google_credentials(path)


@cache
def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # its parent package is not installed
        return False


def _check_google_credentials(path: str) -> None:
    """Fail at once without credentials: Beam would search for them for minutes and then go on without them."""
    from apache_beam.options.pipeline_options import GoogleCloudOptions

    anonymous = beam_options().view_as(GoogleCloudOptions).no_auth
    if not anonymous and (problem := _google_credentials_problem()) is not None:
        raise ObjectStoreError(f"{path}: there are no credentials ({problem}); {_CREDENTIALS['gs']}")


@cache
def _google_credentials_problem() -> str | None:
    import google.auth
    from google.auth.exceptions import GoogleAuthError

    try:
        google.auth.default()
    except GoogleAuthError as error:
        return str(error).partition(". ")[0]
    return None
