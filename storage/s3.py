"""Objects on S3, through the client that Beam creates from its options.

Beam's own file system is slow: it creates a client for every call, which takes longer than the call. It also requests
the metadata of an object before reading it, and writes even the smallest object in three requests. This module keeps
the client, and reads or writes a complete object in one request. Streams are Beam's.
"""

import copy
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, BinaryIO, cast

from versebench.storage.beam_files import beam_options

_OPTIONS = (
    "s3_access_key_id",
    "s3_secret_access_key",
    "s3_session_token",
    "s3_endpoint_url",
    "s3_region_name",
    "s3_api_version",
    "s3_verify",
    "s3_disable_ssl",
)
_DELETED_AT_ONCE = 1000


def given_options() -> dict[str, Any]:
    """Beam's options for S3 that are set, by name. Beam's local runner does not pass them to its worker processes."""
    options = _options()
    return {name: value for name in _OPTIONS if (value := getattr(options, name))}


def read(path: str) -> bytes:
    """The content of an object."""
    bucket, key = _parts(path)
    content: bytes = _api().get_object(Bucket=bucket, Key=key)["Body"].read()
    return content


def write(path: str, content: bytes) -> None:
    """Write an object. It appears complete or not at all."""
    bucket, key = _parts(path)
    _api().put_object(Bucket=bucket, Key=key, Body=content)


def exists(path: str) -> bool:
    """Whether an object exists; false if the bucket does not exist."""
    from botocore.exceptions import ClientError

    bucket, key = _parts(path)
    try:
        _api().head_object(Bucket=bucket, Key=key)
    except ClientError as error:
        if error.response["ResponseMetadata"]["HTTPStatusCode"] == 404:
            return False
        raise
    return True


def open_reader(path: str) -> BinaryIO:
    """A stream that reads an object and can seek."""
    return cast(BinaryIO, _streams().open(path, "rb"))


def open_writer(path: str) -> BinaryIO:
    """A stream that writes an object. The object appears when the stream is closed."""
    return cast(BinaryIO, _streams().open(path, "wb"))


def match(pattern: str) -> Iterator[tuple[str, int]]:
    """The objects that match a pattern in Beam's syntax, with their sizes in bytes."""
    from apache_beam.io.filesystem import FileSystem

    bucket, key = _parts(pattern)
    objects = _listed(bucket, re.split(r"[\[*?]", key)[0])
    sizes = ((f"s3://{bucket}/{entry['Key']}", int(entry["Size"])) for entry in objects)
    regex = re.compile(FileSystem.translate_pattern(pattern))
    return ((path, size) for path, size in sizes if regex.match(path))


def list_names(directory: str) -> list[str]:
    """Names of the objects directly below a prefix; deeper objects are not listed."""
    bucket, prefix = _parts(directory + "/")
    return [entry["Key"].removeprefix(prefix) for entry in _listed(bucket, prefix, Delimiter="/")]


def tree(directory: str) -> Iterator[tuple[str, int, float]]:
    """All objects below a prefix, with sizes in bytes and times of writing in seconds since 1970."""
    bucket, prefix = _parts(directory + "/")
    objects = _listed(bucket, prefix)
    return ((f"s3://{bucket}/{item['Key']}", int(item["Size"]), item["LastModified"].timestamp()) for item in objects)


def delete(paths: list[str]) -> None:
    """Delete objects of one bucket. Missing objects are ignored."""
    bucket = _parts(paths[0])[0]
    keys = [{"Key": _parts(path)[1]} for path in paths]
    for first in range(0, len(keys), _DELETED_AT_ONCE):
        part = keys[first : first + _DELETED_AT_ONCE]
        _api().delete_objects(Bucket=bucket, Delete={"Objects": part, "Quiet": True})


def delete_folder(directory: str) -> None:
    """Delete all objects below a prefix."""
    bucket, prefix = _parts(directory + "/")
    if paths := [f"s3://{bucket}/{entry['Key']}" for entry in _listed(bucket, prefix)]:
        delete(paths)


def _listed(bucket: str, prefix: str, **more: str) -> Iterator[dict[str, Any]]:
    for page in _api().get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix, **more):
        yield from page.get("Contents", ())


def _parts(path: str) -> tuple[str, str]:
    bucket, _, key = path.removeprefix("s3://").partition("/")
    if not bucket or not key:
        raise ValueError("a path on S3 needs a bucket and a name, for example s3://bucket/folder")
    return bucket, key


def _api() -> Any:
    return _client().client


def _streams() -> Any:
    """Beam's S3 calls with their own client: a client keeps its read position, but shares its connections."""
    from apache_beam.io.aws.s3io import S3IO

    return S3IO(client=copy.copy(_client()))


def _options() -> Any:
    from apache_beam.options.pipeline_options import S3Options

    return beam_options().view_as(S3Options)


def _client() -> Any:
    options = _options()
    return _client_of(tuple((name, getattr(options, name)) for name in _OPTIONS))


@lru_cache(maxsize=4)
def _client_of(options: tuple[tuple[str, Any], ...]) -> Any:
    """Beam's client. Settings that the options leave out come from the environment, as in AWS's own tools."""
    from apache_beam.io.aws.clients.s3.boto3_client import Client

    return Client(dict(options))
