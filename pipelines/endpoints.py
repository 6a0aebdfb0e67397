"""Whether something listens at an address, as parts of Flink and Beam are named by theirs."""

import socket


def listening(endpoint: str, seconds: float) -> bool:
    """Whether ``host:port`` takes a connection within some seconds; what is no such address takes none."""
    host, _, port = endpoint.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=seconds):
            return True
    except (OSError, ValueError):
        return False
