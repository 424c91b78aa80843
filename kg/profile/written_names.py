"""Take a personal name apart as people write it: the name itself, its other forms, and what is no name.

`Rui Pan 潘瑞`, `Prof. William (Bill) Smith, Ph.D. (she/her)` and `Иван Петров / Ivan Petrov` are each one person.
Nothing is lost: each letter is in the name, in a variant or among what was left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from kg.base.patterns import lazy
from kg.base.tables import words_of
from kg.terms.identifiers import fold

MAX_NAME = 500
_ROUNDS = 16
_CACHE = 1 << 14


class WrittenName(NamedTuple):
    """A name that was taken apart."""

    name: str  # The main form, in Latin script if there is one
    variants: tuple[str, ...] = ()  # Other forms: in another script, with a nickname, before a marriage
    left_out: tuple[str, ...] = ()  # What is no name: titles, degrees, pronouns, places


_PAIRS = dict(zip('([{<【「『〈《〔“„«‹‘"”', ')]}>】」』〉》〕”“»›’"”', strict=True))
_SIGNS = "".join({*_PAIRS, *_PAIRS.values()} - {"’"})
_INSIDE = "|".join(rf"{re.escape(a)}[^{re.escape(_SIGNS)}]*{re.escape(b)}" for a, b in _PAIRS.items() if a != "‘")
_BRACKETS = lazy(rf"{_INSIDE}|(?<!\w)[‘'`]{{1,2}}[^‘’'`]+[’']{{1,2}}(?!\w)")
_DOTS = "·・‧•⋅◦∙"
_JOINERS = "\u200c\u200d"
_QUOTES = "“”„«»‹›‘’\"'`"
_COMPLETION = lazy(r"(?<=[^\W\d_])\(([a-zß-ÿ]+)\)")
_CUT = lazy(r"\s*[|/\\\n\r\t;；、，•⋅◦∙‧・]\s*|\s+[-–—~·:]+\s+|\s*—\s*")
_PRONOUN = (
    r"(?:she|he|they|ze|zir|xe|xem|it|her|hers|him|his|them|theirs|any|all|elle|il|iel|er|sie|ihr|ihm|ella|él|elle|lui)"
)
_PRONOUNS = lazy(rf"{_PRONOUN}(?:\s*[/,|·\\&]\s*{_PRONOUN}){{0,4}}(?:\s+pronouns?)?|(?:my )?pronouns?:.*", re.I)
_SPOKEN_AS = lazy(r"^(?:pronounced|pronunciation|ipa|sounds like|rhymes with|say)\b", re.IGNORECASE)
_IPA = lazy(r"[ɐ-ɘɚ-ʯˈˌːʰʲʷ]")
_BORN = lazy(
    r"^(?:née|nee|né|geb\.?|geborene|born|formerly(?: known as)?|previously|maiden name|prev\.?|roz\.?|z domu|"
    r"rozená|ur\.)(?::|\s)\s*",
    re.IGNORECASE,
)
_BARE_BORN = lazy(r"(?<=\w)\s+(née|né|geb\.|geborene|z domu|rozená|roz\.)\s+([^\W\d_][^()\[\],|/]*)$", re.IGNORECASE)
_LABEL = lazy(
    r"^(?:(?:also|better) known as|a\.?k\.?a\.?|aka|alias|nickname|goes by|call me|or|also|preferred(?: name)?|"
    r"(?:in )?(?:chinese|english|japanese|korean|russian|arabic|hebrew|greek|persian|thai|hindi|native|hangul|hanja|"
    r"kanji|pinyin|mandarin|cantonese|simplified|traditional)(?: name)?|中文名?|英文名?|姓名|名前|한글|이름)"
    r"\s*(?:[:：]|\s|$)\s*",
    re.IGNORECASE,
)
_WORD_TITLES = (
    "prof|professor|professorin|profesor|profesora|professora|professore|professeure?|dr|drs|doctor|doktor|dra|dott|"
    "dottore|dottoressa|mr|mrs|ms|mx|sir|dame|emeritus|emerita|mme|mlle|monsieur|madame|doç|docent|"
    "dozent|privatdozent|assoc|asst|assistant|associate|adjunct|distinguished|visiting|"
    "проф|профессор|доктор|доцент|д-р|акад|dipl-inf|dipl-ing"
)
_TITLE = lazy(
    rf"(?:(?:prof|dott)\.ssa\s+|(?:{_WORD_TITLES})(?![\w'’-])(?:\.\s*|[,\s]+)"
    r"|(?:prof|doz|dr|dipl|univ|priv|jun|stud|apl|ao|bacc?)\.?-(?:dr|doz|ing|inf|prof|math|phys|chem|kfm|biol|psych|"
    r"wirt|nat|rat)\.?(?:-(?:dr|ing|inf)\.?)*(?![\w'])\s*"
    r"|(?:h\.\s?c|mult|rer|nat|med|phil|iur|jur|habil|techn|sc|hab|inż|inz|ing|ir|doc|mgr|mag|bc|"
    r"mudr|rndr|phdr|judr|paeddr|mvdr|thdr|apl|univ|dipl|priv|eng|lic|mtro|mtra|arq|pr|ord|em|öğr|ogr|üyesi|gör|"
    r"arş|yrd|uzm|pgs|ths|gs|gs\.ts|pgs\.ts|m\.\s?sc|b\.\s?sc|m\.\s?eng|b\.\s?eng|ph\.\s?d|hon|rev|capt|col|lt|"
    r"к\.\s?т\.\s?н|д\.\s?т\.\s?н|к\.\s?ф\.-м\.\s?н|д\.\s?ф\.-м\.\s?н|δρ|καθ|ดร|ผศ|รศ|ศ|أ\.د|د)\.\s*"
    r"|(?:dr\.?\s+)?(?:öğr\.?\s+)?üyesi\s+|(?:ท่าน\s+)|(?:mgr|hab|inż|phd|jprof|apl)\s+(?=\w)"
    r"|(?:ד\"ר|ד״ר|פרופ'|פרופ׳|פרופסור|الدكتورة|الدكتور|دكتور|الأستاذ)\s+)",
    re.IGNORECASE,
)
_HEAD = lazy(r"(?:the )?(?:full )?", re.IGNORECASE)
_LOWER_TITLES = lazy(r"PD\s+(?=(?:Dr|Prof|[A-ZÀ-Þ][a-zà-ÿ]))")
_SURE_DEGREE = (
    r"ph\.?\s?d\.?|d\.?phil\.?|m\.?phil\.?|m\.\s?sc\.?|msc|b\.\s?sc\.?|bsc|m\.?eng\.?|b\.?eng\.?|mba|m\.b\.a\.|mph|"
    r"ed\.?d\.?|psy\.?d\.?|pharm\.?d\.?|j\.d\.|ll\.?m\.?|ll\.?b\.?|csc\.?|drsc\.?|d\.?sc\.?|sc\.d\.|dr\.?-ing\.?|"
    r"facs|facp|frs|frse|freng|fieee|facm|faaas|cbe|obe|mbe|kbe|dbe|gbe|frsa|fraeng|fba|frcp|frcs|esq\.?|dvm|dds|cpa|p\.?\s?eng\.?|"
    r"m\.?tech\.?|b\.?tech\.?|m\.?s\.?c\.?s\.?|prof\.?|professor|dr\.|ph\.?\s?d\.? (?:candidate|student)|"
    r"dipl\.?-(?:ing|inf)\.?|habil\.?|mbbs|bds|rn|msw|mfa|bfa|mphil|dphil|phd\.?|postdoc|emeritus"
)
_UNSURE_DEGREE = r"m\.?\s?d\.?|m\.?a\.?|b\.?a\.?|m\.?s\.?|b\.?s\.?|j\.?d\.?|d\.?o\.?|pe|ma|sj|s\.j\."
_DEGREE_END = lazy(rf"(?:\s*,\s*|\s+)(?:{_SURE_DEGREE})\s*$", re.IGNORECASE)
_DEGREE_MD = lazy(r"(?<=[a-zà-ÿ.]) (?:M\.?D\.?)$")
_DEGREE = lazy(rf"(?:{_SURE_DEGREE})", re.IGNORECASE)
_ANY_DEGREE = lazy(rf"(?:(?:{_SURE_DEGREE}|{_UNSURE_DEGREE})[\s.]*)+", re.IGNORECASE)
_SUFFIX = lazy(r"(?:jr|sr)\.?|junior|senior|II|III|IV", re.IGNORECASE)
_ROMAN = frozenset(("II", "III", "IV", "VI", "VII", "VIII"))
_HAN_TITLE = lazy(
    r"\s*(?:副?教授|准教授|助理?教授|助教|博士|先生|老[师師]|女士|院士|特聘|研究員|研究员|교수|박사|님|様|さん)$"
)
_HAN_PLACE = lazy(r"大[学學]|学院|學院|研究[所院室]|公司|实验室|대학|학교|연구|中国|中國|日本|한국|香港|台[湾灣]")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


_NO_NAME = _words("""
    university college institute laboratory laboratories lab school department center centre research academy
    group team collaboration consortium society foundation corporation inc ltd gmbh company association
    committee agency student candidate professor lecturer engineer scientist researcher postdoc postdoctoral
    fellow director assistant homepage home page website web site cv resume curriculum vitae academic personal
    portfolio blog publications about of at the and for in ai ml deceased contact corresponding author equal
    contribution editor mathematician physicist china india usa uk us canada germany france italy spain japan
    korea taiwan singapore australia austria switzerland sweden norway denmark finland netherlands belgium
    poland russia brazil mexico israel turkey iran greece portugal ireland scotland england egypt vietnam
    thailand remote london paris berlin beijing shanghai boston stanford oxford cambridge princeton harvard yale
    berkeley cornell google microsoft meta amazon intel nvidia universität université retd retired emeritus
    emerita visiting intern alumni alumnus alumna lead chair joint supervisor universidad università
    universiteit hochschule fakultät inria cnrs phd
