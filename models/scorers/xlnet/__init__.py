"""XLNet: texts scored in a left-to-right factorisation, or each token from all others."""
