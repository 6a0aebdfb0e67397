"""The names of those who answer for a release, as catalogues want them."""


def person(name: str) -> tuple[str, str] | None:
    """Family name and given names of ``Family, Given``; None for any other name, such as that of a group."""
    family, comma, given = (part.strip() for part in name.partition(","))
    return (family, given) if comma and family and given else None