""")
_PARTICLES = words_of("kg.profile", "tables/particles.txt")
_FIRST_FAMILIES = _words("""
    an bai cai cao chang chao chen cheng cho choi chung cui dai deng ding dong du fan fang feng fu gao ge gong
    gu guo han hao he hong hou hsu hu hua huang hwang jang jeong jia jiang jin jung kang kim kong kwon lai lee
    lei li liang liao lim lin liu long lu luo ma mao mei meng mo nguyen ni pan park peng pham phan qian qiao qin
    qiu ren seo shao shen shi shin song su sun tan tang tao tian tran tsai tu vu wan wang wei wen weng wu xia
    xiang xiao xie xiong xu xue yan yang yao ye yi yin yoon you yu yuan yue zeng zhai zhan zhang zhao zheng
    zhong zhou zhu zhuang zou
""")
"""Where two words are a name, a family name that stands first."""
_CLOSE = lazy(
    rf"[^\w\s.,'’‐-]|[\n\r\t]|(?<!\w)'\w|^(?:the\s|PD\s)|{_TITLE.pattern}.|{_DEGREE_END.pattern}|,.*,|(?:jr|sr)\b|"
    rf"\s(?:geb\.|geborene|roz\.|z domu)\s|[\u200b-\u200f\u2060]|^\s|\s$|\s\s| M\.?D\.?$|\s-\s",
    re.IGNORECASE,
)
_PLAIN = lazy(r"(?:[A-Z](?:[a-z]+|\.)? )+[A-Z][a-z]+")


def _words_of(pattern: str) -> Iterator[str]:
    """Yield the words that a pattern may match, and more: what is optional is there and is not."""
    glued = re.sub(r"\\[.s][?*+]?", "", pattern.lower())
    for each in (pattern.lower(), glued, glued.replace("?", ""), re.sub(r"\w\?", "", glued)):
        yield from re.findall("[a-z]{2,}", each)


_DECORATIONS = frozenset(_words_of(_CLOSE.pattern))


def may_be_more(text: str) -> bool:
    """Whether a text may hold more than a name in its plain form: a cheap test before `as_written`."""
    if _PLAIN.fullmatch(text) and _DECORATIONS.isdisjoint(text.lower().split()):
        return False  # as most are: the same as below, sooner
    return not text.isascii() or _CLOSE.search(text) is not None


_ACCENTS = {"ˆ": "\u0302", "˜": "\u0303", "¨": "\u0308", "ˇ": "\u030c", "¸": "\u0327", "˘": "\u0306", "˚": "\u030a"}
"""Signs that PDF files of TeX have before a letter; acute and grave are apostrophes too, and stay."""
_ACCENT = lazy(f"([{''.join(_ACCENTS)}])([^\\W\\d_])")


@lru_cache(_CACHE)
def as_written(text: str) -> WrittenName:
    """Take apart a name anywhere, such as a co-author's: its order and its letters stay as they are.

    >>> as_written("Rui Pan 潘瑞")
    WrittenName(name='Rui Pan', variants=('潘瑞',), left_out=())
    >>> as_written("Prof. William (Bill) Smith (she/her)").variants
    ('Bill Smith',)
    """
    if not may_be_more(text) or len(text) > MAX_NAME:
        return WrittenName(text)
    return _settled(text, is_person=False)


@lru_cache(_CACHE)
def of_person(text: str) -> WrittenName:
    """Take apart the name of somebody who is known to be a person, and write it as one reads it.

    >>> of_person("MÜLLER, Anna, Ph.D.").name, of_person("Jean-Pierre DUPONT").name
    ('Anna Müller', 'Jean-Pierre Dupont')
    """
    if _PLAIN.fullmatch(text) and not may_be_more(text):
        return WrittenName(text)
    if len(text) > MAX_NAME:
        return WrittenName(text)
    return _settled(text, is_person=True)


def _settled(text: str, *, is_person: bool) -> WrittenName:
    """Take a name apart until nothing more comes off: one decoration may hide another."""
    read = WrittenName(text)
    for _ in range(_ROUNDS):
        more = _NameParser(read.name, is_person=is_person).result()
        variants = (each for each in (*read.variants, *more.variants) if each != more.name)
        left_out = dict.fromkeys((*read.left_out, *more.left_out))
        is_settled = more.name == read.name
        read = WrittenName(more.name, tuple(dict.fromkeys(variants)), tuple(left_out))
        if is_settled:
            break
    return read


def forms_of(*names: str) -> tuple[str, ...]:
    """Return all forms of a person's names, without those that say the same twice; the first is the main one.

    >>> forms_of("Hanfei Yu (余涵非)", "H. Yu")
    ('Hanfei Yu', '余涵非', 'H. Yu')
    """
    read = map(of_person, names)
    found = (form for each in read for form in (each.name, *each.variants))
    return tuple({form.strip(): None for form in found if form.strip()})


def with_main_name(profile: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of a profile with its name in the main form, and the other forms among the variants."""
    name, variants = profile.get("name"), profile.get("variants") or ()
    listed = [variants] if isinstance(variants, str) else variants
    if not isinstance(name, str) or not isinstance(listed, list | tuple):
        return profile
    read = of_person(name)
    if read.name == name or not name.strip():
        return profile
    known = {fold(read.name), *(fold(each) for each in listed if isinstance(each, str))}
    found = [*listed, *(each for each in read.variants if fold(each) not in known)]
    return profile | {"name": read.name} | ({"variants": found} if found else {})


