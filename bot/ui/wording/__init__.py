"""Every sentence the bot says, by key, from gettext files; the rules know keys, never sentences.

`<name>.<locale>.po` holds `msgid` = key, `msgstr` = sentence with `{placeholders}`. A key may have variants (`key`,
`key#2`, `key#3`, …) among which `pick` chooses, so the same number always reads the same. With `msgid_plural` the value
`count` decides.

A language that inflects its words gives a word more forms: `msgid "side.maniac@accusative"` beside `"side.maniac"`. A
sentence asks for one with `{side@accusative}`, and gets the plain word where there is no such form. Each language has
the forms it needs, under names of its own.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

FALLBACK = "en"
COMMON = Path(__file__).parent
"""Where the sentences stand that belong to no single game."""
NAME_LENGTH = 32
OWN_NAME = "language.own"
"""How a language calls itself."""

_PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)(?:@([a-z_]+))?\}")
_FORM = re.compile(r"(?P<key>.+)@(?P<form>[a-z_]+)")
_VARIANT = re.compile(r"(?P<key>.+)#(?P<number>[0-9]+)")
_ENGLISH_PLURAL = gettext.c2py("n != 1")
_FILE = re.compile(r"(?P<name>.+)\.(?P<locale>[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)\.po")
_KEY = re.compile(rb'^msgid "(.+)"', re.MULTILINE)
_ESCAPED = re.compile(r"([\\*_`~|<>#\-+\[\](){}:.])")
_BLANK_LETTERS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"), " ")
_MARKS_IN_A_ROW = 2
NAMES_KEPT = 500
"""How many names are kept as they are said: those at a table are said again and again."""


class Term(str):
    """A word as it is usually said; `forms` has what else its language makes of it, by name."""

    __slots__ = ("forms",)
    forms: Mapping[str, str]

    def __new__(cls, plain: str, forms: Mapping[str, str]) -> Term:
        term = super().__new__(cls, plain)
        term.forms = forms
        return term


class MissingWording(LookupError):
    """There is no such sentence, or it wants a value it was not given. Players never see a bare key."""


@dataclass
class _Sentences:
    """One locale: singular and plural of each variant of each key, and the inflected forms of words, by name."""

    plural: Callable[[int], int] = _ENGLISH_PLURAL
    variants: dict[str, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    inflected: dict[str, dict[str, str]] = field(default_factory=dict)

    def chosen(self, key: str, pick: int, values: Mapping[str, str | int]) -> str:
        variants = self.variants[key]
        forms = variants[1 if len(variants) == 1 and 1 in variants else sorted(variants)[pick % len(variants)]]
        if len(forms) == 1:
            return forms[0]
        count = values.get("count")
        return forms[min(self.plural(abs(count)), len(forms) - 1)] if isinstance(count, int) else forms[0]


class Wording:
    """The sentences of one locale; what it lacks is said in English."""

    def __init__(self, files: Iterable[Path | str], locale: str = FALLBACK) -> None:
        """Read all files at once. Raises ValueError for a file that is not named `<name>.<locale>.po`."""
        self._by_locale: dict[str, _Sentences] = {}
        self._others: dict[str, Wording] = {}
        for path in map(Path, files):
            _, language = _named(path)
            sentences = self._by_locale.setdefault(language, _Sentences())
            _read(path, sentences)
        self._choose(locale)

    def _choose(self, locale: str) -> None:
        self.locale = self._nearest(locale)
        wanted = (self.locale, FALLBACK)
        self._order = [self._by_locale[one] for one in dict.fromkeys(wanted) if one in self._by_locale]
        self._keys: dict[str, tuple[str, ...]] = {}

    def _nearest(self, locale: str) -> str:
        """`de-AT` is served by `de-at`, else `de`, else English."""
        name = _canonical(locale)
        while name and name not in self._by_locale:
            name = name.rpartition("-")[0]
        return name or FALLBACK

    def for_locale(self, locale: object) -> Wording:
        """The same sentences in another language; takes a code or a `discord.Locale`. Nothing is read again, and for
        one language it is always the same object."""
        asked = str(locale)
        if asked not in self._others:
            self._others[asked] = self._in_nearest(self._nearest(asked))
        return self._others[asked]

    def _in_nearest(self, nearest: str) -> Wording:
        if nearest not in self._others:
            other = Wording.__new__(Wording)
            other._by_locale, other._others = self._by_locale, self._others
            other._choose(nearest)
            self._others[nearest] = other
        return self._others[nearest]

    @property
    def locales(self) -> list[str]:
        """The languages there are."""
        return sorted(self._by_locale)

    def has(self, key: str) -> bool:
        """Whether there is a sentence for this key, here or in English."""
        return self._found(key) is not None

    def _having(self, key: str) -> _Sentences:
        """The language in which this is said: this one, or else English. Raises `MissingWording`."""
        found = self._found(key)
        if found is None:
            raise MissingWording(key)
        return found

    def _found(self, key: str) -> _Sentences | None:
        for sentences in self._order:
            if key in sentences.variants:
                return sentences
        return None

    def variants(self, key: str) -> int:
        """In how many ways this can be said here. Raises `MissingWording`."""
        return len(self._having(key).variants[key])

    def keys(self, beginning: str = "") -> tuple[str, ...]:
        """Every key that begins so, without variants, in order of the alphabet."""
        if beginning not in self._keys:
            found = {key for sentences in self._order for key in sentences.variants if key.startswith(beginning)}
            self._keys[beginning] = tuple(sorted(found))
        return self._keys[beginning]

    def say(self, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        """The sentence with its values. Names in `values` should have gone through `plain`. Raises `MissingWording`."""
        for name, value in values.items():
            if not isinstance(value, (str, int)):
                raise TypeError(f"{key}: value {name} is neither text nor a number: {type(value).__name__}")
        return _filled(key, self._having(key).chosen(key, pick, values), values)

    def term(self, key: str) -> Term:
        """The word of this key with its other forms, as a value for a sentence. Raises `MissingWording`."""
        return Term(self.say(key), self._having(key).inflected.get(key, {}))


def common_files() -> list[Path]:
    """The files of the sentences that belong to no single game, in every language."""
    return sorted(COMMON.glob("*.po"))


def languages() -> dict[str, str]:
    """Every language there is, by its code: how it calls itself. It is there when its `settings.<locale>.po` is."""
    words = Wording(sorted(COMMON.glob("settings.*.po")))
    return {locale: words.for_locale(locale).say(OWN_NAME) for locale in words.locales}


def game_folders() -> list[Path]:
    """Where the games keep their own files."""
    cogs = find_spec("cogs")
    assert cogs is not None
    return [Path(folder) for folder in cogs.submodule_search_locations or ()]


def wording_files() -> list[Path]:
    """Every sentence of the program: the shared files and each game's own."""
    return [*common_files(), *sorted(file for folder in game_folders() for file in _catalogues_in(folder))]


