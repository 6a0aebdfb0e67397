"""How a Transformer-XL is asked about a text."""

from dataclasses import dataclass

from versebench.models.scorers.contract import Convention


@dataclass(frozen=True)
class LineEndConvention(Convention):
    """The model has no start token: ``<eos>``, which ended the line before in training, is given and not scored.

    Line breaks are ``kept`` as ``<eos>``, which is scored as any word, or are a ``space``, which is none.
    """

    @property
    def name(self) -> str:
        """The convention as it stands in every score row."""
        return f"eos-given+line-breaks-{self.line_breaks}"
