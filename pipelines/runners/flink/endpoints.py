"""Addresses at which parts of Flink and Beam listen: whether one answers, and free ports for them."""

import random
import socket
from contextlib import ExitStack, suppress

_PORTS = range(20_000, 32_000)
"""Ports below those that Linux uses for outgoing connections, which could take a port before its server does."""


def listening(endpoint: str, seconds: float) -> bool:
    """Whether ``host:port`` accepts a connection within some seconds; False for an invalid address."""
    host, _, port = endpoint.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=seconds):
            return True
    except (OSError, ValueError):
        return False


def free_ports(count: int) -> list[int]:
    """``count`` different ports of localhost at which nothing listens, or fewer if there are not as many."""
    ports: list[int] = []
    with ExitStack() as servers:  # all are open at once, so that they differ
        for port in random.sample(_PORTS, len(_PORTS)):
            if len(ports) == count:
                break
            with suppress(OSError):
                servers.enter_context(socket.create_server(("localhost", port)))
                ports.append(port)
    return ports
