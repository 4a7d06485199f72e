"""Decides whether an operand may be assigned to a type and whether a type satisfies an interface; reports the cause in the compiler's words."""

from __future__ import annotations

from codemode.types.checker import Checker
from codemode.types.lookup import Missing, missing_method
from codemode.types.model import ANY, INVALID, Chan, Interface, Named, Pointer, Struct, Term, Type, TypeParam, Union
from codemode.types.operand import BAD, Operand
from codemode.types.predicates import has_name, identical, is_interface, is_interface_pointer, is_untyped
from codemode.types.typeset import comparable_cause, constraint_of, includes, subset, terms_of, type_set
from codemode.types.untyped import implicit_type

Answer = tuple[bool, str]  # (allowed, cause if not allowed; may be "")
_YES: Answer = (True, "")
_NO: Answer = (False, "")


def assignable_to(c: Checker, x: Operand, target: Type) -> Answer:
    """Returns whether `x` may be assigned to `target` by Go's rules alone (without gradual any) and, if not, the cause."""
    v = x.typ
    if x.mode == BAD or v is target or target is INVALID or v is INVALID:
        return _YES
    if is_untyped(v):
        return _untyped(x, target)
    if target is ANY:
        return _YES
    vu, tu = v.underlying, target.underlying
    v_param, t_param = isinstance(v, TypeParam), isinstance(target, TypeParam)
    if not v_param and not t_param and identical(vu, tu) and not (has_name(v) and has_name(target)):
        return _YES
    why = ""
    if (isinstance(tu, Interface) and not t_param) or is_interface_pointer(tu):
        why = implements_cause(c, v, target)
        if not why:
            return _YES
        if not v_param:
            return False, why
        why = ""
    if isinstance(vu, Interface) and not v_param and not implements_cause(c, target, v):
        return False, "need type assertion"
    if isinstance(vu, Chan) and vu.dir == "both" and isinstance(tu, Chan) and vu.elem is tu.elem:
        return not (has_name(v) and has_name(target)), ""
    if isinstance(target, TypeParam) and not has_name(v):
        return _to_param(c, x, target)
    if isinstance(v, TypeParam) and not has_name(target):
        return _from_param(c, x, v, target)
    return _NO


def _untyped(x: Operand, target: Type) -> Answer:
    if isinstance(target, TypeParam):
        terms = terms_of(target)
        return (bool(terms) and all(implicit_type(x, term.type)[0] is not None for term in terms)), ""
    return implicit_type(x, target)[0] is not None, ""


def _to_param(c: Checker, x: Operand, target: TypeParam) -> Answer:
    terms = terms_of(target)
    for term in terms:
        ok, why = assignable_to(c, x, term.type)
        if not ok:
            text = f"cannot assign {c.words.type(x.typ)} to {c.words.type(term.type)} (in {target.name})"
            return False, f"{text}\n\t{why}" if why else text
    return bool(terms), ""


def _from_param(c: Checker, x: Operand, v: TypeParam, target: Type) -> Answer:
    terms = terms_of(v)
    for term in terms:
        part = x.copy()
        part.typ = term.type
        ok, why = assignable_to(c, part, target)
        if not ok:
            text = f"cannot assign {c.words.type(term.type)} (in {v.name}) to {c.words.type(target)}"
            return False, f"{text}\n\t{why}" if why else text
    return bool(terms), ""


def gradually_assignable(c: Checker, x: Operand, target: Type) -> bool:
    """Returns whether gradual any lets `x`, an `any`, be assigned to a concrete type or another interface. The run time then checks the value."""
    return c.gradual and x.typ is ANY and not isinstance(target, TypeParam)


# --- interfaces --------------------------------------------------------------------------------------------------


def implements_cause(c: Checker, v: Type, target: Type, constraint: bool = False) -> str:
    """Why `v` does not implement the interface (or satisfy the constraint) `target`; "" if it does."""
    key = v, target, constraint
    if key in c.implemented:
        return ""
    why = _implements_cause(c, v, target, constraint)
    if not why and v.underlying is not INVALID and target.underlying is not INVALID:
        c.implemented.add(key)
    return why


