"""The registry of detectors of rhymes, by versioned name.

To add one, write its module with the decorator :func:`detector`, and append the module here.
"""

from typing import TypeVar

from versebench.schemas.registration import Registry
from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector

DETECTORS: Registry[RhymeDetector] = Registry(
    "detector of rhymes",
    (
        "versebench.transforms.prosody.rhyme_density.hirjee_brown",
        "versebench.transforms.prosody.rhyme_density.verse_rhymes",
        "versebench.transforms.prosody.rhyme_density.rhyme_factor",
    ),
)

DEFAULT = "verse-rhymes.v1"

Kind = TypeVar("Kind", bound=type[RhymeDetector])


def detector(kind: Kind) -> Kind:
    """Class decorator that registers a detector, made with its defaults, under its ``name``."""
    DETECTORS.add(kind.name, kind(), kind.__module__)
    return kind
