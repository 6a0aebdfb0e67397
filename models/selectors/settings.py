"""What a recipe says of the models that choose among synonyms."""

from pydantic import Field

from versebench.models.model_settings import CandidateModelSettings
from versebench.schemas.settings import Settings


class MaskedSelector(CandidateModelSettings):
    """A masked model, whose contextual vectors of words are compared (RANLP 2021, 4.3).

    The vector of a word is the mean over its tokens of the hidden states after ``layer``.
    """

    layer: int = Field(
        -1, description="After which layer: 1 is the first, -1 the last, -2 the one before it; 0 are the embeddings."
    )
    whole_words: bool = Field(
        True,
        description="Whether a synonym must be one token of the model's tokenizer: rare and odd words are cut up.",
    )


class CausalSelector(CandidateModelSettings):
    """A causal model, which gives the poem with each candidate its total log-probability (RANLP 2021, 4.3)."""

    start_token: str | None = Field(None, description="The start token, for a tokenizer that names none.")


class Selectors(Settings):
    """The two models that must agree on a synonym."""

    masked: MaskedSelector = Field(description="The one whose contextual vectors are compared.")
    causal: CausalSelector = Field(description="The one whose log-probabilities of the poem are compared.")
    may_score: bool = Field(
        False,
        description="Whether a selector may also be a scorer of the recipe: it then scores texts that it chose itself.",
    )
