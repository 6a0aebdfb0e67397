"""Settings of a ghostwriting recipe: verses, artists, rhymes, similarity, points; and the profiles that fill them."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from versebench.schemas.registration import NameIn
from versebench.schemas.settings import Settings
from versebench.transforms.ghostwriting import vectors
from versebench.transforms.lyrics import tokenizers
from versebench.transforms.prosody.rhyme_density import registry as detectors
from versebench.transforms.prosody.rhyme_density import weightings


class Verses(Settings):
    """How works are cut into verses, and which verses are kept."""

    cut: Literal["auto", "sections", "stanzas"] = Field(
        "auto",
        description="Where a work is cut: at the headings of its sections, or at stanzas; `auto`: sections for the "
        "format lyrics-archive, stanzas for all others.",
    )
    lines: int = Field(
        16, ge=1, le=1_000, description="Lines up to which whole stanzas go together; a longer stanza is cut here."
    )
    fewest_tokens: int = Field(20, ge=1, description="A verse with fewer tokens is refused.")
    tokens: Annotated[str, NameIn(tokenizers.TOKENIZERS)] = Field(
        tokenizers.DEFAULT, description="Tokenizer by its versioned name."
    )


class Artists(Settings):
    """Whose verses are used."""

    names: list[str] | None = Field(None, description="Only these artists; null: all authors of the sources.")
    fewest_verses: int = Field(50, ge=2, description="An artist with fewer verses is refused.")
    map: dict[str, str] = Field(
        default_factory=dict,
        description="Other names of artists, each with the name that counts: {Biggie: Notorious B.I.G.}. A key may "
        "begin with a source and a colon, {second:J. Smith: J. Smith (the younger)}, to tell two artists of one name "
        "apart. A guest's verses go to the artist only if the map has the guest's name.",
    )


class Rhyme(Settings):
    """How rhymes are found."""

    detector: Annotated[str, NameIn(detectors.DETECTORS)] = Field(
        detectors.DEFAULT, description="Detector of rhymes, whose densities are compared."
    )
    guesses: bool = Field(True, description="Whether words count that only a model can pronounce.")


class Similarity(Settings):
    """How verses are compared."""

    weighting: Annotated[str, NameIn(vectors.WEIGHTINGS)] = Field(
        vectors.DEFAULT, description="Weighting of the tokens of tf-idf vectors."
    )
    near: float = Field(
        0.5, gt=0, le=1, description="Verses of an artist that share so many of their word pairs are one cluster."
    )


class Points(Settings):
    """The points of the regression over iterations. The points of n-gram models are their orders."""

    every: int = Field(2_000, ge=1, description="Iterations from one point to the next.")
    last: int = Field(16_000, ge=0, description="The last point, which holds all later iterations too.")


Weighting = Annotated[str, NameIn(weightings.WEIGHTINGS)]


@dataclass(frozen=True)
class Profile:
    """What a profile sets, unless the recipe says otherwise."""

    detector: str
    similarity: str
    weighting: str
    tokens: str


PROFILES: dict[str, Profile] = {
    "versebench": Profile(detectors.DEFAULT, vectors.DEFAULT, weightings.DEFAULT, tokenizers.DEFAULT),
    "potash2016": Profile("hirjee-brown.v1", "potash2016", "weighted-mean", "treebank.v1"),
}
"""``potash2016`` follows the paper: repeated words rhyme, entropy weighs verses in means, and tokens are NLTK's."""
