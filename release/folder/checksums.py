"""SHA256SUMS, in the layout of ``sha256sum``."""

import hashlib
from collections.abc import Mapping

NAME = "SHA256SUMS"


def sha256(content: bytes) -> str:
    """The sha256 of some bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def write(digests: Mapping[str, str]) -> str:
    """The text of SHA256SUMS from digests by file name."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))


def read(text: str) -> dict[str, str]:
    """Digests by file name. Raises ``ValueError`` if a line is not a checksum."""
    digests = {}
    for line in text.splitlines():
        digest, separator, name = line.partition("  ")
        if not separator or len(digest) != 64:
            raise ValueError(f"{NAME}: {line[:80]!r} is not a checksum with a file name")
        digests[name] = digest
    return digests
