"""What can go wrong between this machine and Zenodo."""


class ZenodoError(Exception):
    """Zenodo or the network stands in the way, or something that Zenodo would not take; the message has the remedy."""


class RefusedError(ZenodoError):
    """The server refuses a request, and would refuse it again; ``status`` is its HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class TokenError(ZenodoError):
    """There is no token that could be used."""
