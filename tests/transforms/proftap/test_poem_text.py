"""Poems in the answers of models: hard cases, and what holds for every text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.proftap.poem_text import REASONS, normalised_poem, poem_lines, poem_text_v1

TITLE = "夜车"
PROMPT = "写一首题为《夜车》的绝句"
POEM = "铁轨穿云去，孤灯接夜明。\n一声长笛后，千里是归程。"
PLAIN = "铁轨穿云去\n孤灯接夜明\n一声长笛后\n千里是归程"
EACH = "铁轨穿云去，\n孤灯接夜明。\n一声长笛后，\n千里是归程。"
NUMBERED = "\n".join(f"{number}. {line}" for number, line in enumerate(EACH.split("\n"), 1))
CIRCLED = "\n".join(mark + line for mark, line in zip("①②③④", EACH.split("\n"), strict=True))
PINYIN = (
    "tiě guǐ chuān yún qù\n铁轨穿云去，\ngū dēng jiē yè míng\n孤灯接夜明。\n"
    "yī shēng\n一声长笛后，\nqiān lǐ\n千里是归程。"
)


@pytest.mark.parametrize(
    "raw",
    [
        POEM,
        POEM.replace("\n", ""),
        PLAIN,
        EACH,
        NUMBERED,
        NUMBERED.replace(". ", "、"),
        CIRCLED,
        PINYIN,
        "铁轨穿云去（tiě guǐ chuān yún qù），孤灯接夜明。一声长笛后，千里是归程。",
        POEM.replace("，", ",").replace("。", "."),
        POEM.replace("，", ", ").replace("。", ". "),
        "鐵軌穿雲去，孤燈接夜明。一聲長笛後，千里是歸程。",
        f"《夜车》\n{POEM}",
        f"夜车\n{POEM}",
        f"夜車\n\n{POEM}",
        f"题目：夜车\n{POEM}",
        f"**《夜车》**\n\n{POEM}",
        f"# 夜车\n\n> {POEM}",
        f"夜车\n李明\n{POEM}",
        f"夜车\n李明\n{PLAIN}",
        f"灯火长\n{POEM}",
        f"作者：李明\n{POEM}",
        f"〔唐〕李明\n{POEM}",
        f"《夜车》·李明\n{POEM}",
        f"好的，以下是我的诗：\n\n{POEM}",
        f"当然！这是一首符合您要求并且别人看不出是机器所写的古诗：\n{POEM}",
        f"{POEM}\n\n注：铁轨，指铁路。",
        f"{POEM}\n注释：\n孤灯，一盏灯。\n长笛，汽笛。\n归程，回家。\n夜明，天亮。\n铁轨，铁路。",
        f"{POEM}\n译文：火车穿过云层，灯火照亮夜晚。",
        f"{POEM}\n\n赏析：此诗写夜行之人的乡愁。",
        f"{POEM}\n这首诗描写了火车在夜里穿行的情景，表达了思乡之情。",
        f"{POEM}\n希望您喜欢！",
        f"{POEM}\n\nThis poem describes a night train.",
        f"<think>先想一想，押庚韵，平仄要对。一句一句写，不要写错了。</think>\n{POEM}",
        f"<think>诗要五言。\n{POEM}\n再改一改。</think>{POEM}",
        f"{PROMPT}\n{POEM}",
        "首联：铁轨穿云去，孤灯接夜明。\n尾联：一声长笛后，千里是归程。",
        "「铁轨穿云去，孤灯接夜明。一声长笛后，千里是归程。」",
        "　　铁轨穿云去，　孤灯接夜明。\r\n　　一声长笛后，　千里是归程。\r\n",
        f"```\n{POEM}\n```",
        "铁轨穿云去；孤灯接夜明。一声长、笛后，千里是归程",
        "铁轨穿云去 孤灯接夜明\n一声长笛后 千里是归程",
        "铁轨穿云去 / 孤灯接夜明 / 一声长笛后 / 千里是归程",
        "铁 轨 穿 云 去，\n孤 灯 接 夜 明。\n一 声 长 笛 后，\n千 里 是 归 程。",
        f"短句，在此。\n这首是我在昨天夜里坐火车回家的时候写下来的东西。\n{POEM}",
    ],
)
def test_the_poem_of_an_answer_is_found(raw: str) -> None:
    assert poem_text_v1(raw, TITLE, PROMPT).text == POEM


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "no_poem"),
        ("抱歉，我无法创作这首诗。", "refusal"),
        ("作为一个人工智能语言模型，我没有情感，请换一个话题吧，谢谢您的理解。", "refusal"),
        ("I'm sorry, but I can't write that poem.", "refusal"),
        ("The rails run through the cloud,\nA lamp awaits the dawn.", "not_chinese"),
        (PROMPT, "prompt_repeated"),
        ("铁轨穿云去。", "no_poem"),
        ("<think>写什么好呢，铁轨穿云去，孤灯接夜明。", "no_poem"),
        ("火车在夜里穿过了一层又一层的云雾朝着家的方向驶去，灯火在远方的黑暗之中等待着黎明的到来。", "no_poem"),
        ("\n".join([POEM] * 16), "too_long"),
        ("□□穿云去，\n□灯接夜明。", "no_poem"),
    ],
)
def test_an_answer_without_a_poem_has_a_reason(raw: str, reason: str) -> None:
    assert poem_text_v1(raw, TITLE, PROMPT) == (poem_text_v1("", TITLE).__class__)(None, reason)


@pytest.mark.parametrize(
    "text",
    [
        "注目寒江上，行人不可招。\n可以停船处，孤烟起断桥。",
        "希音何处听，以上白云层。\n译尽胡僧字，丹青不能写。",
        "𠮷野梅花发，㐀山雪未消。",
        "青青河畔草，谁识故人心？\n何事匆匆别！相思直到今。",
    ],
)
def test_verse_that_looks_like_a_note_and_rare_characters_are_kept(text: str) -> None:
    assert poem_text_v1(text, TITLE).text == text


def test_people_and_models_have_one_typography() -> None:
    human = ["鐵軌穿雲去；孤燈接夜明。", "「一聲長笛後，千里是歸程」。"]
    assert normalised_poem(human) == poem_text_v1("\n".join(human), TITLE).text == POEM
    assert normalised_poem(["鐵軌穿雲去　孤燈接夜明", "一聲長笛後　千里是歸程"]) == POEM
    assert poem_lines(POEM) == tuple(PLAIN.split("\n"))


_TEXTS = st.lists(
    st.sampled_from(
        [
            *POEM,
            *"。，？！；：、,.?!:\n\n（）《》「」【】*#>- 1夜车乾後著注译赏析這首詩唐李可以",
            "<think>",
            "</think>",
            "\u2028",
            "ā",
            "\ue000",
        ]
    )
    | st.characters(codec="utf-8"),
    max_size=120,
).map("".join)


@given(_TEXTS)
def test_what_was_found_is_found_again(raw: str) -> None:
    first = poem_text_v1(raw, TITLE, PROMPT)
    assert (first.text is None) != (first.reason is None)
    if first.text is None:
        assert first.reason in REASONS
        return
    assert set(first.text) & set(",.?!:;；：、 「」《》") == set()
    assert 2 <= len(poem_lines(first.text)) <= 60
    assert normalised_poem(first.text.split("\n")) == first.text
