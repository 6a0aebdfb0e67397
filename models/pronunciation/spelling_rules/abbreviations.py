"""Abbreviations that verse writes and reads as words."""

ABBREVIATIONS = dict(
    line.split()
    for line in """st saint
mr mister
mrs missus
dr doctor
rev reverend
esq esquire
capt captain
col colonel
gen general
lt lieutenant
sergt sergeant
sgt sergeant
prof professor
hon honourable
jr junior
sr senior
mt mount
messrs messers
mme madame
mlle mademoiselle
gov governor
etc etcetera
viz namely""".splitlines()
)
"""Words by their abbreviations, without the full stop. They count if they begin with a capital or end with a stop."""
