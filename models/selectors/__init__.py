"""Language models that choose among synonyms."""
