"""The limerick: five lines, AABBA, the third and fourth shorter."""

from versebench.transforms.prosody.forms.contract import Form

LIMERICK = Form(name="limerick", scheme="AABBA", short_lines=(2, 3))
