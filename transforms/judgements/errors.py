"""The error of an export that cannot be analysed."""


class ExportError(Exception):
    """The tables of an export contradict each other or the plan. The message says where, and what to do."""
