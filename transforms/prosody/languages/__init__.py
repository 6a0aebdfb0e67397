"""Languages of poems: how lines are divided into words, how words sound, and what rhymes."""
