"""Errors that an operator can fix. The message names the file or key, and says what to do."""


class StudyError(Exception):
    """A study cannot go on with what it was given."""


class SpecError(StudyError):
    """The specification of a study is wrong."""
