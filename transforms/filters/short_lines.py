"""A filter that requires the short lines of the form to have fewer syllables than all other lines."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.filters.wrong_length import wrong_length
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


@filter_
class ShortLines(Filter):
    """Refuses a limerick unless max(syllables of lines 3, 4) < min(syllables of lines 1, 2, 5)."""

    title: ClassVar[str] = "Short third and fourth lines"
    source: ClassVar[str] = "RANLP 2021, 4.1 (b); the paper's '2nd and 3rd' is a slip for 3rd and 4th"
    counts_lines: ClassVar[bool] = True
    filter: Literal["short_lines.v1"] = "short_lines.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``short_lines.wrong_length``, ``.unknown_word`` with the word, ``.not_shorter`` with all counts."""
        if problem := wrong_length(stanza):
            return Refusal("short_lines.wrong_length", problem)
        counts: list[int] = []
        for line in range(len(stanza.lines)):
            syllables = stanza.syllables(line)
            if isinstance(syllables, str):
                return Refusal("short_lines.unknown_word", f"line {line + 1}: {syllables}")
            counts.append(syllables)
        short = [counts[line] for line in stanza.form.short_lines]
        long = [count for line, count in enumerate(counts) if line not in stanza.form.short_lines]
        if max(short, default=0) < min(long, default=1):
            return None
        return Refusal("short_lines.not_shorter", "syllables " + " ".join(map(str, counts)))
