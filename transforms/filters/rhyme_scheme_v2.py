"""The rhyme scheme of the form, verified by rhymes with a class and a distance."""

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

    Each two lines are compared under any of their pronunciations, so that one word may be heard in two ways, and by
    their last words together where the end word is a light one (burn it, sonnet upon it). Whose accent counts, and
    whether rhymes of older verse do, is a setting of the ear. A line that the scheme marks x need not rhyme. Of the
    schemes of a form one must fit; reported is what is wrong with the one of which the fewest lines do not rhyme.
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

        The reason is the first of these that applies; the detail tells of all places that are not in the form.
        """
        if problem := wrong_length(stanza):
            return Refusal("rhyme_scheme.wrong_length", problem)
        schemes = stanza.form.schemes_of(len(stanza.lines))
        rhymes = stanza.hearing.rhymes_of(replace(stanza.hearing.rhymes, guesses=self.guesses))
        best: tuple[str, list[Mismatch]] | None = None
        for scheme in self._in_order(schemes, stanza.lines, rhymes):
            found = list(
                rhymes.mismatches(stanza.lines, scheme, farthest=self.farthest, groups_differ=self.groups_differ)
            )
            if not found:
                return None
            best = best or (scheme, found)
        if best is None:
            return None
        scheme, found = best
        found.sort(key=lambda mismatch: _GRAVITY[mismatch.fault])
        as_scheme = f"as {scheme}: " if len(schemes) > 1 else ""
        return Refusal(f"rhyme_scheme.{found[0].fault}", as_scheme + _detail(found))

    def _in_order(self, schemes: Sequence[str], lines: Sequence[str], rhymes: Rhymes) -> Sequence[str]:
        """The best scheme, and those that may fit as well."""
        if len(schemes) <= 1:
            return schemes
        order = ranked(schemes, rhyme_of(lines, rhymes, self.farthest))
        return [one.scheme for one in order if one.lines_off == order[0].lines_off]


def _detail(found: Sequence[Mismatch]) -> str:
    """Every place, the gravest first; a fault is named where the reason does not name it."""
    parts = []
    for fault, places in groupby(found, key=lambda mismatch: mismatch.fault):
        text = "; ".join(mismatch.found for mismatch in places)
        parts.append(text if fault is found[0].fault else f"{fault}: {text}")
    return "; ".join(parts)
