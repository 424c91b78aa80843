"""A group's own site: what `site` in `kg.yaml` says of logo, colour, texts, members by role, and pages of their own."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kg.terms.fields import Name, Path, Slug, StrictModel, Text, Url

Corrections = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern=r"^(https?://[^\s<>\"]+|mailto:[^\s<>\"@]+@[^\s<>\"]+)$"),
]
"""Where readers write to: an address on the web, or one of e-mail."""


def _in_folder(text: str) -> str:
    if not text.startswith("site/"):
        reason = f"'{text}' does not lie in the folder 'site' beside kg.yaml; put it there, and write site/…"
        raise PydanticCustomError("identifier", "{reason}", {"reason": reason})
    return text


SitePath = Annotated[Path, AfterValidator(_in_folder)]
"""A file of the folder `site`: what else a project holds is not published."""

Language = Literal["de", "en", "es", "fr", "ja", "zh"]
"""The languages whose words kg knows."""

_Member = Annotated[str, BeforeValidator(str), StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class NavigationLink(StrictModel):
    """An entry of the navigation: a page of the group's own, or a place on the web."""

    title: Name = Field(description="What the link is called")
    page: Slug | None = Field(None, description="A page of `pages`, by the name of its file: `join`")
    url: Url | None = Field(None, description="Or an address")

    @model_validator(mode="after")
    def _leads_somewhere(self) -> "NavigationLink":
        if (self.page is None) == (self.url is None):
            raise PydanticCustomError("one_target", "a link leads to one place: 'page: …' or 'url: …'")
        return self


class SiteConfig(StrictModel):
    """What the pages of a group look like, and what they say beside the graph."""

    languages: tuple[Language, ...] = Field(
        ("en",),
        min_length=1,
        description="The languages of the pages: the first one at the site's root, each other in a folder: `[de, en]`",
    )
    translations: dict[Language, dict[Text, Text]] = Field(
        default_factory=dict,
        description="What the group's own short texts mean in its further languages, each as it stands in `kg.yaml`, "
        "in a profile's kind or a question: `en: {Mitmachen: Join us}`; of `home.md`, `home.en.md` is the translation",
    )
    logo: SitePath | None = Field(
        None, description="The logo, which stands beside the title: SVG, PNG, JPEG or WebP: `site/logo.svg`"
    )
    hue: float | None = Field(None, ge=0, le=360, description="The hue of the colours in degrees, as OKLCH has it: 215")
    colour: str | None = Field(
        None,
        description="Or a colour whose hue and chroma are taken; lightness is chosen for contrast: '#8a1538'",
        pattern=r"^#[0-9A-Fa-f]{6}$",
    )
    pages: SitePath | None = Field(
        None, description="A folder of pages of the group's own in Markdown, with a title at their heads: `site/pages`"
    )
    home: SitePath | None = Field(None, description="Text of the first page, in Markdown: `site/home.md`")
    imprint: SitePath | None = Field(None, description="The imprint, in Markdown: `site/imprint.md`")
    footer: Text | None = Field(None, description="A line at the foot of every page, in Markdown")
    lead: Text | None = Field(None, description="What the group does, in one sentence, on the first page")
    navigation: tuple[NavigationLink, ...] = Field((), description="Links in the head of every page, in this order")
    roles: dict[Name, tuple[_Member, ...]] = Field(
        default_factory=dict, description="The members by role, in this order: ids or names of people"
    )
    featured: tuple[_Member, ...] = Field((), description="Selected works on the first page: ids, titles, IRIs or DOIs")
    corrections: Corrections | None = Field(
        None, description="Where readers suggest corrections: the address of a form or an issue, or `mailto:…`"
    )
    quality: Literal["public", "private"] = Field("public", description="Whether the page of quality is published")
    style: SitePath | None = Field(
        None, description="A style sheet of the group's own, which is loaded last: `site/site.css`"
    )

    @model_validator(mode="after")
    def _translates_what_is_shown(self) -> "SiteConfig":
        if twice := next((tag for tag in self.languages if self.languages.count(tag) > 1), None):
            raise PydanticCustomError("twice", "'languages' names '{tag}' twice", {"tag": twice})
        if unknown := next((tag for tag in self.translations if tag not in self.languages[1:]), None):
            reason = f"'translations' into '{unknown}' are shown nowhere: add it to 'languages', behind the first"
            raise PydanticCustomError("untold", "{reason}", {"reason": reason})
        return self

    @model_validator(mode="after")
    def _has_one_colour(self) -> "SiteConfig":
        if self.hue is not None and self.colour is not None:
            raise PydanticCustomError("two_colours", "'hue' and 'colour' both say the hue; delete one of the two")
        return self
