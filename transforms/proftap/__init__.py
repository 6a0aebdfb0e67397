"""ProFTAP (Deng, Yang and Wang 2024): poems that models write from titles, beside those of people."""
