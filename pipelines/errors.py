"""Errors that the command line reports as one message and an exit code, without a traceback."""

STOPPED = 130
"""Exit code of a command that the user stopped."""

STOPPED_MESSAGE = "stopped; committed shards are kept; run the same command again to continue"
"""The last message of such a command."""


class UserError(Exception):
    """An error that the user can fix. The message names the file or key, and says what to do."""

    exit_code = 2


class RecipeError(UserError):
    """The recipe or an option is wrong."""


class DataError(UserError):
    """The data are wrong, or failed a check."""

    exit_code = 1


class StageError(DataError):
    """A stage failed; ``element`` is what it worked on, None if that is unknown."""

    def __init__(self, stage: str, element: str | None, message: str) -> None:
        super().__init__(message)
        self.stage, self.element = stage, element
