"""Settings of a masked scorer in a recipe."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.scorers.contract import Scorer, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.convention import Kind, MaskedConvention
from versebench.models.scorers.registry import scorer
from versebench.models.scorers.settings import ScorerSettings


@scorer
class Masked(ScorerSettings):
    """A masked model of Hugging Face (BERT, RoBERTa, ModernBERT): each token from those on both sides."""

    title: ClassVar[str] = "Masked language model"
    family: Literal["masked"] = Field(description="Predicts masked tokens; scores are pseudo-log-likelihoods.")
    precision: Literal["fp32", "bf16", "bf16-then-fp32"] = Field(
        "fp32",
        description="In which the model is computed; bf16-then-fp32 scores again in fp32 whatever lies near a tie.",
    )
    pseudo_log_likelihood: tuple[Kind, ...] = Field(
        ("original",),
        min_length=1,
        description="original: each token is masked alone (Salazar et al. 2020); within-word-l2r: with the later "
        "tokens of its word (Kauf and Ivanova 2023). Each is a convention of its own.",
    )
    line_breaks: Literal["kept", "space"] = Field(
        "space", description="Whether the model sees line breaks, or a space for each."
    )

    @property
    def masked_conventions(self) -> tuple[MaskedConvention, ...]:
        """One for each kind of pseudo-log-likelihood."""
        return tuple(MaskedConvention(self.line_breaks, kind) for kind in dict.fromkeys(self.pseudo_log_likelihood))

    @property
    def conventions(self) -> tuple[str, ...]:
        """The names of the conventions."""
        return tuple(convention.name for convention in self.masked_conventions)

    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:
        """Load the model with its tokenizer."""
        from versebench.models.scorers.masked.load import load_masked

        return load_masked(identity, self.masked_conventions, options)

    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        """Load the tokenizer. WordPiece has an unknown token."""
        from versebench.models.scorers.masked.load import load_masked_vocabulary

        return load_masked_vocabulary(identity, self.masked_conventions[0], own_code=self.run_code_of_the_model)
