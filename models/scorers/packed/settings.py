"""Settings of a causal scorer in a recipe."""

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from versebench.models.scorers.contract import Scorer, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.packed.convention import PackedConvention
from versebench.models.scorers.registry import scorer
from versebench.models.scorers.settings import ScorerSettings


@scorer
class Causal(ScorerSettings):
    """A causal model of Hugging Face (GPT-2 to Llama and Qwen): each token after all before it."""

    title: ClassVar[str] = "Causal language model"
    family: Literal["causal"] = Field("causal", description="Predicts each token from those before it.")
    precision: Literal["fp32", "bf16", "bf16-then-fp32"] = Field(
        "fp32",
        description="In which the model is computed; bf16-then-fp32 scores again in fp32 whatever lies near a tie.",
    )
    start: Literal["given", "absent"] = Field(
        "given", description="Whether a start token, which is not scored, stands before the text (JCLS 2022, figure 3)."
    )
    start_token: str | None = Field(None, description="The start token, for a tokenizer that names none.")
    leading_space: bool = Field(False, description="Whether a space stands before the text, as lm-eval does it.")
    line_breaks: Literal["kept", "space"] = Field(
        "kept", description="Whether the model sees line breaks, or a space for each (for tokenizers without one)."
    )
    long_texts: Literal["rejected", "windows"] = Field(
        "rejected",
        description="What becomes of a text that is longer than the model's context: a reject, or windows that move by "
        "half the context.",
    )

    @model_validator(mode="after")
    def _no_start_token_without_a_start(self) -> "Causal":
        _ = self.convention  # raises for an impossible combination
        return self

    @property
    def convention(self) -> PackedConvention:
        """How a text is given to the model."""
        return PackedConvention(self.start, self.leading_space, self.line_breaks, self.long_texts, self.start_token)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The name of the only convention."""
        return (self.convention.name,)

    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:
        """Load the model with its tokenizer."""
        from versebench.models.scorers.packed.load import load_causal

        return load_causal(identity, self.convention, options)

    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        """Load the tokenizer. Byte-level tokenizers cover every text; others may not."""
        from versebench.models.scorers.packed.load import load_causal_vocabulary

        return load_causal_vocabulary(identity, self.convention, own_code=self.run_code_of_the_model)
