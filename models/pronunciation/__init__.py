"""Sources of pronunciations: dictionary, spelling rules, and models that guess."""
