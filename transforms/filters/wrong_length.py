"""The message for a poem whose number of lines its form does not allow."""

from versebench.transforms.prosody.stanza import Stanza


def wrong_length(stanza: Stanza) -> str | None:
    """What is wrong with the number of lines; None if it is allowed. A form with one scheme is named by the scheme."""
    form, lines = stanza.form, len(stanza.lines)
    problem = form.wrong_number(lines)
    if problem is None or form.lines.least != form.lines.most or len(schemes := form.schemes_of(form.lines.least)) != 1:
        return problem
    return f"{lines} line{'s' * (lines != 1)}, but {schemes[0]} needs {len(schemes[0])}"
