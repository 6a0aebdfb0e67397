"""Card, report and metadata of a release."""
