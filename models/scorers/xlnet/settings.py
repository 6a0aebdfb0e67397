"""Settings of an XLNet in a recipe."""

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.scorers.contract import Scorer, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.registry import scorer
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.xlnet.convention import Direction, XlnetConvention
from versebench.models.scorers.xlnet.padding import own_padding, read_padding


@scorer
class Xlnet(ScorerSettings):
    """An XLNet, through its permutation masks, in fp32."""

    title: ClassVar[str] = "XLNet"
    family: Literal["xlnet"] = Field(description="XLNet, which predicts tokens in any order.")
    direction: tuple[Direction, ...] = Field(
        ("causal",),
        min_length=1,
        description="From what a token is predicted: all before it (JCLS 2022), all before it that also see each other "
        "(causal-reread; Lau et al. 2020), or all others. Each is a convention of its own.",
    )
    padding: str = Field(
        "none",
        description="Text that stands before each scored one: none, own (a passage of versebench), or a text file.",
    )
    start_token: Literal["<eod>", "<s>"] = Field("<eod>", description="What stands before a text and is not scored.")
    precision: Literal["fp32"] = Field("fp32", description="The one precision that there is.")
    line_breaks: Literal["kept", "space"] = Field(
        "space", description="Whether the model sees line breaks, or a space for each."
    )

    @property
    def xlnet_conventions(self) -> tuple[XlnetConvention, ...]:
        """One for each direction. Raises ``PaddingError`` if the file cannot be read."""
        if self.padding in ("none", "own"):
            padding = own_padding() if self.padding == "own" else ""
        else:
            padding = read_padding(Path(self.padding))
        return tuple(
            XlnetConvention(self.line_breaks, direction, padding, self.start_token)
            for direction in dict.fromkeys(self.direction)
        )

    @property
    def conventions(self) -> tuple[str, ...]:
        """The names of the conventions."""
        return tuple(convention.name for convention in self.xlnet_conventions)

    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:
        """Load the model with its tokenizer."""
        from versebench.models.scorers.xlnet.load import load_xlnet

        return load_xlnet(identity, self.xlnet_conventions, options)

    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        """Load the tokenizer. SentencePiece has an unknown token."""
        from versebench.models.scorers.xlnet.load import load_xlnet_vocabulary

        return load_xlnet_vocabulary(identity, self.xlnet_conventions[0], own_code=self.run_code_of_the_model)
