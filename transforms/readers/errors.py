"""The error for a file that is not in its stated format."""


class SourceFormatError(Exception):
    """The file as a whole is not in its stated format. The message states problem and remedy, but not the path."""
