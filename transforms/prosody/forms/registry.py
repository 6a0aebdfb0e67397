"""Every form by name. To add one: write its file, add its line."""

from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.forms.limerick import LIMERICK

FORMS: dict[str, Form] = {form.name: form for form in (LIMERICK,)}
