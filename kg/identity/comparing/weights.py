"""The weights of the model, as `weights.toml` states and explains them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Weights:
    """The weights of persons and works, in bits, and the bands of the score."""

    same: float
    unsure: float
    margin: float
    name: MappingProxyType[str, float]
    person: MappingProxyType[str, float]
    work: MappingProxyType[str, float]


@cache
def weights() -> Weights:
    """Return the weights."""
    read: dict[str, Any] = tomllib.loads((files("kg.identity.comparing") / "weights.toml").read_text(encoding="utf-8"))
    name = read["person"].pop("name")
    return Weights(
        **read["bands"],
        name=MappingProxyType(name),
        person=MappingProxyType(read["person"]),
        work=MappingProxyType(read["work"]),
    )
