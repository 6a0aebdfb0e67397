"""Exports of human studies that a recipe names."""

from typing import Annotated

from pydantic import AfterValidator, Field

from versebench.schemas.settings import Settings


class StudyExport(Settings):
    """The export of one human study."""

    name: str = Field(
        pattern=r"^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$",
        max_length=80,
        description="Name of the study, as the pages of the release show it.",
    )
    path: str = Field(min_length=1, description="Folder of the export: tables as Parquet, and a `manifest.json`.")
    scorers: list[str] = Field(
        default=[],
        description="Causal models that also say how probable it is that a human wrote each text of "
        "`probability_human.v1`: shipped models, folders, or hub ids. The answers are `scorer_judgements`.",
    )


def _named_once(studies: list[StudyExport]) -> list[StudyExport]:
    for key in ("name", "path"):
        values = [getattr(study, key) for study in studies]
        if twice := next((value for value in values if values.count(value) > 1), None):
            raise ValueError(f"the {key} {twice!r} is listed twice; list each study once")
    return studies


StudyExports = Annotated[list[StudyExport], AfterValidator(_named_once)]
"""Exports with different names and folders."""
