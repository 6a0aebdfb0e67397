"""Every form by name. To add one: write its file, add its line."""

from transforms.forms.contract import Form
from transforms.forms.limerick import LIMERICK

FORMS: dict[str, Form] = {form.name: form for form in (LIMERICK,)}
