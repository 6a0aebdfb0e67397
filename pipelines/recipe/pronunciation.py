"""The section ``ear`` of a recipe: pronunciations, syllables, and what counts as a rhyme."""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from versebench.models.pronunciation.registry import PRONOUNCERS
from versebench.schemas.settings import Settings
from versebench.transforms.prosody.rhymes.settings import Accent, Edition, RhymeSettings
from versebench.transforms.prosody.syllables import COUNTERS

PROFILES_OF_TODAY = ("versebench", "verse")
"""Profiles with which lines rhyme by default as most readers of today hear them: in American or British speech."""

_OF_TODAY = {"pronunciations": "verse-ear.v2", "rhymes": "rhymes.v2", "accent": "either"}


class PronunciationSettings(Settings):
    """How words are pronounced and what counts as a rhyme, for the filters and in the annotation.

    A recipe with a profile of :data:`PROFILES_OF_TODAY` has other defaults than these, see :func:`with_defaults`.
    """

    pronunciations: Literal[tuple(PRONOUNCERS)] = Field(  # type: ignore[valid-type]
        "verse-ear",
        description="Where pronunciations come from: from CMUdict alone, as in the papers, or also from spelling rules "
        "for verse and a model that guesses the rest. `verse-ear.v2` has several guesses for a word, reads "
        "abbreviations as words, and takes a doubtful rule only where the model agrees. If `ear` names none of "
        "`pronunciations`, `accent` and `rhymes`, and the profile is `versebench` or `verse`, these are "
        "`verse-ear.v2`, `either` and `rhymes.v2`.",
    )
    syllables: Literal[tuple(COUNTERS)] = Field(  # type: ignore[valid-type]
        "pronunciation",
        description="How syllables are counted: by the vowels of the pronunciation (for a guessed word, by those that "
        "the model expects from its spelling), or from the spelling alone by the character LSTM of RANLP 2021, A.3.",
    )
    accent: Literal["american", "british", "either"] = Field(
        "american",
        description="The accent in which lines rhyme. British sounds count in addition to American ones, so that "
        "`british` and `either` are the same.",
    )
    rhymes: Literal["rhymes.v1", "rhymes.v2"] = Field(
        "rhymes.v1",
        description="The rules of rhyme. `rhymes.v2` also hears rhymes from the primary stress, mosaic rhymes on any "
        "monosyllable, -nts as -ns and full vowels that the verse stresses, and shows guesses in its messages.",
    )
    historical: bool = Field(
        False, description="Whether rhymes of older verse also count: love/prove, join/line, obey/tea."
    )

    lexicon: str | None = Field(
        None,
        min_length=1,
        description="File of your own words, relative to the working folder: rows of a word and its phones "
        "(`Vloon, V L UW1 N`) or a word that it rhymes with (`Vloon, rhymes with moon`), separated by commas, "
        "semicolons or tabs. They come before every other source, with the origin `lexicon`. The path is not part of "
        "a run: the entries are.",
    )

    @property
    def rhyme_settings(self) -> RhymeSettings:
        """The accent, and whether historical rhymes count."""
        return RhymeSettings(Accent(self.accent), self.historical, edition=Edition(self.rhymes))

    @model_serializer(mode="wrap")
    def _without_younger_defaults(self, values: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out a key that older versions lack if it has its default, so that run ids and releases stay equal."""
        dumped: dict[str, Any] = values(self)
        return {
            name: value
            for name, value in dumped.items()
            if (name, value) not in (("rhymes", "rhymes.v1"), ("lexicon", None))
        }


def with_defaults(ear: Any, profile: Any) -> Any:
    """The values of the section ``ear`` with the defaults of a profile.

    A section that names one of the three keys keeps the older defaults for the others, as every recipe that a release
    contains names them.
    """
    if profile not in PROFILES_OF_TODAY or not isinstance(ear, dict) or not _OF_TODAY.keys().isdisjoint(ear):
        return ear
    return {**ear, **_OF_TODAY}
