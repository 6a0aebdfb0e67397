"""Verse of any form: any number of lines, in any scheme, in any language."""

from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE, Form
from versebench.transforms.prosody.forms.registry import form

VERSE = form(Form(name="verse", title="Verse", language=ANY_LANGUAGE))
