"""What a project publishes of what was read by machine: from which confidence on, and whether before a review."""

from pydantic import Field

from kg.profile.provenance import Evidence, Share
from kg.terms.fields import StrictModel

_DECIDED = ("accepted", "edited")


class SectionFloor(StrictModel):
    """From when on entries of a section are published."""

    minimum_confidence: Share = Field(0.0, description="The least confidence of its values: 0.8")
    reviewed_only: bool = Field(False, description="Whether somebody must have accepted or corrected it")

    def refusal(self, evidence: Evidence) -> str:
        """Return why what rests on some evidence is not published, or nothing; what people decided is."""
        if evidence.status in _DECIDED:
            return ""
        if self.reviewed_only:
            return "not reviewed, and kg.yaml publishes only what is"
        if evidence.lowest < self.minimum_confidence:
            return f"confidence {evidence.lowest:.2f}, below {self.minimum_confidence:.2f} in kg.yaml"
        return ""


class Floor(SectionFloor):
    """From when on what was read by machine is published; what lies below stays in the profiles, and is counted."""

    sections: dict[str, SectionFloor] = Field(
        default_factory=dict, description="The same for single sections: `publications`"
    )

    def of(self, section: str) -> SectionFloor:
        """Return what holds for a section, or with an empty text for the fields of the person."""
        return self.sections.get(section, self)


OPEN = Floor()
"""Publishes everything that is not rejected."""
