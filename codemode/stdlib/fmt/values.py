"""How fmt prints values: Go's fmt/print.go without format strings, which directives.py reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.dispatch import implements, method_target
from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, is_byte, per_type
from codemode.interpreter.machine.values import NIL_SLICE, Box, GoPanic, JsonInt, Ptr, Slice, box, type_of, unbox
from codemode.stdlib.fmt.addresses import address_of
from codemode.stdlib.fmt.formatting import Field
from codemode.stdlib.fmt.map_order import sorted_items
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strconv.floats import shortest
from codemode.types import model
from codemode.types.model import ANY, BOOL, ERROR, INT, STRING, STRINGER, Type

MAX_DEPTH = 200  # nested values; Go crashes on a value that contains itself

GO_STRINGER = model.interface_of({"GoString": model.signature_of((), (STRING,))})
STATE = model.Named(
    "State",
    "fmt",
    model.interface_of(
        {
            "Write": model.signature_of((model.SLICE_BYTE,), (INT, ERROR)),
            "Width": model.signature_of((), (INT, BOOL)),
            "Precision": model.signature_of((), (INT, BOOL)),
            "Flag": model.signature_of((INT,), (BOOL,)),
        }
    ),
)
FORMATTER = model.interface_of({"Format": model.signature_of((STATE, model.INT32), ())})
PRINTER = model.Named("pp", "fmt", model.struct_of([model.StructField("native", model.NATIVE, hidden=True)]))
_PRINTER_PTR = model.pointer_to(PRINTER)

Abilities = tuple[bool, bool, str]  # Format; GoString; "Error" or "String" or ""


@per_type
def abilities(t: Type) -> Abilities | None:
    """Returns which printing methods values of a type have, or None if it has none."""
    if isinstance(t, model.Named):
        may = True
    else:
        under = t.elem if isinstance(t, model.Pointer) else t
        may = isinstance(under, (model.Named, model.Struct))
    if not may:
        return None
    text = "Error" if implements(t, ERROR) else "String" if implements(t, STRINGER) else ""
    found = implements(t, FORMATTER), implements(t, GO_STRINGER), text
    return found if any(found) else None


class Printer(Field):
    """Prints into `out`. `wrapped` collects the argument numbers of %w."""

    erroring: bool = False
    panicking: bool = False
    wrap_errors: bool = False

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.wrapped: list[int] = []

    # --- arguments --------------------------------------------------------------------------------------------

    def argument(self, x: Any, verb: str) -> None:
        """Prints an interface value."""
        kind = x.__class__
        if kind is bytes and verb != "T":
            self.text(STRING, x, verb)
        elif kind is int and verb not in "Tp":
            self.whole(model.INT, x, verb)
        elif x is None:
            if verb in "Tv":
                self.pad(b"<nil>")
            else:
                self.out += f"%!{verb}(<nil>)".encode()
        elif verb == "T":
            self.string(go_name(cast(Type, type_of(x))).encode())
        elif verb == "p":
            self.pointer(cast(Type, type_of(x)), unbox(x), "p")
        elif kind is JsonInt:
            self.json_number(x, verb)
        else:
            t, v = cast(Type, type_of(x)), x.v if kind is Box else x
            if t is model.SLICE_BYTE:
                self.byte_slice(t, v, verb, "[]byte")
            elif not self.methods(t, v, verb):
                self.value(t, v, verb, 0)

    def bad_verb(self, t: Type, v: Any, verb: str) -> None:
        self.erroring = True
        self.out += f"%!{verb}({go_name(t)}=".encode()
        if isinstance(v, JsonInt):
            self.json_number(v, "v")
        elif t is model.SLICE_BYTE:
            self.byte_slice(t, v, "v", "[]byte")
        else:
            self.value(t, v, "v", 0)
        self.out += b")"
        self.erroring = False

    # --- methods ----------------------------------------------------------------------------------------------

    def methods(self, t: Type, v: Any, verb: str) -> bool:
        """Prints the value with its own methods, if it has some. Returns whether it printed."""
        if self.erroring:
            return False
        if verb == "w":
            if not self.wrap_errors or not implements(t, ERROR):
                self.bad_verb(t, v, verb)
                return True
            verb = "v"
        able = abilities(t)
        if able is None:
            return False
        formats, go_strings, text = able
        if formats:
            self._caught(t, v, verb, "Format", lambda method: method(self.run, v, state_of(self), ord(verb)), None)
        elif self.sharp_v and go_strings:
            self._caught(t, v, verb, "GoString", lambda method: method(self.run, v), self.string)
        elif not self.sharp_v and text and verb in "vsxXq":
            self._caught(t, v, verb, text, lambda method: method(self.run, v), lambda s: self.text(t, s, verb))
        else:
            return False
        return True

    def _caught(
        self, t: Type, v: Any, verb: str, name: str, call: Callable[[Any], Any], show: Callable[[bytes], None] | None
    ) -> None:
        """Calls a method and prints its result. If it panics, print the panic as Go does."""
        depth = self.run.depth
        try:
            result = call(method_target(self.run.program, t, name))
        except Exception as exc:
            panic = as_panic(exc)
            if panic is None or panic.goexit:
                raise
            self.run.depth = depth  # the panic skipped the count of the calls that it ended
            if isinstance(t.underlying, model.Pointer) and v is None:
                self.out += b"<nil>"
                return
            if self.panicking:
                raise panic from None
            self._report(panic, verb, name)
            return
        if show is not None:
            show(result)

    def _report(self, panic: GoPanic, verb: str, name: str) -> None:
        flags = self.wid, self.prec, self.minus, self.plus, self.sharp, self.space, self.zero, self.plus_v, self.sharp_v
        plain = self.plain
        self.clear_flags()
        self.out += f"%!{verb}(PANIC={name} method: ".encode()
        self.panicking = True
        self.argument(panic.value, "v")
        self.panicking = False
        self.out += b")"
        self.wid, self.prec, self.minus, self.plus, self.sharp, self.space, self.zero, self.plus_v, self.sharp_v = flags
        self.plain = plain

    # --- basic values -----------------------------------------------------------------------------------------

    def boolean(self, t: Type, v: bool, verb: str) -> None:
        if verb in "tv":
            self.pad(b"true" if v else b"false")
        else:
            self.bad_verb(t, v, verb)

    def whole(self, t: Type, v: int, verb: str, unsigned: bool = False) -> None:
        base = _BASES.get(verb)
        if base is not None:
            if verb == "v" and self.sharp_v and unsigned:
                self.hexadecimal(v, True)
            else:
                self.integer(v, base, verb, verb == "X")
        elif verb == "c":
            self.character(v)
        elif verb == "q":
            self.quoted_character(v)
        elif verb == "U":
            self.unicode(v)
        else:
            self.bad_verb(t, v, verb)

    def hexadecimal(self, v: int, leading_0x: bool) -> None:
        sharp, self.sharp = self.sharp, leading_0x
        self.integer(v, 16, "v")
        self.sharp = sharp

    def json_number(self, v: JsonInt, verb: str) -> None:
        """Prints an integral number of a tool result: a float64 that prints as an integer."""
        if (verb == "v" and self.prec is None) or verb in "doOcqU":
            self.whole(model.FLOAT64, v, verb)
        elif verb in "vbgGxXfeEF":
            self.real(model.FLOAT64, float(v), 64, verb)
        else:
            self.bad_verb(model.FLOAT64, v, verb)

    def real(self, t: Type, v: float, bits: int, verb: str) -> None:
        if verb == "v":
            self.floating(v, bits, "g", -1)
        elif verb in "bgGxX":
            self.floating(v, bits, verb, -1)
        elif verb in "feEF":
            self.floating(v, bits, "f" if verb == "F" else verb, 6)
        else:
            self.bad_verb(t, v, verb)

    def complex(self, t: Type, v: complex, bits: int, verb: str) -> None:
        if verb not in "vbgGxXfFeE":
            self.bad_verb(t, v, verb)
            return
        self.out += b"("
        self.real(t, v.real, bits // 2, verb)
        plus, self.plus = self.plus, True
        self.real(t, v.imag, bits // 2, verb)
        self.plus = plus
        self.out += b"i)"

    def text(self, t: Type, s: bytes, verb: str) -> None:
        if verb == "s" or (verb == "v" and not self.sharp_v):
            self.string(s)
        elif verb in "vq":
            self.quoted(s)
        elif verb in "xX":
            self.hex_string(s, verb == "X")
        else:
            self.bad_verb(t, s, verb)

    def byte_slice(self, t: Type, v: Slice, verb: str, name: str) -> None:
        if verb in "sqxX":
            self.byte_text(bytes_of(v), verb)
        elif verb not in "vd":
            self.value(t, v, verb, 0)
        elif self.sharp_v:
            self.out += name.encode()
            if v is NIL_SLICE:
                self.out += b"(nil)"
                return
            self.items(b"{", b", ", b"}", v.view(), lambda b: self.hexadecimal(b, True))
        else:
            self.items(b"[", b" ", b"]", v.view(), lambda b: self.integer(b, 10, verb))

    def byte_text(self, s: bytes, verb: str) -> None:
        if verb == "s":
            self.string(s)
        elif verb == "q":
            self.quoted(s)
        else:
            self.hex_string(s, verb == "X")

    def pointer(self, t: Type, v: Any, verb: str) -> None:
        if not isinstance(t.underlying, (model.Pointer, model.Chan, model.Signature, model.Map, model.Slice)):
            self.bad_verb(t, v, verb)
            return
        address = address_of(self.run, v)
        if verb == "p":
            self.hexadecimal(address, not self.sharp)
        elif verb == "v" and self.sharp_v:
            self.out += f"({go_name(t)})(".encode()
            if address == 0:
                self.out += b"nil"
            else:
                self.hexadecimal(address, True)
            self.out += b")"
        elif verb == "v":
            if address == 0:
                self.pad(b"<nil>")
            else:
                self.hexadecimal(address, not self.sharp)
        elif verb in "bodxX":
            self.whole(t, address, verb, True)
        else:
            self.bad_verb(t, v, verb)

    # --- composite values -------------------------------------------------------------------------------------

    def value(self, t: Type, v: Any, verb: str, depth: int, exported: bool = True) -> None:
        """Prints a value of type `t`. Values reached through an unexported field are printed without their methods."""
        kind = v.__class__
        if kind is JsonInt and t.underlying is model.ANY:
            self.json_number(v, verb)
            return
        if self.plain and verb == "v" and (t is ANY or t in _BARE):
            # the most common case: strings and numbers without flags
            if kind is bytes:
                self.room(len(v))
                self.out += v
                return
            if kind is int:
                self.out += b"%d" % v
                return
            if kind is float:
                self.out += shortest(v).encode()
                return
        if depth > 0 and exported and not isinstance(t.underlying, model.Interface) and self.methods(t, v, verb):
            return
        if depth > MAX_DEPTH:
            self.out += b"%!(NESTED TOO DEEPLY)"
            return
        _PRINTERS[type(t.underlying)](self, t, v, verb, depth, exported)

    def basic(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        basic = cast(model.Basic, t.underlying)
        info = basic.info
        if info == "string":
            self.text(t, v, verb)
        elif info == "integer":
            self.whole(t, v, verb)
        elif info == "unsigned":
            self.whole(t, v, verb, True)
        elif info == "float":
            self.real(t, v, basic.bits, verb)
        elif info == "boolean":
            self.boolean(t, v, verb)
        elif info == "complex":
            self.complex(t, v, basic.bits, verb)

    def map(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        under = cast(model.Map, t.underlying)
        if self.sharp_v:
            self.out += go_name(t).encode()
            if v is None:
                self.out += b"(nil)"
                return

        def entry(pair: tuple[Any, Any]) -> None:
            self.value(under.key, pair[0], verb, depth + 1, exported)
            self.out += b":"
            self.value(under.elem, pair[1], verb, depth + 1, exported)

        pairs = sorted_items(self.run, under, v) if v else []
        if self.sharp_v:
            self.items(b"{", b", ", b"}", pairs, entry)
        else:
            self.items(b"map[", b" ", b"]", pairs, entry)

    def items(self, start: bytes, between: bytes, end: bytes, items: Any, show: Callable[[Any], None]) -> None:
        self.out += start
        first = True
        run = self.run
        for item in items:
            if not first:
                self.out += between
            first = False
            run.fuel -= 1.0
            if run.fuel < 0.0 or len(self.out) > self.mark:
                self.settle()
            show(item)
        self.out += end

    def struct(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        if self.sharp_v:
            self.out += go_name(t).encode()

        def field(pair: tuple[model.StructField, Any]) -> None:
            f, item = pair
            if self.plus_v or self.sharp_v:
                self.out += f"{f.name}:".encode()
            # here Go has already unwrapped the interface
            inner = type_of(item) if isinstance(f.type.underlying, model.Interface) else None
            seen = exported and f.exported
            if inner is None or type(item) is JsonInt:
                self.value(f.type, item, verb, depth + 1, seen)
            else:
                self.value(inner, unbox(item), verb, depth + 1, seen)

        fields = cast(model.Struct, t.underlying).fields
        pairs = [(f, item) for f, item in zip(fields, v) if f.type is not model.NATIVE]
        self.items(b"{", b", " if self.sharp_v else b" ", b"}", pairs, field)

    def interface(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        if v is not None:
            self.value(cast(Type, type_of(v)), unbox(v), verb, depth + 1, exported)
        elif self.sharp_v:
            self.out += f"{go_name(t)}(nil)".encode()
        else:
            self.out += b"<nil>"

    def sequence(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        under = cast("model.Array | model.Slice", t.underlying)
        items: Any = v
        if isinstance(v, Slice):
            items = bytes_of(v) if is_byte(under.elem) else v.view()
        if verb in "sqxX" and is_byte(under.elem):
            self.byte_text(bytes(items), verb)
            return
        if self.sharp_v:
            self.out += go_name(t).encode()
            if v is NIL_SLICE:
                self.out += b"(nil)"
                return
        elem, below = under.elem, depth + 1
        if self.plain and verb == "v" and elem in _BARE:
            self.plain_items(elem, items)
            return
        show = self.value

        def item(x: Any) -> None:
            show(elem, x, verb, below, exported)

        if self.sharp_v:
            self.items(b"{", b", ", b"}", items, item)
        else:
            self.items(b"[", b" ", b"]", items, item)

    def plain_items(self, elem: Type, items: list[Any]) -> None:
        """Prints a list [a b c] of strings or numbers without flags all at once."""
        self.run.charge(len(items))
        if elem is STRING:
            self.room(sum(map(len, items)) + len(items))
            text = b" ".join(items)
        elif elem is INT:
            text = " ".join(map(str, items)).encode()
        else:
            text = " ".join([shortest(x) for x in items]).encode()
        self.out += b"[%s]" % text
        self.settle()

    def reference(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        """Prints a pointer. At the top level a composite target is printed; below, only its address, which ends cycles."""
        elem = cast(model.Pointer, t.underlying).elem
        composite = isinstance(elem.underlying, (model.Array, model.Slice, model.Struct, model.Map))
        if depth == 0 and v is not None and composite:
            self.out += b"&"
            self.value(elem, v.obj[v.idx] if type(v) is Ptr else v, verb, depth + 1, exported)
        else:
            self.pointer(t, v, verb)

    def opaque(self, t: Type, v: Any, verb: str, depth: int, exported: bool) -> None:
        self.pointer(t, v, verb)


_BARE: frozenset[Type] = frozenset((STRING, INT, model.FLOAT64))
_BASES: dict[str, int] = {"v": 10, "d": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}
_PRINTERS: dict[type, Callable[[Printer, Type, Any, str, int, bool], None]] = {
    model.Basic: Printer.basic,
    model.Map: Printer.map,
    model.Struct: Printer.struct,
    model.Interface: Printer.interface,
    model.Slice: Printer.sequence,
    model.Array: Printer.sequence,
    model.Pointer: Printer.reference,
    model.Chan: Printer.opaque,
    model.Signature: Printer.opaque,
}


def state_of(printer: Printer) -> Any:
    """Returns the fmt.State for a Formatter."""
    return box(_PRINTER_PTR, [printer])
