"""Errors of the exchange with Zenodo."""


class ZenodoError(Exception):
    """Zenodo or the network failed, or Zenodo would refuse something. The message says what to do."""


class RefusedError(ZenodoError):
    """The server refused a request and would refuse it again; ``status`` is the HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class TokenError(ZenodoError):
    """There is no usable token."""
