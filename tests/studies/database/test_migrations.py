"""A database of every past version is migrated to the tables of today, and keeps its rows."""

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from tests.studies.made_up import STUDY
from versebench.studies.database.engine import _MIGRATIONS, Database
from versebench.studies.database.tables import METADATA

_ROWS = (
    f"INSERT INTO study VALUES ('{STUDY}', 'open', FALSE)",
    "INSERT INTO items VALUES ('i', 'choose_original.v1', 't', 'w', -1, FALSE, 1, 0, 1)",
    "INSERT INTO judges VALUES (1, 'p', 'c', 1, 'en', 'h', '2026-01-01', 'items', 0, NULL, FALSE)",
    "INSERT INTO assignments (assignment, judge, item, work, place, position, state, sent, lease) "
    "VALUES ('a', 1, 'i', 'w', 1, 1, 'open', 5.0, 9.0)",
)


@pytest.mark.parametrize("version", ["0001"])
def test_a_past_database_is_migrated(version: str, address: str) -> None:
    database = Database(address)
    with database.engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for row in _ROWS:
            connection.execute(text(row))
    database.prepare(STUDY)
    with database.transaction() as connection:
        assert connection.execute(text("SELECT sent, extensions FROM assignments")).all() == [(5.0, 0)]
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    database.close()
