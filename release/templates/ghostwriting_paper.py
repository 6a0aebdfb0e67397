"""The figures about people that the ghostwriting paper prints (Potash, Romanov and Rumshisky 2016)."""

STYLE = (
    ("Tupac", "35.0", "50.0", "40.0", "45.0", "57.1", "35.0"),
    ("Aesop Rock", "30.0", "25.0", "40.0", "37.5", "100.0", "10.0"),
    ("DMX", "40.0", "71.4", "35.0", "27.5", "30.0", "50.0"),
    ("Drake", "32.5", "44.4", "45.0", "37.5", "40.0", "25.0"),
    ("Eminem", "12.5", "0.0", "50.0", "35.0", "50.0", "30.0"),
    ("Fabolous", "25.0", "12.5", "40.0", "45.0", "50.0", "40.0"),
    ("GZA", "52.5", "72.7", "55.0", "32.5", "22.2", "45.0"),
    ("Jay Z", "35.0", "42.9", "35.0", "22.5", "22.2", "45.0"),
    ("Lil' Wayne", "27.5", "22.2", "45.0", "37.5", "57.1", "35.0"),
    ("Notorious B.I.G.", "25.0", "0.0", "35.0", "27.5", "33.3", "30.0"),
    ("Sage Francis", "52.5", "66.7", "45.0", "22.5", "16.7", "30.0"),
    ("Average", "33.4", "37.1", "42.3", "33.6", "43.5", "34.1"),
)
"""Table 2 in per cent: matching, matching where judges agree and raw agreement, of authentic and generated verses."""

CORRELATIONS = {
    ("coherence", "fluency"): "0.398",
    ("coherence", "similarity"): "0.102",
    ("coherence", "matching"): "-0.285",
    ("fluency", "similarity"): "0.137",
    ("fluency", "matching"): "-0.276",
    ("similarity", "matching"): "0.092",
    ("verses", "coherence"): "-0.509",
    ("verses", "fluency"): "-0.084",
    ("verses", "similarity"): "0.133",
    ("verses", "matching"): "0.111",
    ("tokens", "coherence"): "-0.463",
    ("tokens", "fluency"): "-0.229",
    ("tokens", "similarity"): "-0.012",
    ("tokens", "matching"): "0.507",
    ("richness", "coherence"): "0.214",
    ("richness", "fluency"): "0.116",
    ("richness", "similarity"): "-0.263",
    ("richness", "matching"): "0.107",
}
"""Table 4: correlations over eleven artists, of which none reaches p < .05. That of tokens with matching is the one of
the vocabulary, as Tables 1 and 2 of the paper show."""
