"""What all pages of a served study share."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup
from sqlalchemy import func, select

from versebench.studies.database.assign import Design, design_of
from versebench.studies.database.clock import StudyClock
from versebench.studies.database.engine import Database
from versebench.studies.database.fill import fill
from versebench.studies.database.journal import Journal
from versebench.studies.database.tables import ASSIGNMENTS
from versebench.studies.languages import Language
from versebench.studies.spec import Spec
from versebench.studies.web.security import RateLimit

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Service:
    """A study that is served: its plan, database, clock and templates."""

    study: str
    spec: Spec
    consent: Mapping[Language, str]
    items: Mapping[str, Mapping[str, Any]]
    practice: Sequence[Mapping[str, Any]]
    design: Design
    database: Database
    journal: Journal
    clock: StudyClock
    templates: Environment
    tries: RateLimit
    behind_proxy: bool

    @property
    def cookie(self) -> str:
        """The name of the cookie; over HTTPS it is bound to this host."""
        return "__Host-judge" if self.behind_proxy else "judge"

    def consent_hash(self, language: Language) -> str:
        """The hash of the text that a judge agrees to."""
        return hashlib.sha256(self.consent[language].encode()).hexdigest()


def make_service(
    study: str,
    spec: Spec,
    consent: Mapping[Language, str],
    items: Sequence[Mapping[str, Any]],
    database: Database,
    *,
    journal: str,
    behind_proxy: bool = False,
) -> Service:
    """Prepare the database for a study, and all that its pages need. ``journal`` is the file of withdrawals."""
    database.prepare(study)
    with database.transaction() as connection:
        fill(connection, items)
        latest = connection.execute(select(func.max(ASSIGNMENTS.c.sent))).scalar_one()
    main = [item for item in items if not item["practice"]]
    strata = {(item["protocol"], item["stratum"]) for item in main if not item["gold"]}
    return Service(
        study=study,
        spec=spec,
        consent=consent,
        items={item["item"]: item for item in main},
        practice=sorted(
            (item for item in items if item["practice"]), key=lambda item: (item["protocol"], item["item"])
        ),
        design=design_of(spec, strata),
        database=database,
        journal=Journal(study, journal),
        clock=StudyClock(latest or 0.0),
        templates=_environment(),
        tries=RateLimit(30, 60),
        behind_proxy=behind_proxy,
    )


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    markdown = MarkdownIt("commonmark", {"html": False})
    environment.filters["markdown"] = lambda text: Markup(markdown.render(text))
    return environment
