"""How a text is given to a Transformer-XL."""

from dataclasses import dataclass

from versebench.models.scorers.contract import Convention


@dataclass(frozen=True)
class LineEndConvention(Convention):
    """The model has no start token: ``<eos>``, which ended the line before in training, is given and not scored.

    Line breaks are ``kept`` as ``<eos>``, which is scored like a word, or become a ``space``, which is not scored.
    """

    @property
    def name(self) -> str:
        """The name of the convention in every score row."""
        return f"eos-given+line-breaks-{self.line_breaks}"
