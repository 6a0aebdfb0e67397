"""Listen for requests to an application until the process is stopped."""

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

_KEEP_ALIVE_SECONDS = 75
"""How long a connection waits for the next request: longer than most judges, and most proxies, need."""


def listen(app: ASGIApp, host: str, port: int, started: Callable[[str], None]) -> bool:
    """Answer requests until Ctrl-C or a signal of termination; whether the port could be opened.

    ``started`` receives the address. Open requests are answered before the end.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
    )
    server = _Server(config, started)
    server.run()
    return server.started


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[str], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            [opened, *_] = self.servers[0].sockets
            self._when_started(f"http://{self.config.host}:{opened.getsockname()[1]}")
