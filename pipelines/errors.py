"""Mistakes of a user, and checks that failed: each becomes one message and an exit code, never a traceback."""


class UserError(Exception):
    """Something a user can fix. The message names the file or key, and the remedy."""

    exit_code = 2


class RecipeError(UserError):
    """The recipe or an option is wrong."""


class DataError(UserError):
    """The data are wrong, or a check of them failed."""

    exit_code = 1


class StageError(DataError):
    """A stage failed, on one element of it where that is known."""

    def __init__(self, stage: str, element: str | None, message: str) -> None:
        super().__init__(message)
        self.stage, self.element = stage, element
