"""Migrations of the database: forward only, run before a study is served."""
