"""The bill of materials: the locked packages in the layout of CycloneDX."""

import json
from collections.abc import Collection, Sequence
from importlib.metadata import version
from uuid import NAMESPACE_OID, uuid5

from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from deploy.requirements.locked import Pin


def render_sbom(pins: Sequence[Pin], required: Collection[str]) -> str:
    """The bill of some packages, of which the ``required`` ones make releases: the same bytes for the same packages."""
    bom = Bom(serial_number=uuid5(NAMESPACE_OID, "\n".join(f"{pin.name}=={pin.version};{pin.marker}" for pin in pins)))
    bom.metadata.component = Component(
        name="versebench", version=version("versebench"), type=ComponentType.APPLICATION, bom_ref="versebench"
    )
    for pin in pins:
        bom.components.add(_component(pin, is_required=pin.name in required))
    bom.register_dependency(bom.metadata.component, bom.components)
    value = json.loads(JsonV1Dot6(bom).output_as_string())
    del value["metadata"]["timestamp"]
    return json.dumps(value, indent=1, sort_keys=True) + "\n"


def _component(pin: Pin, *, is_required: bool) -> Component:
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        purl=PackageURL("pypi", None, pin.name, pin.version),
        bom_ref=f"{pin.name}=={pin.version}",
        scope=ComponentScope.REQUIRED if is_required else ComponentScope.OPTIONAL,
        properties=[Property(name="versebench:installed-if", value=pin.marker)] if pin.marker else [],
    )
