"""A real S3-compatible server in this process: moto's, on a free port, which counts its requests and can fail."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import boto3
import pytest
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

SECRET = "NotASecretOfAnybodyButLongEnough"
_REFUSED = b"<Error><Code>InvalidAccessKeyId</Code><Message>The key does not exist in our records.</Message></Error>"


@dataclass
class S3Server:
    """The server as the tests see it.

    ``failing`` holds how many of the next requests of a method end in a 503; with ``refusing`` all end in a 403.
    """

    url: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of every request."""
    failing: Counter[str] = field(default_factory=Counter)
    refusing: bool = False

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer a request (WSGI)."""
        method = environ["REQUEST_METHOD"]
        self.asked.append((method, environ["PATH_INFO"]))
        if self.failing[method] > 0:
            self.failing[method] -= 1
            start_response("503 Slow Down", [("Content-Length", "0")])
            return [b""]
        if self.refusing:
            start_response("403 Forbidden", [("Content-Type", "application/xml")])
            return [_REFUSED]
        return self._moto(environ, start_response)

    def __post_init__(self) -> None:
        self._moto = DomainDispatcherApplication(create_backend_app)

    def bucket(self, name: str) -> str:
        """A new bucket, as ``s3://name``."""
        self.api().create_bucket(Bucket=name)
        return f"s3://{name}"

    def api(self) -> Any:
        """boto3's own client."""
        return boto3.client("s3", endpoint_url=self.url)

    def files(self, path: str) -> dict[str, bytes]:
        """The content of every object below a path, by its name there."""
        bucket, _, prefix = path.removeprefix("s3://").partition("/")
        api, prefix = self.api(), prefix and prefix + "/"
        pages = api.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        keys = [one["Key"] for page in pages for one in page.get("Contents", ())]
        return {key.removeprefix(prefix): api.get_object(Bucket=bucket, Key=key)["Body"].read() for key in keys}


@contextmanager
def serving() -> Iterator[S3Server]:
    """A server that the environment names, for this process and those it starts."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    served = S3Server()
    server = make_server("127.0.0.1", 0, served, threaded=True)
    served.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ENDPOINT_URL", served.url)
        environment.setenv("AWS_ACCESS_KEY_ID", "tests")
        environment.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        environment.setenv("AWS_DEFAULT_REGION", "us-east-1")
        yield served
    server.shutdown()
