"""What a recipe of ``versebench finetune`` says."""

from typing import Literal

from pydantic import Field, field_validator

from versebench.schemas.settings import Settings
from versebench.transforms.proftap.prompts import prompt_problem


class Base(Settings):
    """The model that an adapter is trained for."""

    model: str = Field(description="Name of a shipped model, folder of a model, or id on the Hugging Face hub.")
    revision: str | None = Field(None, description="Commit of the model on the hub.")
    quantisation: Literal["nf4", "none"] = Field(
        "nf4",
        description="`nf4`: the weights of linear layers are stored in 4 bits with double quantisation. GPT-2 has no "
        "such layers and needs `none`.",
    )
    precision: Literal["fp32", "bf16"] = Field("bf16", description="Numbers in which products are computed.")


class Data(Settings):
    """The poems that the model learns."""

    files: list[str] = Field(min_length=1, description="Files of poems: JSON arrays as chinese-poetry, or JSONL.")
    test: str | None = Field(
        None,
        description="Titles that must not be learned: a text file with a title on each line, or a Parquet file "
        "with the column `title`, as the table titles of a release.",
    )
    leave_out: bool = Field(
        False, description="Leave poems with a title of the test out and count them. Otherwise they are an error."
    )


class Training(Settings):
    """How the adapter is trained. The defaults are those of ProFTAP's fine-tuned model."""

    rank: int = Field(64, ge=1, description="Rank of the adapter.")
    alpha: int = Field(16, ge=1, description="The product of the adapter counts alpha / rank.")
    dropout: float = Field(0.0, ge=0, lt=1, description="Share of the inputs of the adapter that is left out.")
    batch: int = Field(1, ge=1, description="Poems that are computed at once.")
    accumulation: int = Field(8, ge=1, description="Batches of a step.")
    tokens: int = Field(512, ge=2, description="Most tokens of a prompt with its poem; longer ones are left out.")
    learning_rate: float = Field(1e-4, gt=0, le=1, description="Learning rate after the warm-up; it stays constant.")
    warmup: int = Field(256, ge=0, description="Steps in which the learning rate rises from 0.")
    epochs: float = Field(1.5, gt=0, description="How often each poem is seen.")
    loss: Literal["answer", "all"] = Field("answer", description="`answer`: prompts are read and not predicted.")
    checkpoint: int = Field(100, ge=1, description="Steps between two checkpoints.")


class Recitation(Settings):
    """Whether the trained model recites what it learned."""

    titles: int = Field(
        100,
        ge=0,
        description="Titles that are held out, by a hash of seed and title, and asked for after the training, beside "
        "as many that were learned; 0 for no report.",
    )


class Finetune(Settings):
    """A recipe of ``versebench finetune``."""

    name: str = Field(pattern=r"^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$", max_length=80, description="Name of the adapter.")
    licence: str = Field(min_length=1, description="Licence of the adapter, for its card.")
    seed: int = Field(ge=0, lt=2**32, description="Seed of the first weights, the order of poems and the dropout.")
    base: Base
    data: Data
    prompt: str = Field("poet.v1", description="Name of a prompt, or a template.")
    training: Training = Training()
    recitation: Recitation = Recitation()

    @field_validator("prompt")
    @classmethod
    def _known_prompt(cls, prompt: str) -> str:
        if problem := prompt_problem(prompt):
            raise ValueError(problem)
        return prompt