class _NameParser:
    """One text on its way to a name."""

    def __init__(self, text: str, *, is_person: bool) -> None:
        self.written = text
        self.is_person = is_person
        self.left_out: list[str] = []
        self.cores: list[str] = []
        self.asides: list[tuple[str, bool]] = []
        self.variants: list[str] = []
        self.is_aside_main = False

    def result(self) -> WrittenName:
        text = _BARE_BORN.sub(r" (\1 \2)", _COMPLETION.sub(self._completed, _clean(self.written)))
        rest = self._without_asides(text)
        for piece in self._pieces(rest):
            self._sort_in(piece)
        if not self.cores:
            self._promote_aside()
        if not self.cores:
            return WrittenName(" ".join(self.written.split()) or self.written)
        main = self._main()
        for other in self.cores:
            if other is not main:
                # Take another piece outside of brackets for a variant, unless it is plainly something else.
                is_single = 1 in (len(main.split()), len(other.split())) and not _is_no_name(other)
                is_form = _script(other) != _script(main) or _shares(other, main) or (self.is_aside_main and is_single)
                if not self.is_person or is_form:
                    self.variants.append(other)
                else:
                    self.left_out.append(other)
        for aside, is_quoted in self.asides:
            self._aside(aside, main, is_quoted=is_quoted)
        main = self._finish(main)
        variants = tuple(dict.fromkeys(each for each in map(self._finish, self.variants) if each and each != main))
        return WrittenName(main, variants, tuple(dict.fromkeys(filter(None, self.left_out))))

    def _completed(self, match: re.Match[str]) -> str:
        """Read `Alex(ander)` as Alexander, who is Alex as well."""
        self.asides.append((f"={match.string[: match.start()]}{match.string[match.end() :]}", False))
        return match[1]

    def _without_asides(self, text: str) -> str:
        """Put away what stands in brackets and quotes, from the inside out."""
        for _ in range(8):
            whole = text

            def put_away(match: re.Match[str]) -> str:
                inside = match[0].strip(_SIGNS + _QUOTES + " ,.")
                if inside:
                    self.asides.append((inside, match[0][0] in _QUOTES))
                return " "

            text = _BRACKETS.sub(put_away, text)
            if text == whole:
                break
        return re.sub(rf"[{re.escape(_SIGNS)}]|(?<!\w)['‘](?=\w+['’](?!\w))", "|", text)

    def _pieces(self, text: str) -> Iterator[str]:
        parts = [text]
        if self.is_person or _scripts(text) > 1:
            parts = _CUT.split(text)
        for part in parts:
            if self.is_person and _PRONOUNS.fullmatch(part.strip()):
                self.left_out.append(part.strip())
                continue
            yield from _runs(part)

    def _sort_in(self, piece: str) -> None:
        """Take a piece for a name once its titles are off, or leave it out."""
        piece = piece.strip(" ,;:|/·–—-" if not self.is_person else " ,;:|/·–—-_*†‡")
        if not any(map(str.isalpha, piece)):
            if any(map(str.isalnum, piece)) and self.cores:
                self.cores[-1] += f" {piece}"  # the number by which dblp tells namesakes apart
            return
        if _IPA.search(piece) or (self.is_person and self.cores and _is_no_name(piece)):
            self.left_out.append(piece)
            return
        name = self._without_titles(piece)
        if name:
            self.cores.append(name)

    def _without_titles(self, piece: str) -> str:
        name = piece
        if _script(name) in ("Han", "Hangul"):
            name = self._cut_off(name, _HAN_TITLE, least=2)
            if self.cores and _HAN_PLACE.search(name):
                self.left_out.append(name)
                return ""
        start = _HEAD.match(name)
        if start and start[0] and _TITLE.match(name, start.end()):
            self.left_out.append(start[0].strip())
            name = name[start.end() :]
        while (found := _TITLE.match(name) or _LOWER_TITLES.match(name)) and _letters(name[found.end() :]) > 1:
            if not self.is_person and name[found.end() :].lstrip()[:1] == ",":
                break
            self.left_out.append(found[0].strip(" ,"))
            name = name[found.end() :].lstrip(" ,.-")
        while found := _DEGREE_END.search(name) or _DEGREE_MD.search(name):
            before = name[: found.start()].rstrip(" ,")
            if len(before.split()) < 2 and not (_letters(before) > 1 and "," in found[0] and len(found[0]) > 6):
                break
            self.left_out.append(found[0].strip(" ,"))
            name = before
        return self._in_spoken_order(name).strip(" ,")

    def _cut_off(self, name: str, pattern: re.Pattern[str], least: int) -> str:
        found = pattern.search(name)
        if found and len(name[: found.start()].strip()) >= least:
            self.left_out.append(found[0].strip())
            return name[: found.start()].strip()
        return name

    def _in_spoken_order(self, name: str) -> str:
        """Return `Smith, Jr., John` as John Smith Jr.; what else stands behind commas is left out."""
        parts = [part.strip() for part in name.split(",") if part.strip()]
        if len(parts) < 2:
            return name
        kept = [parts[0]]
        suffix = ""
        for part in parts[1:]:
            if _SUFFIX.fullmatch(part):
                suffix = f" {part}"
            elif self._is_degree_part(part, parts) or (self.is_person and (len(kept) > 1 or _is_no_name(part))):
                self.left_out.append(part)
            else:
                kept.append(part)
        if len(kept) == 2 and (self.is_person or suffix):
            return f"{kept[1]} {kept[0]}{suffix}"
        return ", ".join(kept) + suffix

    def _is_degree_part(self, part: str, parts: list[str]) -> bool:
        if _DEGREE.fullmatch(part):
            return True
        is_whole = len(parts[0].split()) > 1
        return bool(_ANY_DEGREE.fullmatch(part)) and is_whole and (self.is_person or "." not in part or len(parts) > 2)

    def _promote_aside(self) -> None:
        for index, (aside, _) in enumerate(self.asides):
            if not aside.startswith("=") and _letters(aside) > 1 and not _PRONOUNS.fullmatch(aside):
                del self.asides[index]
                for piece in self._pieces(aside):
                    self._sort_in(piece)
                return

    def _main(self) -> str:
        """Return the form that most can read: in Latin script, of several words."""
        latin = [core for core in self.cores if _script(core) == "Latin"]
        full = [core for core in latin if len(core.split()) > 1]
        if full:
            return full[0]
        for index, (aside, is_quoted) in enumerate(self.asides):
            bare = _LABEL.sub("", aside)
            fits = _script(bare) == "Latin" and len(bare.split()) > 1 and not _IPA.search(bare)
            is_other = not latin and _script(self.cores[0]) != "Latin"
            if not is_quoted and fits and not bare.startswith("=") and (is_other or latin) and _is_like_name(bare):
                del self.asides[index]
                self.left_out += [aside[: len(aside) - len(bare)].strip(" :")] if bare != aside else []
                before, self.cores = self.cores, []
                self._sort_in(bare)
                found, self.cores = self.cores, before + self.cores
                if found:
                    self.is_aside_main = True
                    return found[0]
        others = [core for core in self.cores if core not in latin]
        return (others or self.cores)[0]

    def _aside(self, aside: str, main: str, *, is_quoted: bool) -> None:
        if aside.startswith("="):
            form = self._without_titles(aside[1:])
            self.variants.append(form)
            return
        if _SPOKEN_AS.match(aside) or (_IPA.search(aside) and _scripts(aside) < 2) or _PRONOUNS.fullmatch(aside):
            self.left_out.append(aside)
            return
        for part in re.split(r"\s*[;,，、/|]\s*|\s+[-–·]\s+", aside):
            if _SPOKEN_AS.match(part) or _PRONOUNS.fullmatch(part):
                self.left_out.append(part)
                continue
            for piece in _runs(part):
                self._aside_piece(piece.strip(" :：.,"), main, is_quoted=is_quoted)

    def _aside_piece(self, piece: str, main: str, *, is_quoted: bool) -> None:
        """Take a part of an aside, in one script, for a variant or leave it out."""
        if found := _BORN.match(piece):
            self.left_out.append(found[0].strip(" :"))
            name = piece[found.end() :]
            self.variants.append(name if " " in name else _with_family(main, name))
            return
        is_labelled = False
        while (found := _LABEL.match(piece)) and piece:
            self.left_out.append(found[0].strip(" :："))
            piece, is_labelled = piece[found.end() :], True
        if not piece:
            return
        if _script(piece) in ("Han", "Hangul"):
            piece = self._cut_off(piece, _HAN_TITLE, least=2)
        form = self._form(piece, main, is_meant=is_quoted or is_labelled)
        (self.variants if form else self.left_out).append(form or piece)

    def _form(self, piece: str, main: str, *, is_meant: bool) -> str:
        """Return the form of the name that a part of an aside stands for; empty if it is something else."""
        if any(pattern.fullmatch(piece) for pattern in (_PRONOUNS, _ANY_DEGREE, _SUFFIX)) or _is_no_name(piece):
            return ""
        if _IPA.search(piece):
            return ""
        script = _script(piece)
        if script != _script(main) or (_is_kana(piece) and not _is_kana(main)):
            is_place = _HAN_PLACE.search(piece) or (script == "Latin" and piece.isupper())
            return "" if is_place else piece
        if " " in piece:
            is_name = _shares(piece, main) or is_meant or " " not in main
            return piece if is_name and _is_like_name(piece) else ""
        return _nicknamed(main, piece) if _is_nickname(piece, main, is_quoted=is_meant) else ""

    def _finish(self, name: str) -> str:
        name = " ".join(name.split()).strip(" ,;:")
        return _recased(name) if self.is_person else name


