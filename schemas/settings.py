"""The base of everything that a recipe configures."""

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Frozen and strict: an unknown key or a value of another type is an error and not a guess."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
