"""A filter that keeps classical Chinese verse in either script: no notes, lost characters, or letters."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.languages.classical_chinese.language import CLASSICAL_CHINESE
from versebench.transforms.prosody.languages.classical_chinese.script import text_problem
from versebench.transforms.prosody.stanza import Stanza


@filter_
class ChineseText(Filter):
    """Refuses what classical_text.v1 refuses, but for simplified characters; other languages pass.

    Such poems need `ingest.simplified: accept` too.
    """

    title: ClassVar[str] = "Chinese text"
    source: ClassVar[str] = "versebench; what the collections of chinese-poetry hold beside verse"
    filter: Literal["chinese_text.v1"] = "chinese_text.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``chinese_text.note``, ``.lacuna`` and ``.letters``; the gravest, with line and sign."""
        if stanza.sounds.language.name != CLASSICAL_CHINESE.name:
            return None
        problem = text_problem(stanza.lines)
        if problem is None or problem.reason == "script":
            return None
        return Refusal(f"chinese_text.{problem.reason}", str(problem))
