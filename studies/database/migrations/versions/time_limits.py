"""Time limits: how often the judge asked for more time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Count extensions of each assignment."""
    op.add_column("assignments", sa.Column("extensions", sa.Integer(), nullable=False, server_default="0"))
