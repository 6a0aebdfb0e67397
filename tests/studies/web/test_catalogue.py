"""The catalogue of every language has every message, with the same placeholders, and judges choose among them."""

import re
from pathlib import Path
from string import Formatter

import httpx2
import pytest

from tests.studies.made_up import PEOPLE, TASKS, service, spec
from tests.studies.web.serving import Judge, answers, invited, serving
from versebench.studies.languages import LANGUAGES, Language, best_language
from versebench.studies.plan.script import traditional_characters
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.questionnaire import DEFAULT_QUESTIONS
from versebench.studies.web import catalogue as module
from versebench.studies.web.catalogue import catalogue, translated
from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters

TITLE: dict[Language, str] = {"en": "Poems", "de": "Gedichte", "zh-Hans": "诗歌", "zh-Hant": "詩歌"}
WEB = Path(module.__file__).parent


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_every_message_with_its_placeholders(language: Language) -> None:
    english, messages = catalogue("en"), catalogue(language)
    assert list(messages) == list(english)
    assert {key: placeholders(text) for key, text in messages.items()} == {
        key: placeholders(text) for key, text in english.items()
    }
    assert all(text.strip() == text != "" for text in messages.values())


def test_no_message_of_another_language_is_left_in_english() -> None:
    for language in LANGUAGES[1:]:
        assert not {key for key, text in catalogue(language).items() if text == catalogue("en")[key]}


def test_chinese_messages_are_in_their_script() -> None:
    questions = [text for question in DEFAULT_QUESTIONS for text in (question.text, *question.answers)]
    for language, wrong in (("zh-Hans", traditional_characters), ("zh-Hant", simplified_characters)):
        named = [text[language] for text in questions if not isinstance(text, str)]  # type: ignore[index]
        assert wrong("".join([*catalogue(language).values(), *named])) == ""


def test_every_message_is_used_and_every_used_message_is_there() -> None:
    written = "".join(path.read_text() for path in [*WEB.glob("templates/*.html"), *WEB.glob("*.py")])
    named = set(re.findall(r'"([a-z_]+(?:\.v1)?(?:\.[a-z_]+)?)"', written)) | {"feedback.no_answer"}
    by_key = {"not_accepted", "unknown_link", "wait", "ended", "page_missing", "withdrawn", "too_large"}
    built = {f"{key}.{part}" for key in by_key for part in ("title", "text")}
    of_protocols = {key for key in catalogue("en") if key.rpartition(".")[0] in PROTOCOLS}
    assert {key for key in catalogue("en") if key not in named | built | of_protocols} == set()


def test_a_value_is_escaped_and_braces_in_it_are_kept() -> None:
    quoted = translated("en", "match_style.v1.correction", line="<b>{x}")
    assert quoted == "The verse by the same author begins: “&lt;b&gt;{x} …”."


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("", "en"),
        ("de-AT,en;q=0.5", "de"),
        ("fr,en;q=0.3,de;q=0.8", "de"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-TW,zh;q=0.9", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("de;q=x,*", "en"),
    ],
)
def test_the_browser_names_the_language_until_the_judge_does(wishes: str, language: str) -> None:
    assert best_language(wishes, list(LANGUAGES)) == language


def test_another_script_is_better_than_no_chinese() -> None:
    assert best_language("zh-TW", ["en", "zh-Hans"]) == "zh-Hans"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_judge_keeps_the_language_of_the_consent(language: Language, tmp_path: Path) -> None:
    of = spec(languages=list(LANGUAGES), title=TITLE, judges={"items": 2, "most": 99, "judgements_per_item": 1})
    study = service(of, f"sqlite:///{tmp_path}/study.db")
    with serving(study) as url:
        judge = Judge(url)
        [code] = invited(study)
        opened = judge.client.get(f"/j/{code}?lang={language}")
        assert f'<html lang="{language}">' in opened.text
        assert TITLE[language] in opened.text
        refused = judge.client.post(f"/j/{code}", data={"language": language})
        assert refused.status_code == httpx2.codes.UNPROCESSABLE_CONTENT
        assert catalogue(language)["consent.missing"] in refused.text
        agreed = judge.client.post(f"/j/{code}", data={"agree": "yes", "language": language})
        assert catalogue(language)["code.title"] in agreed.text
        another = LANGUAGES[(LANGUAGES.index(language) + 1) % 4]
        judge.client.headers["accept-language"] = another
        page = judge.get("/study?lang=" + another)
        assert page.action is None
        from versebench.studies.simulate import read_page

        judge.send(read_page(agreed.text))
        asked = judge.client.get("/study").text
        question = DEFAULT_QUESTIONS[2].text[language]  # type: ignore[index]
        assert question in asked
        judge.send(read_page(asked), **{"question-training": "none"})
        missing = judge.send(judge.get())
        assert missing.status_code == httpx2.codes.UNPROCESSABLE_CONTENT
        assert any(catalogue(language)[f"{name}.missing"] in missing.text for name in PROTOCOLS if name[0] in "ac")
        done = judge.send(judge.get(), **answers(judge.get()))
        assert f'<html lang="{language}">' in done.text
    with study.database.transaction() as connection:
        from sqlalchemy import select

        from versebench.studies.database.tables import JUDGES, QUESTIONNAIRE

        assert connection.execute(select(JUDGES.c.language)).scalar_one() == language
        stored = select(QUESTIONNAIRE.c.answer).where(QUESTIONNAIRE.c.question == "training")
        assert connection.execute(stored).scalar_one() == "none"


def test_a_text_that_lacks_a_language_is_refused() -> None:
    with pytest.raises(ValueError, match=r"people.purpose: lacks a text in zh-Hans"):
        spec(languages=["en", "zh-Hans"], people={**PEOPLE, "purpose": {"en": "A test"}})
    with pytest.raises(ValueError, match="name one file for each language"):
        spec(languages=["de"], consent={"en": "consent.md"}, protocols=None)
    assert TASKS