def _catalogues_in(folder: Path) -> list[Path]:
    return list(folder.rglob("*.po"))


@lru_cache(NAMES_KEPT)
def plain(name: str) -> str:
    """A person's name, fit for the middle of a message: no Markdown, no mention, no link, at most 32 characters."""
    escaped = _ESCAPED.sub(r"\\\1", label(name))
    return escaped.replace("@", "@\u200b")


@lru_cache(NAMES_KEPT)
def label(name: str) -> str:
    """A person's name for places without Markdown (buttons, menus, forms): clean and at most 32 characters."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name).translate(_BLANK_LETTERS):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MARKS_IN_A_ROW or category in ("Cf", "Cs", "Co"):
            continue
        letters.append(" " if category in ("Cc", "Zl", "Zp", "Zs") else letter)
    return " ".join("".join(letters).split())[:NAME_LENGTH].strip() or "?"


def check(files: Iterable[Path | str]) -> list[str]:
    """What is wrong with these files: keys or placeholders that differ from English, gaps, things said twice."""
    problems: list[str] = []
    by_name: dict[str, dict[str, _Sentences]] = {}
    for path in map(Path, files):
        name, locale = _named(path)
        sentences = by_name.setdefault(name, {}).setdefault(locale, _Sentences())
        problems += _read(path, sentences)
    problems += _said_in_two_files(by_name)
    problems += _unknown_forms(by_name)
    for name, locales in by_name.items():
        english = locales.get(FALLBACK)
        if english is None:
            problems.append(f"{name}: there is no English file")
            continue
        for locale, sentences in locales.items():
            problems += [f"{name}.{locale}: {problem}" for problem in _differences(sentences, english)]
    return problems


def _differences(sentences: _Sentences, english: _Sentences) -> list[str]:
    problems = [f"{key} is missing" for key in sorted(english.variants.keys() - sentences.variants.keys())]
    problems += [f"{key} is not in English" for key in sorted(sentences.variants.keys() - english.variants.keys())]
    for key in sorted(english.variants.keys() & sentences.variants.keys()):
        variants = sentences.variants[key]
        if sorted(variants) != list(range(1, len(variants) + 1)):
            problems.append(f"{key} has a gap in its variants: {sorted(variants)}")
        wanted = set().union(*(_placeholders(form) for forms in english.variants[key].values() for form in forms))
        for number, forms in sorted(variants.items()):
            exact = english.variants[key].get(number)
            expected = wanted if exact is None else set().union(*map(_placeholders, exact))
            found = set().union(*map(_placeholders, forms))
            if found != expected:
                problems.append(f"{key}#{number} has the values {sorted(found)}, English has {sorted(expected)}")
            problems += [f"{key}#{number} has a stray brace" for form in forms if _stray_brace(form)]
    return problems


def _said_in_two_files(by_name: Mapping[str, Mapping[str, _Sentences]]) -> list[str]:
    problems = []
    homes: dict[tuple[str, str], str] = {}
    for name, locales in by_name.items():
        for locale, sentences in locales.items():
            for key in sentences.variants:
                home = homes.setdefault((locale, key), name)
                if home != name:
                    problems.append(f"{name}.{locale}: {key} is also in {home}")
    return problems


def _unknown_forms(by_name: Mapping[str, Mapping[str, _Sentences]]) -> list[str]:
    """Forms of words that do not exist, and forms that a sentence asks for and no word of its language has."""
    problems = []
    known: dict[str, set[str]] = {}
    for name, locales in by_name.items():
        for locale, sentences in locales.items():
            lost = sorted(sentences.inflected.keys() - sentences.variants.keys())
            problems += [f"{name}.{locale}: {key} has forms and is no word itself" for key in lost]
            known.setdefault(locale, set()).update(*sentences.inflected.values())
    for name, locales in by_name.items():
        for locale, sentences in locales.items():
            for key, variants in sorted(sentences.variants.items()):
                said = "".join(form for forms in variants.values() for form in forms)
                asked = {form for _, form in _PLACEHOLDER.findall(said) if form}
                problems += [f"{name}.{locale}: {key} asks for @{one}" for one in sorted(asked - known[locale])]
    return problems


def _read(path: Path, into: _Sentences) -> list[str]:
    """Add a file's sentences; the problems seen on the way."""
    problems = []
    raw = path.read_bytes()
    with path.open("rb") as file:
        catalog: Catalog = read_po(file, locale=_named(path)[1].replace("-", "_"), abort_invalid=True)
    into.plural = gettext.c2py(catalog.plural_expr)
    written = _KEY.findall(raw)
    problems += [f"{path.name}: {key.decode()} stands twice" for key in sorted(set(written)) if written.count(key) > 1]
    for message in catalog:
        identity = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))
        if not identity or message.fuzzy:
            continue
        if not all(forms):
            problems.append(f"{path.name}: {identity} says nothing")
            continue
        inflected = _FORM.fullmatch(identity)
        if inflected:
            into.inflected.setdefault(inflected["key"], {})[inflected["form"]] = forms[0]
            continue
        variant = _VARIANT.fullmatch(identity)
        key, number = (variant["key"], int(variant["number"])) if variant else (identity, 1)
        into.variants.setdefault(key, {})[number] = forms
    return problems


