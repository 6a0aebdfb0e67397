"""Valid rows of tables, by what the tables are about."""
