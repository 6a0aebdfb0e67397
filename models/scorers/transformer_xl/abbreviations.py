"""English words that keep their full stop before a capital letter, as transformers 4.57.6 was seen to keep it."""

from string import ascii_uppercase

_TITLES = "Mr Mrs Ms Mme Mlle Messrs Dr Drs Prof Hon Rev Msgr St Sr Bart MR MRS MS DR MM Hr rev Rt"
_RANKS = "Gen Brig Col Maj Capt Lt Sgt Cpl Pvt Pfc Sfc Ens Adm Cmdr Comdr Adj"
_OFFICES = "Gov Sen Sens Rep Reps Supt Insp Asst Surg Con"
_MONTHS = "Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec"
_OTHERS = "v vs Bros Corp Bldg Hosp Ph Adv Op Ord Res Nos Nr"

ABBREVIATIONS = frozenset(f"{_TITLES} {_RANKS} {_OFFICES} {_MONTHS} {_OTHERS}".split()) | frozenset(ascii_uppercase)
"""Initials are among them, so that the pronoun keeps its stop too: ``so did I.``"""

NUMBERED = frozenset(["No", "Art", "pp"])
"""Words that keep it before a figure: ``No. 7``."""
