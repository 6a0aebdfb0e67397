"""The base class of all settings in a recipe."""

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Frozen and strict settings: an unknown key or a value of the wrong type is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