def _clean(text: str) -> str:
    text = unescape(text)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", _ACCENT.sub(_with_accent, text))
    return "".join(_seen(char, before) for before, char in zip(" " + text, text, strict=False))


def _with_accent(found: re.Match[str]) -> str:
    letter = unicodedata.normalize("NFC", found[2] + _ACCENTS[found[1]])
    return letter if len(letter) == 1 else found[0]


def _seen(char: str, before: str) -> str:
    """Return a character as it counts in a name: a picture is a space, what nobody sees is nothing."""
    code, kind = ord(char), unicodedata.category(char)
    if code < 0xA0 or char in _DOTS:
        return char
    if 0x1D400 <= code <= 0x1D7FF or 0xFF01 <= code <= 0xFF5E:  # letters of mathematics, and wide ones
        return unicodedata.normalize("NFKC", char)
    if kind == "Cf":  # joiners spell in some scripts
        return char if char in _JOINERS and before.isalpha() and before > "\u0590" else ""
    if kind == "Me" or 0xFE00 <= code <= 0xFE0F:
        return ""
    if kind in ("Zl", "Zp"):
        return "\n"
    return " " if kind in ("So", "Sm", "Sk", "Cs", "Co", "No", "Zs") or char in "†‡§¶" else char


@lru_cache(1 << 12)
def _script_of(char: str) -> str:
    name = unicodedata.name(char, "")
    first = name.partition(" ")[0]
    if first in ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "HALFWIDTH"):
        return "Han"
    return first.capitalize() if char.isalpha() else ""


