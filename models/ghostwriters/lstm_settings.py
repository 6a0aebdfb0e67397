"""How an LSTM of an artist is trained, and when it writes."""

from pydantic import Field

from versebench.models.ghostwriters.contract import GhostwriterSettings


class LstmTraining(GhostwriterSettings):
    """The training of an LSTM of one layer by Adam, in float32 and on one thread."""

    iterations: int = Field(16_400, ge=0, description="Iterations of training; each is one batch.")
    every: int = Field(100, ge=1, description="Iterations from one verse to the next; the first is before training.")
    embedding: int = Field(100, ge=1, description="Numbers that stand for a word.")
    width: int = Field(500, ge=1, description="Units of the layer.")
    batch: int = Field(2, ge=1, description="Verses of a batch.")
    window: int = Field(
        1_000, ge=1, description="Tokens after which a verse is cut for training; the state is carried on."
    )
    rate: float = Field(1e-3, gt=0, le=1, description="Learning rate of Adam.")
    gradient_norm: float = Field(5.0, gt=0, description="Norm to which gradients are clipped.")
    temperature: float = Field(1.0, gt=0, description="What logits are divided by before a word is drawn.")
    checkpoint: int = Field(2_000, ge=1, description="Iterations from one checkpoint to the next.")

    @property
    def points(self) -> tuple[tuple[int, int], ...]:
        """Every iteration that writes, with its one verse."""
        return tuple((iteration, 1) for iteration in range(0, self.iterations + 1, self.every))
