"""The error of a file that is not what it was said to be."""


class SourceFormatError(Exception):
    """The file as a whole is not in its stated format; the message says what was found and the remedy, not the file."""
