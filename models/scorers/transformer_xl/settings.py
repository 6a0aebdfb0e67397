"""Settings of a Transformer-XL in a recipe."""

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from versebench.models.scorers.contract import Scorer, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.registry import scorer
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.transformer_xl.convention import LineEndConvention


@scorer
class TransformerXl(ScorerSettings):
    """A Transformer-XL, by a port of our own, in fp32 on the processor."""

    title: ClassVar[str] = "Transformer-XL"
    family: Literal["transformer-xl"] = Field(description="Transformer-XL, which remembers earlier segments.")
    precision: Literal["fp32"] = Field("fp32", description="The one precision that there is.")
    line_breaks: Literal["kept", "space"] = Field(
        "kept", description="Whether the model sees line breaks, as <eos>, or a space for each."
    )

    @model_validator(mode="after")
    def _on_the_processor(self) -> "TransformerXl":
        if self.engine.name != "torch" or self.engine.device != "cpu" or self.run_code_of_the_model:
            raise ValueError("a Transformer-XL runs only on torch and the cpu; remove engine and run_code_of_the_model")
        return self

    @property
    def convention(self) -> LineEndConvention:
        """How a text is given to the model."""
        return LineEndConvention(self.line_breaks)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The name of the only convention."""
        return (self.convention.name,)

    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:  # noqa: ARG002
        """Load the model with its vocabulary."""
        from versebench.models.scorers.transformer_xl.loader import load_transformer_xl

        return load_transformer_xl(identity, self.convention)

    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        """Load the vocabulary of whole words. Other words are unknown."""
        from versebench.models.scorers.transformer_xl.loader import load_transformer_xl_vocabulary

        return load_transformer_xl_vocabulary(identity, self.convention)
