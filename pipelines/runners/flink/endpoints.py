"""Addresses at which parts of Flink and Beam listen: whether one answers, and ports that are free for them."""

import random
import socket
from contextlib import ExitStack, suppress

_PORTS = range(20_000, 32_000)
"""Below those that Linux lends to connections that go out: one of these could take a port before its server does."""


def listening(endpoint: str, seconds: float) -> bool:
    """Whether ``host:port`` takes a connection within some seconds; what is no such address takes none."""
    host, _, port = endpoint.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=seconds):
            return True
    except (OSError, ValueError):
        return False


def free_ports(count: int) -> list[int]:
    """So many different ports of localhost at which nothing listens; fewer where there are no more."""
    found: list[int] = []
    with ExitStack() as held:  # all at once, so that they differ
        for port in random.sample(_PORTS, len(_PORTS)):
            if len(found) == count:
                break
            with suppress(OSError):
                held.enter_context(socket.create_server(("localhost", port)))
                found.append(port)
    return found
