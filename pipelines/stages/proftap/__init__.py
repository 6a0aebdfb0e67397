"""Stages of a ProFTAP release: titles, attempts of poets, and the poems of the test."""
