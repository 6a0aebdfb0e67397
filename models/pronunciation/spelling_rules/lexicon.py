"""Words of verse that modern dictionaries lack or pronounce differently, with their sounds, the most usual first.

Only words that no rule can derive. Sounds follow the older pronunciations of the Oxford English Dictionary, in American
phones.
"""

_ENTRIES = """
o'er        AO1 R | OW1 ER0
ne'er       N EH1 R
e'er        EH1 R
whate'er    W AH0 T EH1 R
where'er    W EH0 R EH1 R
whene'er    W EH0 N EH1 R
howe'er     HH AW0 EH1 R
whoe'er     HH UW0 EH1 R
whoso'er    HH UW2 S OW0 EH1 R
whatsoe'er  W AH2 T S OW0 EH1 R
e'en        IY1 N
ev'n        IY1 V N
even        IY1 V AH0 N | IY1 V IH0 N
th'         DH | DH AH0
t'          T | T AH0
'tis        T IH1 Z
'twas       T W AH1 Z | T W AA1 Z
'twere      T W ER1
'twill      T W IH1 L
'twould     T W UH1 D
'twon't     T W OW1 N T
'twixt      T W IH1 K S T
twixt       T W IH1 K S T
'em         AH0 M | EH1 M
o'          AH0 | OW1
i'          IH0 | IH1
an'         AH0 N | AE1 N
wi'         W IH1
'n'         AH0 N
ta'en       T EY1 N
thou'lt     DH AW1 L T
thou'rt     DH AW1 R T
thou'dst    DH AW1 D S T
thou'st     DH AW1 S T
ye'll       Y IY1 L
wouldst     W UH1 D S T
shouldst    SH UH1 D S T
couldst     K UH1 D S T
canst       K AE1 N S T
didst       D IH1 D S T
hadst       HH AE1 D S T
dost        D AH1 S T | D AA1 S T
doth        D AH1 TH | D AO1 TH
mayst       M EY1 S T
mightst     M AY1 T S T
wast        W AA1 S T | W AO1 S T
saith       S EH1 TH
prithee     P R IH1 DH IY0
methinks    M IY0 TH IH1 NG K S
methought   M IY0 TH AO1 T
forsooth    F ER0 S UW1 TH
betimes     B IH0 T AY1 M Z
yestreen    Y EH0 S T R IY1 N
our         AW1 R | AA1 R | AW1 ER0
every       EH1 V R IY0 | EH1 V ER0 IY0
trembling   T R EH1 M B L IH0 NG | T R EH1 M B AH0 L IH0 NG
ravish      R AE1 V IH0 SH
whelm       W EH1 L M | HH W EH1 L M
lioness     L AY1 AH0 N AH0 S
poetess     P OW1 AH0 T AH0 S
sonneteer   S AA2 N AH0 T IH1 R
aether      IY1 TH ER0
aegypt      IY1 JH AH0 P T
gaol        JH EY1 L
shew        SH OW1
shews       SH OW1 Z
shewed      SH OW1 D
shewn       SH OW1 N
drest       D R EH1 S T
prest       P R EH1 S T
pye         P AY1
lour        L AW1 R | L AW1 ER0
bower       B AW1 ER0
wound       W UW1 N D | W AW1 N D
hearth      HH AA1 R TH | HH ER1 TH
bade        B AE1 D | B EY1 D
ate         EY1 T | EH1 T
again       AH0 G EH1 N | AH0 G EY1 N
against     AH0 G EH1 N S T | AH0 G EY1 N S T
forgot      F ER0 G AA1 T
begot       B IH0 G AA1 T
chaunt      CH AO1 N T | CH AA1 N T
quire       K W AY1 ER0
burthen     B ER1 DH AH0 N
murther     M ER1 DH ER0
vext        V EH1 K S T
iron        AY1 ER0 N | AY1 R AH0 N
victual     V IH1 T AH0 L
victuals    V IH1 T AH0 L Z
"""

LEXICON: dict[str, tuple[str, ...]] = {
    line.split(maxsplit=1)[0]: tuple(phones.strip() for phones in line.split(maxsplit=1)[1].split("|"))
    for line in _ENTRIES.strip().splitlines()
}
"""Pronunciations of each spelling."""
