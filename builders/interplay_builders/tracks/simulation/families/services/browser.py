"""A browser without a screen: pages as accessibility trees, worked by clicks and keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

FORM, DONE = "Booking", "Done"
"""The names of the page with the form, and of the one after a booking."""
SHAPE = r"\s*(page|alert|dialog|textbox|combobox|checkbox|link|button) .*"


class Control(Record, frozen=True):
    """A control of the form: ``when`` names the checkbox that must be on for it to be there."""

    role: str
    name: str
    value: str = ""
    options: tuple[str, ...] = ()
    when: str = ""


class Site(Record, frozen=True):
    """The form; the pages of its links, and of a booking, are empty."""

    form: tuple[Control, ...]


@dataclass(slots=True)
class View:
    """What the user sees: the path of pages that led there, the focus, the open dialog and what it goes back to."""

    pages: list[str] = field(default_factory=list)
    focus: str = ""
    dialog: str = ""
    behind: str = ""


class Browser:
    """The form's values and marks, and the view of it."""

    def __init__(self, setup: Site) -> None:
        self._form = setup.form
        self._values = {control.name: control.value for control in setup.form}
        self._invalid: set[str] = set()
        self._view = View([FORM])

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey: ``click NAME``, ``type TEXT``, ``select NAME=OPTION``, ``clear NAME``, ``press KEY``, ``back``."""
        verbs: Mapping[str, Callable[[str], None]] = {
            "click": self._click,
            "type": self._type,
            "select": self._select,
            "clear": self._clear,
            "press": self._press,
            "back": self._back,
        }
        for command in commands:
            verb, _, rest = command.partition(" ")
            verbs[verb](rest)
        lines = self._tree()
        checks = (
            content("line_set", LineSetParams(expected=tuple(lines), blanks="collapsed")),
            form("bare", BareParams(may_fence=True)),
            form("pattern", PatternParams(pattern=SHAPE, each_line=True, means="a role and what it shows")),
        )
        return Answer("\n".join(lines), checks)

    def _tree(self) -> list[str]:
        view = self._view
        if view.dialog:
            return [f"dialog {view.dialog}", *(self._line(control) for control in self._controls())]
        page = view.pages[-1]
        head = [f"page {page}"]
        if page == FORM and self._invalid:
            head.append(f"alert errors: {len(self._invalid)}")
        return [*head, *(self._line(control) for control in self._controls())]

    def _line(self, control: Control) -> str:
        line = f"{control.role} {control.name}"
        if control.role in ("textbox", "combobox", "checkbox"):
            line = f"{line}: {self._values[control.name]}".rstrip()
        marks = (" [invalid]", control.name in self._invalid), (" [focused]", control.name == self._view.focus)
        return line + "".join(mark for mark, holds in marks if holds)

    def _controls(self) -> list[Control]:
        """Return what can have the focus, in the order of Tab."""
        if self._view.dialog:
            return [Control("button", "Yes"), Control("button", "No")]
        if self._view.pages[-1] != FORM:
            return []
        return [c for c in self._form if not c.when or self._values[c.when] == "on"]

    def _control(self, name: str) -> Control | None:
        return next((control for control in self._controls() if control.name == name), None)

    def _click(self, name: str) -> None:
        control = self._control(name)
        if control is not None:
            self._view.focus = name
            self._activate(control)

    def _activate(self, control: Control) -> None:
        if control.role == "checkbox":
            self._values[control.name] = "off" if self._values[control.name] == "on" else "on"
        elif control.role == "link":
            self._open(control.name)
        elif self._view.dialog:
            self._close(confirmed=control.name == "Yes")
        elif control.role == "button":
            self._submit()

    def _open(self, page: str) -> None:
        self._view = View([*self._view.pages, page])

    def _back(self, _: str) -> None:
        if len(self._view.pages) > 1:
            self._view = View(self._view.pages[:-1])

    def _submit(self) -> None:
        """Check the form: mark what is wrong and focus the first of it, or ask whether to go on."""
        wrong = [control.name for control in self._controls() if self._is_wrong(control)]
        self._invalid = set(wrong)
        if wrong:
            self._view.focus = wrong[0]
            return
        self._view.behind, self._view.focus, self._view.dialog = self._view.focus, "No", f"Book {self._summary()}?"

    def _is_wrong(self, control: Control) -> bool:
        value = self._values[control.name].strip()
        if control.name == "Email":
            before, _, behind = value.partition("@")
            return not before or not behind or "@" in behind
        if control.name == "Beds":
            return self._values["Dog"] == "on" and int(value) > 2
        return control.role == "textbox" and not value

    def _summary(self) -> str:
        return f"{self._values['Beds']} for {self._values['Name']}"

    def _close(self, *, confirmed: bool) -> None:
        if confirmed:
            self._open(DONE)
        else:
            self._view.focus, self._view.behind, self._view.dialog = self._view.behind, "", ""

    def _type(self, text: str) -> None:
        control = self._control(self._view.focus)
        if control is not None and control.role == "textbox":
            self._values[control.name] += text

    def _select(self, rest: str) -> None:
        name, _, option = rest.partition("=")
        control = self._control(name)
        if control is not None:
            self._view.focus = name
            self._values[name] = option if option in control.options else self._values[name]

    def _clear(self, name: str) -> None:
        if self._control(name) is not None:
            self._view.focus, self._values[name] = name, ""

    def _press(self, key: str) -> None:
        control = self._control(self._view.focus)
        if key in ("Tab", "Shift+Tab"):
            self._move(1 if key == "Tab" else -1)
        elif key == "Escape" and self._view.dialog:
            self._close(confirmed=False)
        elif control is None:
            return
        elif key == "Enter" and control.role == "textbox":
            self._submit()
        elif (key, control.role) in {
            ("Enter", "link"),
            ("Enter", "button"),
            ("Space", "button"),
            ("Space", "checkbox"),
        }:
            self._activate(control)

    def _move(self, step: int) -> None:
        """Move the focus to the next control, round the ends; from nowhere to the first or the last."""
        names = [control.name for control in self._controls()]
        if names:
            index = names.index(self._view.focus) if self._view.focus in names else (-1 if step > 0 else len(names))
            self._view.focus = names[(index + step) % len(names)]
