"""Reads files of locked packages."""

import re
from dataclasses import dataclass
from pathlib import Path

_PIN = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>[^\s;\\]+)(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n +--hash=sha256:[0-9a-f]{64})*)$",
    re.MULTILINE,
)


@dataclass(frozen=True, order=True)
class Pin:
    """A package at a version, where it is installed (empty: everywhere), and the sha256 of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...] = ()

    @property
    def unhashed(self) -> "Pin":
        """The same without hashes."""
        return Pin(self.name, self.version, self.marker)


def read_locked(path: Path) -> list[Pin]:
    """The packages that a file names. Raises ``ValueError`` if it contains anything but pins and ``--only-binary``."""
    text = path.read_text(encoding="utf-8")
    pins = [
        Pin(pin["name"], pin["version"], pin["marker"] or "", tuple(re.findall("[0-9a-f]{64}", pin["hashes"])))
        for pin in _PIN.finditer(text)
    ]
    rest = _PIN.sub("", text).replace("--only-binary :all:", "").strip()
    if rest:
        raise ValueError(f"{path}: {rest.splitlines()[0]!r} is no pinned package")
    return pins
