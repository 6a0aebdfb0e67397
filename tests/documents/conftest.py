"""A release of the sample for the snippets of documents."""

from tests.pipelines.conftest import scored as scored
