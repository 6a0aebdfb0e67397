"""The names of a release's creators in the form that catalogues require."""


def person(name: str) -> tuple[str, str] | None:
    """Family name and given names of ``Family, Given``; None for any other name, such as the name of a group."""
    family, comma, given = (part.strip() for part in name.partition(","))
    return (family, given) if comma and family and given else None
