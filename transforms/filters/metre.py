"""A filter by the metre that the form of a poem claims."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.scanner.contract import ScannedVerse
from versebench.models.scanner.registry import load_scanner
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.contract import Beats
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.scansion.verse_words import untagged_words
from versebench.transforms.prosody.stanza import Stanza

SCANNER = "verse-scanner.v1"


@filter_
class Metre(Filter):
    """Refuses a poem whose lines do not have the beats, or whose feet are not those, that its form claims.

    A line fits if one of its readings has the claimed number of beats. The scanner reads lines without parts of speech.
    A poem passes if its form claims no metre that the scanner knows.
    """

    title: ClassVar[str] = "Metre of the form"
    source: ClassVar[str] = "versebench"
    language: ClassVar[str] = ENGLISH.name
    filter: Literal["metre.v1"] = "metre.v1"
    lines_off: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="The largest share of lines that may have another number of beats: 0.2 is one line of a limerick.",
    )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``metre.not_scanned``, ``metre.other_metre`` and ``metre.beats``; the detail names the lines."""
        claimed = stanza.form.beats
        if claimed is None:
            return None
        scansion = load_scanner(SCANNER).scan([untagged_words(stanza.lines, stanza.sounds.pronunciations)])
        if scansion.reason:
            return Refusal("metre.not_scanned", scansion.reason)
        if claimed.metres and scansion.metre not in claimed.metres:
            return Refusal("metre.other_metre", f"{scansion.metre}, not {' or '.join(claimed.metres)}")
        (lines,) = scansion.stanzas
        faults = _faults(lines, claimed)
        if len(faults) <= self.lines_off * len(lines):
            return None
        return Refusal("metre.beats", "; ".join(faults))


def _faults(lines: Sequence[ScannedVerse], claimed: Beats) -> list[str]:
    """Every line without a reading of the claimed number of beats."""
    return [
        f"line {number + 1}: {_beats(line, claimed.of(number))}"
        for number, line in enumerate(lines)
        if all(reading.beats != claimed.of(number) for reading in line.readings)
    ]


def _beats(line: ScannedVerse, claimed: int) -> str:
    if line.best is None:
        return line.reason
    beats = line.best.beats
    return f"{beats} beat{'s' * (beats != 1)}, not {claimed}"
