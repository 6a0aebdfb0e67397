"""A check, before anything runs, that the filters of a recipe suit the forms and languages of its sources."""

from collections.abc import Iterable, Sequence

from versebench.transforms.filters.contract import Filter
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.sources.source import Source


def check_filters(filters: Sequence[Filter], sources: Iterable[Source]) -> None:
    """Raise ``ValueError`` if a filter would refuse every poem of a source, or if no filter counts its lines.

    The sources state form and language, as :meth:`Source.of_form` gives them. Tasks choose lines by the scheme of the
    form, so a poem with another number of lines must not reach them. The form ``verse`` has no such number.
    """
    for source in sources:
        form = FORMS[source.form or "verse"]
        for filter_ in filters:
            if filter_.language not in (ANY_LANGUAGE, source.language):
                raise ValueError(
                    f"{filter_.filter} supports {filter_.language} only, but source {source.name!r} is in "
                    f"{source.language}; choose rhyme_scheme.v2 or the profile verse"
                )
            if "form" not in source.mapping and (problem := filter_.unfit_for(form)):
                raise ValueError(f"{filter_.filter} would refuse every poem of source {source.name!r}: {problem}")
        counted = any(filter_.counts_lines for filter_ in filters)
        if not counted and ("form" in source.mapping or form.schemes_of(form.lines.least)):
            raise ValueError(
                f"add form.v1, rhyme_scheme.v1 or rhyme_scheme.v2 to the filters of source {source.name!r}: "
                f"tasks rely on the number of lines of the form {form.name}"
            )