def _script(text: str) -> str:
    """Return the script of a text: that of its first letter."""
    return next((_script_of(char) for char in text if char.isalpha() and _script_of(char) != "Modifier"), "")


def _scripts(text: str) -> int:
    return len({found for char in text if (found := _script_of(char)) and found != "Modifier"})


def _runs(text: str) -> Iterator[str]:
    """Yield the stretches of a text in one script each; single letters go with their neighbours."""
    if text.isascii() or _scripts(text) < 2:
        yield text
        return
    current = ""
    labelled: list[tuple[str, str]] = []
    for char in text:
        found = _script_of(char)
        current = found if found and found != "Modifier" else current
        labelled.append((current, char))
    first = next((script for script, _ in labelled if script), "")
    for _, group in groupby(labelled, key=lambda each: each[0] or first):
        yield "".join(char for _, char in group)


def _is_kana(text: str) -> bool:
    return all("\u3040" <= char <= "\u30ff" for char in text if char.isalpha())


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _is_no_name(text: str) -> bool:
    return not _NO_NAME.isdisjoint(fold(text).split()) or "@" in text or "://" in text or ".com" in text


def _is_like_name(text: str) -> bool:
    words = text.split()
    return 1 < len(words) < 7 and not _is_no_name(text) and all(word[0].isalpha() or word[0] in "'’" for word in words)


