"""The closed questions that judges are asked about themselves."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from versebench.studies.languages import Text

Name = Annotated[str, StringConstraints(pattern="^[a-z0-9][a-z0-9._-]{0,63}$")]


class Question(BaseModel):
    """A closed question about the judge; each may be left open."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Name
    text: Text
    answers: list[Text] = Field(min_length=2, max_length=20)


def _texts(english: str, german: str, simplified: str, traditional: str) -> Text:
    return {"en": english, "de": german, "zh-Hans": simplified, "zh-Hant": traditional}


DEFAULT_QUESTIONS = [
    Question(
        name="native",
        text=_texts(
            "Is the language of these poems your native language?",
            "Ist die Sprache dieser Gedichte Ihre Muttersprache?",
            "这些诗的语言是您的母语吗？",
            "這些詩的語言是您的母語嗎？",
        ),
        answers=[_texts("yes", "ja", "是", "是"), _texts("no", "nein", "否", "否")],
    ),
    Question(
        name="reading",
        text=_texts(
            "How often do you read poems?", "Wie oft lesen Sie Gedichte?", "您多久读一次诗？", "您多久讀一次詩？"
        ),
        answers=[
            _texts("never", "nie", "从不", "從不"),
            _texts("some in a year", "einige im Jahr", "每年几首", "每年幾首"),
            _texts("some in a month", "einige im Monat", "每月几首", "每月幾首"),
            _texts("every week", "jede Woche", "每周都读", "每週都讀"),
        ],
    ),
    Question(
        name="training",
        text=_texts(
            "Have you been trained in poetics?",
            "Haben Sie eine Ausbildung in Verslehre oder Poetik?",
            "您受过诗学方面的训练吗？",
            "您受過詩學方面的訓練嗎？",
        ),
        answers=[
            _texts("none", "keine", "没有", "沒有"),
            _texts("at school", "in der Schule", "在中小学", "在中小學"),
            _texts("at university", "an der Universität", "在大学", "在大學"),
            _texts("as a profession", "im Beruf", "以此为职业", "以此為職業"),
        ],
    ),
    Question(
        name="age",
        text=_texts("How old are you?", "Wie alt sind Sie?", "您的年龄是？", "您的年齡是？"),
        answers=[
            _texts("18 to 29", "18 bis 29", "18 至 29 岁", "18 至 29 歲"),
            _texts("30 to 49", "30 bis 49", "30 至 49 岁", "30 至 49 歲"),
            _texts("50 to 69", "50 bis 69", "50 至 69 岁", "50 至 69 歲"),
            _texts("70 or more", "70 oder älter", "70 岁及以上", "70 歲及以上"),
        ],
    ),
]
"""The questionnaire that is asked if a specification has none of its own."""
