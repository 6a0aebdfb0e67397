"""The first version of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "audit",
        sa.Column("entry", sa.Integer(), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("detail", sa.String(1000), nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.Column("judge", sa.Integer(), unique=True),
    )
    op.create_table(
        "items",
        sa.Column("item", sa.String(32), primary_key=True),
        sa.Column("protocol", sa.String(64), nullable=False),
        sa.Column("stratum", sa.String(200), nullable=False),
        sa.Column("work", sa.String(1000), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("gold", sa.Boolean(), nullable=False),
        sa.Column("rank", sa.BigInteger(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("leased", sa.Integer(), nullable=False),
    )
    op.create_index("items_by_stratum", "items", ["protocol", "stratum", "gold"])
    op.create_table(
        "judges",
        sa.Column("judge", sa.Integer(), primary_key=True),
        sa.Column("pseudonym", sa.String(16), nullable=False, unique=True),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("salt", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("consent_hash", sa.String(64), nullable=False),
        sa.Column("consent_day", sa.String(10), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("practised", sa.Integer(), nullable=False),
        sa.Column("looked_up", sa.Boolean()),
        sa.Column("simulated", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "study",
        sa.Column("study", sa.String(16), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("simulated", sa.Boolean()),
    )
    op.create_table(
        "withdrawals",
        sa.Column("withdrawal", sa.Integer(), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
    )
    op.create_table(
        "assignments",
        sa.Column("assignment", sa.String(32), primary_key=True),
        sa.Column("judge", sa.Integer(), sa.ForeignKey("judges.judge"), nullable=False),
        sa.Column("item", sa.String(32), sa.ForeignKey("items.item"), nullable=False),
        sa.Column("work", sa.String(1000), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("sent", sa.Float(), nullable=False),
        sa.Column("lease", sa.Float(), nullable=False),
        sa.UniqueConstraint("judge", "work"),
        sa.UniqueConstraint("judge", "item"),
        sa.UniqueConstraint("judge", "place"),
    )
    unanswered = sa.text("state <> 'answered'")
    op.create_index(
        "one_open", "assignments", ["judge"], unique=True, sqlite_where=unanswered, postgresql_where=unanswered
    )
    op.create_index("open_leases", "assignments", ["state", "lease"])
    op.create_table(
        "questionnaire",
        sa.Column("judge", sa.Integer(), sa.ForeignKey("judges.judge"), primary_key=True),
        sa.Column("question", sa.String(64), primary_key=True),
        sa.Column("answer", sa.String(1000)),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("judge", sa.Integer(), sa.ForeignKey("judges.judge", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_sessions_judge", "sessions", ["judge"])
    op.create_table(
        "comments",
        sa.Column("assignment", sa.String(32), sa.ForeignKey("assignments.assignment"), primary_key=True),
        sa.Column("comment", sa.Text(), nullable=False),
    )
    op.create_table(
        "judgements",
        sa.Column("assignment", sa.String(32), sa.ForeignKey("assignments.assignment"), primary_key=True),
        sa.Column("answer", sa.String(32), nullable=False),
        sa.Column("chosen_text_id", sa.String(64)),
        sa.Column("probability", sa.Float()),
        sa.Column("correct", sa.Boolean()),
        sa.Column("known", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("client_ms", sa.BigInteger()),
        sa.Column("server_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "line_ratings",
        sa.Column("assignment", sa.String(32), sa.ForeignKey("assignments.assignment"), primary_key=True),
        sa.Column("line", sa.Integer(), primary_key=True),
        sa.Column("fluency", sa.String(8), nullable=False),
        sa.Column("coherence", sa.String(8)),
        sa.Column("ruled", sa.Boolean(), nullable=False),
    )
