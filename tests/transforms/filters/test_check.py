"""Filters are checked against the forms and languages of the sources before anything runs."""

from typing import ClassVar

import pytest

from tests.transforms.filters.stanzas import stanza
from versebench.transforms.filters.check import check_filters
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.five_lines import FiveLines
from versebench.transforms.filters.form import FitsForm
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.filters.words_not_symbols import WordsNotSymbols
from versebench.transforms.prosody.forms.registry import FORMS, in_language
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import English
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.sources.source import PlacedSource, Source


def source(form: str, **settings: object) -> PlacedSource:
    given = {"name": "s", "path": "p", "format": "jsonl", "licence": "CC0-1.0", **settings}
    return Source.model_validate(given).of_form(form)


class CharactersOnly(FitsForm):
    """A filter for one language only."""

    language: ClassVar[str] = "classical-chinese"


@pytest.mark.parametrize("filter_", [FitsForm(), RhymeScheme(), RhymeSchemeV2()])
@pytest.mark.parametrize("form", ["quatrain", "couplets", "sonnet", "verse", "limerick", "four-beat"])
def test_filters_that_count_the_lines_of_a_form_suit_every_form(
    filter_: FitsForm | RhymeScheme | RhymeSchemeV2, form: str
) -> None:
    check_filters([filter_], [source(form)])


def test_a_filter_that_would_refuse_every_poem_is_named_with_what_to_choose() -> None:
    remedy = r"set clean\.profile to 'verse', or list form\.v1 in clean\.filters instead"
    with pytest.raises(ValueError, match=r"five_lines\.v1 .*quatrain has 4 lines, not 5; " + remedy):
        check_filters([FiveLines(), RhymeSchemeV2()], [source("limerick"), source("quatrain")])
    check_filters([FiveLines()], [source("limerick"), source("verse")])


def test_some_filter_must_count_the_lines_of_a_form_with_a_scheme() -> None:
    with pytest.raises(ValueError, match=r"number of lines of the form quatrain; add form\.v1"):
        check_filters([WordsNotSymbols()], [source("quatrain")])
    check_filters([WordsNotSymbols()], [source("verse")])
    with pytest.raises(ValueError, match=r"add form\.v1"):
        check_filters([WordsNotSymbols()], [source("verse", fields={"form": "kind"})])


@pytest.mark.parametrize(
    ("filter_", "form", "language", "profile"),
    [
        (RhymeScheme(), "jueju", "classical-chinese", "classical"),
        (CharactersOnly(), "limerick", "english", "verse"),
    ],
)
def test_a_filter_of_another_language_is_refused_with_the_profile_of_the_language(
    filter_: Filter, form: str, language: str, profile: str
) -> None:
    with pytest.raises(ValueError, match=f"but source 's' is in {language}; .* set clean.profile to '{profile}'$"):
        check_filters([filter_, FitsForm()], [source(form)])
    check_filters(PROFILES[profile], [source(form)])


def test_a_profile_is_named_only_if_the_language_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(English, "profile", None)
    with pytest.raises(ValueError, match=r"is in english; list other filters in clean\.filters$"):
        check_filters([CharactersOnly()], [source("limerick")])


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_the_profile_of_a_language_supports_its_poems_of_any_form(language: Language) -> None:
    forms = [form.name for form in FORMS.values() if in_language(form, language.name)]
    assert language.profile is not None
    check_filters(PROFILES[language.profile], [source(form, language=language.name) for form in forms])


@pytest.mark.parametrize(
    ("form", "language", "message"),
    [
        ("quatrains", None, "unknown form 'quatrains'; did you mean 'quatrain'?"),
        ("limerick", "klingon", "unknown language 'klingon'; choose one of"),
    ],
)
def test_unknown_names_have_a_message_with_the_nearest_choice(form: str, language: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        source(form, language=language)


def test_the_detail_of_a_form_that_does_not_fit_leaves_the_reason_out() -> None:
    refusal = FitsForm().refuse(stanza("\n".join(["A line of verse"] * 13), FORMS["sonnet"]))
    assert refusal is not None
    assert (refusal.reason, refusal.detail) == ("form.lines", "13 lines; the form sonnet has 14 lines")
