"""``causal.v1``: a causal language model that writes poems from titles."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.poets.causal_settings import CausalPoetModel
from versebench.models.poets.contract import Drawing, Poet
from versebench.models.poets.registry import poet


@poet
class CausalPoetSettings(CausalPoetModel):
    """A causal model of Hugging Face, and how its tokens are drawn."""

    poet: Literal["causal.v1"] = Field(description="A causal model that answers prompts.")

    title: ClassVar[str] = "causal model"

    def drawing(self) -> Drawing:
        """What is used, by the configuration of the model. Needs the ``score`` extra."""
        from versebench.models.poets.causal_drawing import drawing_of

        return drawing_of(self)

    def load(self, seed: int) -> Poet:
        """Load the model. Needs the ``score`` extra. Raises :class:`PoetError`."""
        if self.deepspeed is not None:
            from versebench.models.poets.deepspeed_poet import load_deepspeed_poet

            return load_deepspeed_poet(self, seed)
        from versebench.models.poets.causal_poet import load_poet

        return load_poet(self, seed)
