"""Settings of a scorer in a recipe, common to all families."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from versebench.models.model_settings import ModelSettings
from versebench.models.scorers.contract import Scorer, Vocabulary
from versebench.models.scorers.engines import Engine, TorchEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.metrics import REDUCTIONS
from versebench.schemas.registration import NameIn

ReductionName = Annotated[str, NameIn(REDUCTIONS)]


class ScorerSettings(ModelSettings):
    """A language model that scores the pairs. A family of models is a subclass with the decorator ``scorer``."""

    engine: Engine = Field(default=TorchEngine(), description="What computes the model.")
    reductions: tuple[ReductionName, ...] = Field(
        ("sum", "mean", "mean_jcls"),
        min_length=1,
        description="How scores are compared: the sum of log-probabilities; their mean over the text's own tokens; "
        "the mean as JCLS prints it, the altered sum over the tokens of the original less the words deleted; PenLP of "
        "Lau et al. 2020; the sum per word, or per character; SLOR, which needs unigrams.",
    )
    unigrams: str | None = Field(
        None,
        description="Counts of the model's tokens in a corpus, for SLOR: own, where its folder holds unigrams.json, or "
        "a file that versebench unigrams wrote.",
    )
    token_scores: bool = Field(False, description="Whether each token, its span and its log-probability are kept.")

    title: ClassVar[str]
    """Display name of the family."""

    family: str
    """Name of the family in the registry."""

    @model_validator(mode="after")
    def _slor_has_unigrams(self) -> "ScorerSettings":
        if "slor" in self.reductions and self.unigrams is None:
            raise ValueError("slor needs the counts of a corpus; set unigrams to own or to a file, or leave slor out")
        return self

    @property
    @abstractmethod
    def conventions(self) -> tuple[str, ...]:
        """Names of the conventions under which each text is scored."""

    precision: Literal["fp32", "bf16", "bf16-then-fp32"]
    """Precision in which the model is computed."""

    @abstractmethod
    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:
        """Load the model. Raises ``ModelLoadError`` with the remedy."""

    @abstractmethod
    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        """Load only its tokenizer, for the vocabulary filter. Raises ``ModelLoadError`` with the remedy."""
