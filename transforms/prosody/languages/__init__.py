"""Languages of poems: how their lines are cut into words, how these sound, and what rhymes."""
