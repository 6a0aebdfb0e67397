"""The page of ``versebench serve``: what versebench finds in a poem that is pasted into a browser."""