def _shares(one: str, other: str) -> bool:
    words, others = set(fold(one).split()), set(fold(other).split())
    return any(len(word) > 1 for word in words & others)


def _is_nickname(piece: str, main: str, *, is_quoted: bool) -> bool:
    letters = _letters(piece)
    if letters < 2 or any(map(str.isdigit, piece)) or letters < len(piece.strip(".'’-")):
        return False
    is_same = fold(piece) in fold(main).split()
    is_shout = piece.isupper() and not main.isupper() and not (is_quoted and letters < 4)
    is_low = piece.islower() and not main.islower() and not is_quoted
    return not (is_same or is_shout or is_low)


def _family(main: str) -> tuple[list[str], str]:
    before, comma, _ = main.partition(",")
    words = before.split()
    if comma or len(words) < 2:
        return words, ""
    suffix = ""
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        suffix = f" {words.pop()}"
    lead, last = fold(words[0]), fold(words[-1])
    if len(words) == 2 and lead in _FIRST_FAMILIES and last not in _FIRST_FAMILIES:
        return words[:1], suffix
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in _PARTICLES:
        start -= 1
    return words[start:], suffix


def _nicknamed(main: str, nickname: str) -> str:
    """Return a name with a nickname for the given ones: `Bill` for William Smith is Bill Smith."""
    if _script(main) in ("Han", "Hangul", "Thai"):
        return nickname
    family, suffix = _family(main)
    return nickname if len(main.split()) == 1 else f"{nickname} {' '.join(family)}{suffix}"


