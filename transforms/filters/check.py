"""A check, before anything runs, that the filters of a recipe suit the forms and languages of its sources."""

from collections.abc import Iterable, Sequence

from versebench.transforms.filters.contract import Filter
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE
from versebench.transforms.prosody.forms.registry import FORMS, in_language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.sources.source import PlacedSource


def check_filters(filters: Sequence[Filter], sources: Iterable[PlacedSource]) -> None:
    """Raise ``ValueError`` if a filter would refuse every poem of a source, or if no filter counts its lines.

    Tasks choose lines by the scheme of the form, so a poem with another number of lines must not reach them. The form
    ``verse`` has no such number.
    """
    for source in sources:
        form = FORMS[source.form]
        for filter_ in filters:
            if filter_.language not in (ANY_LANGUAGE, source.language):
                profile = LANGUAGES[source.language].profile
                instead = f", or set clean.profile to {profile!r}" if profile else ""
                raise ValueError(
                    f"{filter_.filter} supports {filter_.language} only, but source {source.name!r} is in "
                    f"{source.language}; list other filters in clean.filters{instead}"
                )
            if "form" not in source.mapping and (problem := filter_.unfit_for(form)):
                raise ValueError(f"{filter_.filter} would refuse every poem of source {source.name!r}: {problem}")
        forms = [form]
        if "form" in source.mapping:
            forms = [possible for possible in FORMS.values() if in_language(possible, source.language)]
        counted = any(filter_.counts_lines and not any(map(filter_.unfit_for, forms)) for filter_ in filters)
        if not counted and any(possible.schemes_of(possible.lines.least) for possible in forms):
            named = f"the form {form.name}" if len(forms) == 1 else "their forms"
            raise ValueError(
                f"no filter checks that the poems of source {source.name!r} have the number of lines of {named}; "
                "add form.v1 to clean.filters"
            )