def _named(path: Path) -> tuple[str, str]:
    match = _FILE.fullmatch(path.name)
    if match is None:
        raise ValueError(f"a wording file is called <name>.<locale>.po, not {path.name}")
    return match["name"], _canonical(match["locale"])


def _canonical(locale: str) -> str:
    return locale.replace("_", "-").lower()


def _placeholders(sentence: str) -> set[str]:
    return {name for name, _ in _PLACEHOLDER.findall(sentence)}


def _stray_brace(sentence: str) -> bool:
    return not {"{", "}"}.isdisjoint(_PLACEHOLDER.sub("", sentence))


def _filled(key: str, sentence: str, values: Mapping[str, str | int]) -> str:
    # Cut before it is filled: a brace inside a value (a name such as "{seat}") is never taken for a placeholder.
    beginning, rest = _cut(sentence)
    if not rest:
        return beginning
    try:
        return beginning + "".join([_inflected(values[name], form) + text for name, form, text in rest])
    except KeyError:
        missing = _placeholders(sentence) - values.keys()
        raise MissingWording(f"{key} wants {', '.join(sorted(missing))}") from None


@cache
def _cut(sentence: str) -> tuple[str, list[tuple[str, str | None, str]]]:
    """The text before the first placeholder, and of each one its name, its form, and the text after it."""
    beginning, *rest = _PLACEHOLDER.split(sentence)
    return beginning, list(zip(rest[0::3], rest[1::3], rest[2::3], strict=True))


def _inflected(value: str | int, form: str | None) -> str:
    """A value in the form that a sentence asks for, where the value has it."""
    plain = str(value)
    return value.forms.get(form, plain) if form and isinstance(value, Term) else plain
