"""A filter that verifies the rhyme scheme of the form, by rhymes with a class and a distance."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.filters.wrong_length import wrong_length
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.rhymes.choice import ranked, rhyme_of
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault, Mismatch
from versebench.transforms.prosody.stanza import Stanza

_GRAVITY = {fault: place for place, fault in enumerate(Fault)}


@filter_
class RhymeSchemeV2(Filter):
    """Refuses a poem unless every two lines of a rhyme group make a full rhyme: perfect, identical or mosaic.

    Two lines rhyme if they rhyme under any of their pronunciations, so that one word may count with several, or if
    their last words together do when the end word is a light one (burn it, sonnet upon it). The recipe's key ``ear``
    sets the accent, and whether rhymes of older verse count. A line that the scheme marks x need not rhyme. If a form
    has several schemes, one of them must fit; the detail describes the faults against the scheme in which the fewest
    lines lack a rhyme.
    """

    title: ClassVar[str] = "Rhyme scheme, full rhymes"
    source: ClassVar[str] = "RANLP 2021, 4.1; JCLS 2022, 2.5; mosaic rhymes, accents and licences are versebench's"
    counts_lines: ClassVar[bool] = True
    filter: Literal["rhyme_scheme.v2"] = "rhyme_scheme.v2"
    farthest: float = Field(
        default=FARTHEST,
        ge=0,
        le=FARTHEST,
        description="The farthest full rhyme that counts: 0 asks that stressed sounds agree today, 0.05 lets a vowel "
        "rhyme that the verse alone stresses (eternity/tea), 0.1 the historical ones too. No slant rhyme counts.",
    )
    groups_differ: bool = Field(
        default=False,
        description="Whether lines of different groups must not rhyme, so that AAAAA is refused as AABBA.",
    )
    guesses: bool = Field(
        default=True,
        description="Whether the guess of a model counts as a pronunciation of a word that is in no dictionary.",
    )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """``rhyme_scheme.wrong_length``, ``.no_pronunciation``, ``.only_guessed``, ``.no_rhyme`` or ``.groups_rhyme``.

        The reason is the first of these that applies; the detail lists all places that break the scheme.
        """
        if problem := wrong_length(stanza):
            return Refusal("rhyme_scheme.wrong_length", problem)
        schemes = stanza.form.schemes_of(len(stanza.lines))
        rhymes = stanza.sounds.rhymes_of(replace(stanza.sounds.rhymes, guesses=self.guesses))
        best: tuple[str, list[Mismatch]] | None = None
        for scheme in self._in_order(schemes, stanza.lines, rhymes):
            faults = list(
                rhymes.mismatches(stanza.lines, scheme, farthest=self.farthest, groups_differ=self.groups_differ)
            )
            if not faults:
                return None
            best = best or (scheme, faults)
        if best is None:
            return None
        scheme, faults = best
        faults.sort(key=lambda mismatch: _GRAVITY[mismatch.fault])
        as_scheme = f"compared with {scheme}: " if len(schemes) > 1 else ""
        return Refusal(f"rhyme_scheme.{faults[0].fault}", as_scheme + _detail(faults))

    def _in_order(self, schemes: Sequence[str], lines: Sequence[str], rhymes: Rhymes) -> Sequence[str]:
        """The schemes in which the fewest lines lack a rhyme, in the order of the form."""
        if len(schemes) <= 1:
            return schemes
        order = ranked(schemes, rhyme_of(lines, rhymes, self.farthest))
        return [option.scheme for option in order if option.unrhymed == order[0].unrhymed]


def _detail(mismatches: Sequence[Mismatch]) -> str:
    """Every place, the gravest first; the name of a fault precedes its places unless it is the reason."""
    parts = []
    for fault, places in groupby(mismatches, key=lambda mismatch: mismatch.fault):
        text = "; ".join(mismatch.description for mismatch in places)
        parts.append(text if fault is mismatches[0].fault else f"{fault}: {text}")
    return "; ".join(parts)