def _with_family(main: str, family: str) -> str:
    own, suffix = _family(main)
    spoken, comma, given = main.removesuffix(suffix).partition(",")
    if comma:
        return f"{given.strip()} {family}{suffix}"
    words = spoken.split()
    given_words = words[: len(words) - len(own)] if words[-len(own) :] == own else words[len(own) :]
    return " ".join((*given_words, family)) + suffix


def _recased(name: str) -> str:
    """Return a name in capitals as one reads it; a family name in capitals stands last."""
    words = name.split()
    if name.isupper() and len(words) > 1 and _letters(name) > 4:
        return " ".join(word if _is_initials(word) else _capitalized(word, at) for at, word in enumerate(words))
    shouted = _shouted(words)
    if not any(shouted) or all(shouted) or not any((_letters(word) > 1 and (not word.isupper())) for word in words):
        return name
    if shouted[0]:
        size = shouted.index(False)
        if not any(shouted[size:]) and len(words) - size < 3 and fold(words[-1]) not in _NO_NAME:
            words, shouted = words[size:] + words[:size], shouted[size:] + shouted[:size]
    return " ".join(
        _capitalized(word, at) if shout else word for at, (word, shout) in enumerate(zip(words, shouted, strict=True))
    )


def _shouted(words: Sequence[str]) -> list[bool]:
    """Say which words are a family name in capitals: it begins or ends the name, between others are initials."""
    shouted = [_is_shouted(word) for word in words]
    last = len(words) - 1 - bool(_SUFFIX.fullmatch(words[-1]))
    ends = (range(len(words)), range(last, -1, -1))
    outer = {place for end in ends for place in takewhile(lambda place: shouted[place], end)}
    return [place in outer for place in range(len(words))]


def _is_initials(word: str) -> bool:
    return "." in word or len(word) == 1 or word in _ROMAN


def _is_shouted(word: str) -> bool:
    """Whether a word is a family name in capitals; `JP` and `III` are none."""
    if not word.isupper() or "." in word or word in _ROMAN:
        return False
    letters = _letters(word)
    return letters > 3 or fold(word) in _FIRST_FAMILIES or (letters == 3 and not set("AEIOUY").isdisjoint(word))


def _capitalized(word: str, place: int) -> str:
    if place and word.casefold() in _PARTICLES:
        return word.lower()
    lower = re.sub(r"(?<=[^\W\d_])[^\W\d_]+", lambda found: found[0].lower(), word)
    return re.sub(r"\bMc([a-z])(?=[a-z]{2})", lambda found: f"Mc{found[1].upper()}", lower)