def _implements_cause(c: Checker, v: Type, target: Type, constraint: bool) -> str:
    vu, tu = v.underlying, target.underlying
    if vu is INVALID or tu is INVALID:
        return ""
    if isinstance(vu, Pointer) and vu.elem.underlying is INVALID:
        return ""
    verb = "satisfy" if constraint else "implement"
    words = c.words
    if isinstance(tu, Interface) and tu.is_any:
        return ""
    shown = "interface{}" if v is ANY and not constraint else words.type(v)
    if not isinstance(tu, Interface):
        detail = f"{words.type(target)} is not an interface"
        if is_interface_pointer(tu):
            detail = interface_pointer_error(c, target)
        return f"{shown} does not {verb} {words.type(target)} ({detail})"
    own = type_set(constraint_of(v) if isinstance(v, TypeParam) else vu) if isinstance(vu, Interface) else None
    wanted = type_set(tu)
    if own is not None and own.empty:
        return ""
    if wanted.empty:
        return f"cannot {verb} {words.type(target)} (empty type set)"
    missing = missing_method(v, tu)
    if missing is not None and _invalid_embedded(v, set()):
        return ""
    if missing is not None:
        return f"{shown} does not {verb} {words.type(target)} {missing_text(c, missing, v)}"
    if wanted.terms is not None:
        if own is not None:
            if not subset(own.terms, wanted.terms):
                return f"{words.type(v)} does not {verb} {words.type(target)}"
        elif not any(includes(term, v) for term in wanted.terms):
            return _not_in_set(c, v, target, tu, wanted.terms, verb)
        return ""
    if not wanted.comparable:
        return ""
    if comparable_cause(v, dynamic=False) is None or (constraint and comparable_cause(v) is None):
        return ""
    return f"{words.type(v)} does not {verb} comparable"


def _invalid_embedded(t: Type, seen: set[Type]) -> bool:
    """Returns whether `t` embeds an invalid type. Its method set is then unknown, so no method is reported as missing."""
    base = t.elem if isinstance(t, Pointer) else t
    under = base.underlying
    if under is INVALID:
        return True
    if not isinstance(under, Struct) or under in seen:
        return False
    seen.add(under)
    return any(f.embedded and (f.type is INVALID or _invalid_embedded(f.type, seen)) for f in under.fields)


def _not_in_set(c: Checker, v: Type, target: Type, iface: Interface, terms: tuple[Term, ...], verb: str) -> str:
    show = c.words.type
    plain = [t.type for t in terms if not t.tilde and t.type is t.type.underlying]
    close = next((t for t in plain if t is v.underlying), None)
    if close is not None:
        detail = f"possibly missing ~ for {show(close)} in {show(target)}"
    elif _mentions(iface, v):
        detail = f"{show(target)} mentions {show(v)}, but {show(v)} is not in the type set of {show(target)}"
    else:
        ours = not (isinstance(target, Named) and target.package)
        names = [c.words.term(t.type, ours) for t in terms]
        listed = " | ".join([("~" if t.tilde else "") + name for t, name in zip(terms, names)])
        detail = f"{show(v)} missing in {listed}"
    return f"{show(v)} does not {verb} {show(target)} ({detail})"


def _mentions(t: Type, wanted: Type) -> bool:
    if isinstance(t, Interface):
        return any(_mentions(e, wanted) for e in t.embeds)
    if isinstance(t, Union):
        return any(_mentions(term.type, wanted) for term in t.terms)
    return t is wanted


def interface_pointer_error(c: Checker, t: Type) -> str:
    under = t.underlying
    if isinstance(under, Pointer) and isinstance(under.elem, TypeParam):
        return f"type {c.words.type(t)} is pointer to type parameter, not type parameter"
    return f"type {c.words.type(t)} is pointer to interface, not interface"


def missing_text(c: Checker, missing: Missing, v: Type) -> str:
    name, why = missing.method, missing.why
    if why == "missing":
        if is_interface_pointer(v):
            return f"({interface_pointer_error(c, v)})"
        return f"(missing method {name})"
    if why == "ambiguous":
        return f"(ambiguous selector {c.words.type(v)}.{name})"
    if why == "pointer":
        return f"(method {name} has pointer receiver)"
    if why == "field":
        return f"({c.words.type(v)}.{name} is a field, not a method)"
    head = f"missing method {name}" if why == "name" else f"wrong type for method {name}"
    have = missing.have
    if have is None:
        return f"({head})"
    mine = have.name + c.words.signature(have.typ, names=False)
    wanted = name + c.words.signature(missing.want, names=False)
    return f"({head})\n\t\thave {mine}\n\t\twant {wanted}" if mine != wanted else f"({head})"


def assertable_cause(c: Checker, x: Type, target: Type) -> str | None:
    """Returns why a value of interface type `x` can never have dynamic type `target`, or None if it can."""
    if is_interface(target) or isinstance(target, TypeParam):
        return None
    iface = x.underlying
    missing = missing_method(target, iface) if isinstance(iface, Interface) else None
    return missing_text(c, missing, target) if missing is not None else None
