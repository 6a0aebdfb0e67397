"""Items of a ghostwriting release: what judges are asked about verses."""
