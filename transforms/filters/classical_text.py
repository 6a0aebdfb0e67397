"""A filter that keeps classical Chinese verse only: no notes, lost characters, letters, or simplified characters."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.languages.classical_chinese.language import CLASSICAL_CHINESE
from versebench.transforms.prosody.languages.classical_chinese.script import text_problem
from versebench.transforms.prosody.stanza import Stanza


@filter_
class ClassicalText(Filter):
    """Refuses a poem with an editor's note or title marks, signs for lost characters, letters, or simplified script.

    Poems in other languages pass, so that a corpus of several languages can use it.
    """

    title: ClassVar[str] = "Classical text"
    source: ClassVar[str] = "versebench; what the collections of chinese-poetry hold beside verse"
    filter: Literal["classical_text.v1"] = "classical_text.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``classical_text.note``, ``.lacuna``, ``.letters``, ``.script``; the gravest, with line and sign."""
        if stanza.sounds.language.name != CLASSICAL_CHINESE.name:
            return None
        problem = text_problem(stanza.lines)
        return None if problem is None else Refusal(f"classical_text.{problem.reason}", str(problem))
