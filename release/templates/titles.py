"""The plain names that the pages of a release show beside the ids of tasks, filters, reductions, forms and languages.

An id that is not registered, as of a package that is no longer installed, is written as words.
"""

from versebench.models.scorers.metrics import REDUCTIONS
from versebench.release.templates.wording import label
from versebench.transforms.filters.registry import FILTERS
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.tasks.registry import TASKS


def task_title(task: str) -> str:
    """The title of a task with its parameters: ``Deleted words (words=2)`` for ``delete_words.v1:words=2``."""
    name, separator, parameters = task.partition(":")
    if name not in TASKS:
        return label(task)
    title = TASKS[name].title
    return f"{title} ({parameters.replace(':', ', ')})" if separator else title


def filter_title(name: str) -> str:
    """The title of a filter: ``Rhyme scheme`` for ``rhyme_scheme.v1``."""
    return FILTERS[name].title if name in FILTERS else label(name)


def reduction_title(name: str) -> str:
    """The title of a reduction: ``Sum`` for ``sum``."""
    return REDUCTIONS[name].title if name in REDUCTIONS else label(name)


def form_title(name: str) -> str:
    """The title of a form: ``Limerick`` for ``limerick``."""
    return FORMS[name].title if name in FORMS else label(name)


def language_title(name: str) -> str:
    """The title of a language: ``Classical Chinese`` for ``classical-chinese``."""
    return LANGUAGES[name].title if name in LANGUAGES else label(name)
