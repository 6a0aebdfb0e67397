"""What a recipe says of the model that writes completions."""

from pydantic import Field

from versebench.models.model_settings import CandidateModelSettings


class GeneratorSettings(CandidateModelSettings):
    """A causal model of Hugging Face that writes the last line of a poem. It is never one of the scorers."""

    start_token: str | None = Field(None, description="The start token, for a tokenizer that names none.")
    training_lines: str | None = Field(
        None,
        description="Hashes of the lines that the model was trained on, to tell copies: own, where its folder holds "
        "training_lines.parquet, or such a file.",
    )
