"""What goes wrong when a model is fetched."""


class FetchError(Exception):
    """A model cannot be fetched, or is not the one that was meant; the message states the remedy."""
