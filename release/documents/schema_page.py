"""docs/SCHEMAS.md: every table and field, from the schemas themselves."""

import pyarrow as pa

from versebench.schemas.registry import TABLES
from versebench.schemas.studies import ANALYSIS_TABLES, EXPORT_TABLES
from versebench.schemas.table import Table

_HEAD = """# Schemas

Generated from `schemas/` by `versebench docs --write`; a test fails when this page is stale.

"""


def schema_page() -> str:
    """The page as Markdown."""
    tables = {**TABLES, **EXPORT_TABLES, **ANALYSIS_TABLES}
    return _HEAD + "\n".join(_section(table) for table in tables.values())


def _section(table: Table) -> str:
    rows = "\n".join(_row(field) for field in table.schema)
    return (
        f"## {table.name} {table.version}\n\n{table.description} Key: {', '.join(f'`{name}`' for name in table.key)}. "
        f"Fingerprint: `{table.fingerprint}`.\n\n"
        f"| field | type | null | unit | what it holds |\n|---|---|---|---|---|\n{rows}\n"
    )


def _row(field: pa.Field) -> str:
    metadata = {key.decode(): value.decode() for key, value in field.metadata.items()}
    null = "yes" if field.nullable else "no"
    kind = str(field.type).replace("element", "item").replace("list<item: ", "list<")
    return f"| `{field.name}` | `{kind}` | {null} | {metadata['unit']} | {metadata['description']} |"
