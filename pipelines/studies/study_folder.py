"""Find and read the committed plan of a study."""

import os
from dataclasses import dataclass
from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.studies.folder import read_tables
from versebench.schemas.studies import ITEMS
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, read_manifest
from versebench.storage.run import run_id
from versebench.studies.languages import Language
from versebench.studies.spec import Spec


@dataclass(frozen=True)
class Study:
    """A committed plan: its id, specification, texts of consent by language, and items."""

    study: str
    directory: str
    spec: Spec
    consent: dict[Language, str]
    items: list[dict[str, Any]]

    @property
    def default_database(self) -> str:
        """The address of the SQLite database of the study, beside the folder of its plan."""
        return f"sqlite:///{os.path.abspath(self.directory)}.db"


def open_study(path: str) -> Study:
    """The study in a folder, which is that of a plan, or of its name if there is one plan.

    Raises :class:`DataError` if there is none, or several.
    """
    directory = _plan_folder(path.rstrip("/"))
    manifest = read_manifest(directory)
    if manifest is None or "spec" not in manifest.made_of:
        raise DataError(f"{path} is not the folder of a study; name what `versebench study plan` wrote")
    if run_id({"stage": manifest.stage, **manifest.made_of}) != manifest.run_id:
        raise DataError(f"{directory}: the plan is not the one that was committed; plan the study again")
    values = manifest.made_of["spec"]
    consent = values["consent"]
    spec = Spec.model_validate(values | {"consent": dict.fromkeys(consent, "")})
    items = read_tables(directory, {"items": ITEMS}, {})["items"].to_pylist()
    return Study(manifest.run_id, directory, spec, consent, items)


def _plan_folder(path: str) -> str:
    if filesystem.exists(filesystem.join(path, NAME)):
        return path
    plans = sorted({os.path.dirname(name) for name, _ in filesystem.glob(filesystem.join(path, "*", NAME))})
    if len(plans) > 1:
        raise DataError(f"{path} holds {len(plans)} plans; name one: {', '.join(map(os.path.basename, plans))}")
    if not plans:
        raise DataError(f"{path} is not the folder of a study; name what `versebench study plan` wrote")
    return plans[0]
