"""Rulings and faults in words: what happened, what to do, where it stands in the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, ActionKind
from engine.hollows import AREA, Hollow, alphabetical, hollow_name, hollows_in
from engine.legality import legal_actions
from engine.position import Position, Side
from engine.rules import Rules
from engine.text import say, say_hollows, say_list, say_number, sentence

if TYPE_CHECKING:
    from engine.rulings import Fault, Ruling

# Where the rulebook speaks of what happened: the catalogues' "source" messages.
_COMBINATION_SOURCES = {"R": "real", "RQ": "real-queen", "DR": "double-real", "DRQ": "double-real"}
_FAULT_SOURCES = {
    "out-of-turn": "turn",
    "occupied": "place",
    "must-play-queen": "forced",
    "no-reserve": "relocate",
    "queen-entry": "enter",
    "queen-step": "step",
    "early-relocation": "relocate",
    "no-combination": "real",
    "queen-returned": "queen-stays",
    "crossing-kept": "double-real",
    "queen-captured": "real",
}


def explain_ruling(ruling: Ruling, lang: str) -> str:
    """What was played or formed, then what is due, was taken, or is won."""
    if ruling.code is None:
        parts = [_did(ruling, lang)]
        if ruling.action.kind is not ActionKind.PASS:
            parts.append(say("did.nothing", lang, other=_side(ruling.mover.other, lang)))
    else:
        parts = [_formed(ruling, lang)]
        if ruling.win is not None:
            parts += _won(ruling, lang)
        else:
            parts.append(_taken(ruling, lang) if ruling.complete else _due(ruling, lang))
    parts += _grounds(ruling, lang)
    return " ".join(map(sentence, parts))


def _side(side: Side, lang: str) -> str:
    return say(f"side.{side}", lang)


def _of(side: Side, lang: str) -> str:
    return say(f"of.{side}", lang)


def _did(ruling: Ruling, lang: str) -> str:
    return say(
        f"did.{ruling.action.kind.value}",
        lang,
        side=_side(ruling.mover, lang),
        of=_of(ruling.mover, lang),
        **_hollows_of(ruling.action),
    )


def _hollows_of(action: Action) -> dict[str, str]:
    return {
        "origin": "" if action.origin is None else hollow_name(action.origin),
        "target": "" if action.target is None else hollow_name(action.target),
    }


def _formed(ruling: Ruling, lang: str) -> str:
    assert ruling.formed is not None
    name = say(f"a.{ruling.code}", lang)
    if ruling.formed.is_double:
        return say(
            "formed.double",
            lang,
            crossing=hollow_name(ruling.formed.crossing),
            lines=say_number(len(ruling.alignments), lang),
            marbles=say_list([_from_to(line, lang) for line in ruling.alignments], lang),
            name=name,
        )
    (line,) = ruling.alignments
    return say(
        "formed.queen-line" if ruling.formed.queen else "formed.line",
        lang,
        marbles=say_hollows(line, lang),
        length=say_number(len(line), lang),
        name=name,
    )


def _from_to(line: tuple[Hollow, ...], lang: str) -> str:
    first, last = hollow_name(line[0]), hollow_name(line[-1])
    return say("formed.line-of-double", lang, first=first, last=last)


def _due(ruling: Ruling, lang: str) -> str:
    assert ruling.formed is not None
    kind = "due.return"
    if ruling.must_return:
        kind = "due.return-crossing"
    elif ruling.formed.is_double or ruling.formed.queen:
        kind = "due.return-attack"
    crossing = hollow_name(ruling.formed.crossing)
    text = say(kind, lang, returns=say_number(ruling.returns, lang), crossing=crossing)
    if "D3" in ruling.articles:
        text += say("due.no-four", lang)
    return text + _due_captures(ruling, lang)


def _due_captures(ruling: Ruling, lang: str) -> str:
    other = ruling.mover.other
    if not ruling.capturable:
        return say("due.capture-none", lang, other=_side(other, lang))
    if ruling.captures < len(ruling.capturable):
        captures = say_number(ruling.captures, lang)
        return say("due.capture", lang, captures=captures, of=_of(other, lang))
    kind = "due.capture-last-one" if ruling.captures == 1 else "due.capture-last"
    marbles = say_hollows(ruling.capturable, lang)
    return say(kind, lang, marbles=marbles, of=_of(other, lang))


def _taken(ruling: Ruling, lang: str) -> str:
    returned = say(
        "taken.returned",
        lang,
        marbles=say_hollows(_ordered(ruling.move.returns), lang),
        of=_of(ruling.mover, lang),
    )
    captures = _ordered(ruling.move.captures)
    if not captures:
        return returned + say("taken.captured-none", lang)
    kind = "taken.captured-one" if len(captures) == 1 else "taken.captured"
    return returned + say(kind, lang, marbles=say_hollows(captures, lang))


def _ordered(hollows: frozenset[Hollow]) -> tuple[Hollow, ...]:
    return tuple(sorted(hollows, key=alphabetical))


def _won(ruling: Ruling, lang: str) -> list[str]:
    assert ruling.formed is not None
    loser = ruling.mover.other
    area = AREA[ruling.before.queen_bit(loser)]
    inside = hollows_in(area & (ruling.formed.attack | ruling.formed.queen))
    reached = say(
        "win.one" if len(inside) == 1 else "win.several",
        lang,
        marbles=say_hollows(inside, lang),
        of=_of(loser, lang),
        castle=_castle(ruling.before, loser),
        win=ruling.win,
    )
    return [reached, say("win.end", lang, side=_side(ruling.mover, lang))]


def _castle(position: Position, side: Side) -> str:
    queen = position.queen(side)
    return "" if queen is None else hollow_name(queen)


def _grounds(ruling: Ruling, lang: str) -> list[str]:
    """What is house in it, and where the rest stands."""
    parts = [say(key, lang) for key in _house(ruling)]
    topic = _topic(ruling)
    if topic is not None:
        parts.append(_source(topic, ruling.rules, lang))
    return parts


def _house(ruling: Ruling) -> list[str]:
    """Which of the house messages hold for a ruling."""
    if not ruling.house:
        return []
    formed = ruling.formed
    numbers = formed is not None and not ruling.win and formed.due(ruling.rules).house
    return _house_action(ruling.action, ruling.rules) + ["house.numbers"] * numbers


def _house_action(action: Action, rules: Rules) -> list[str]:
    if action.kind is ActionKind.PASS:
        return ["house.pass"]
    relocated = action.kind is ActionKind.RELOCATE and rules is Rules.CLASSIC
    return ["house.relocate"] if relocated else []


def _source(topic: str, rules: Rules, lang: str) -> str:
    return say("source", lang, source=say(f"source.{rules}.{topic}", lang))


def _topic(ruling: Ruling) -> str | None:
    """What to cite; nothing where a house rule about the action is all there is."""
    if ruling.win is not None:
        return "win"
    if ruling.code is not None:
        return _COMBINATION_SOURCES.get(ruling.code, "super-real")
    kind = ruling.action.kind
    if ruling.house:
        return None
    if kind is ActionKind.ENTER and not ruling.before.reserve(ruling.mover):
        return "forced"
    return str(kind.value)


def explain_fault(fault: Fault, lang: str) -> str:
    """What happened, how to put it right, and where it stands."""
    side = fault.before.turn
    values = {
        "mover": _side(side, lang),
        "ofmover": _of(side, lang),
        "ofother": _of(side.other, lang),
        "reserve": str(fault.before.reserve(side)),
        "castle": _castle(fault.before, side),
        **_hollows_of(fault.move.action),
    }
    if fault.code in _FAULT_VALUES:
        values |= _FAULT_VALUES[fault.code](fault, lang)
    parts = [say(f"fault.{fault.code}{_variant(fault)}", lang, **values)]
    parts += [say(key, lang) for key in _fault_house(fault)]
    parts += _fault_source(fault, lang)
    return " ".join(map(sentence, parts))


def _fault_source(fault: Fault, lang: str) -> list[str]:
    if fault.code == "real-remains":
        # Only the first edition speaks of it.
        return [_source("double-real", Rules.CLASSIC, lang)]
    if fault.house and fault.due is None:
        return []
    topic = _FAULT_SOURCES.get(fault.code)
    if topic is None and fault.due is not None:
        topic = _topic(fault.due)
    return [] if topic is None else [_source(topic, fault.rules, lang)]


def _variant(fault: Fault) -> str:
    """Which telling of the fault fits: the catalogues' keys end with it."""
    action, move = fault.move.action, fault.move
    if fault.code == "occupied" and action.origin == action.target:
        return ".same"
    if fault.code == "queen-entry" and fault.before.queen_bit(fault.before.turn):
        return ".again"
    taken = {"wrong-returns": move.returns, "wrong-captures": move.captures}.get(fault.code)
    if taken is None:
        return ""
    if fault.due is not None and fault.due.win is not None:
        return ".won"
    return "" if taken else ".none"


def _fault_house(fault: Fault) -> list[str]:
    if not fault.house:
        return []
    if fault.due is not None:
        keys = _house(fault.due)
    else:
        keys = _house_action(fault.move.action, fault.rules)
    if fault.code == "real-remains" and fault.rules is Rules.OFFICIAL:
        keys = [*keys, "house.real-remains"]
    return keys


def _piece(position: Position, h: Hollow, lang: str) -> str:
    piece = position.piece_at(h)
    kind = "piece.queen" if piece in "WB" else "piece.attack"
    return say(kind, lang, of=_of(Side(piece.lower()), lang))


def _piece_at_origin(fault: Fault, lang: str) -> dict[str, str]:
    assert fault.move.action.origin is not None
    return {"piece": _piece(fault.before, fault.move.action.origin, lang)}


def _piece_at_target(fault: Fault, lang: str) -> dict[str, str]:
    assert fault.move.action.target is not None
    return {"piece": _piece(fault.before, fault.move.action.target, lang)}


def _an_example(fault: Fault, lang: str) -> dict[str, str]:  # noqa: ARG001 -- like its siblings
    return {"example": str(legal_actions(fault.before, fault.rules)[0])}


def _all_taken(fault: Fault, lang: str) -> dict[str, str]:
    taken = _ordered(fault.move.returns | fault.move.captures)
    return {"marbles": say_hollows(taken, lang), "action": str(fault.move.action)}


def _returns_due(fault: Fault, lang: str) -> dict[str, str]:
    due, returned = fault.due, _ordered(fault.move.returns)
    assert due is not None
    values = {"marbles": say_hollows(returned, lang) if returned else ""}
    return values | {"due": _due_words("return", due.code, due.returns, due.returnable, lang)}


def _queen_returned(fault: Fault, lang: str) -> dict[str, str]:
    """Like the returns due; a Queen that has just moved goes back to where she moved to."""
    action = fault.move.action
    values = _returns_due(fault, lang)
    if action.kind in (ActionKind.ENTER, ActionKind.STEP):
        assert action.target is not None
        values["castle"] = hollow_name(action.target)
    return values


def _crossing(fault: Fault, lang: str) -> dict[str, str]:
    assert fault.due is not None
    return _returns_due(fault, lang) | {"crossing": say_hollows(fault.due.must_return, lang)}


def _captures_due(fault: Fault, lang: str) -> dict[str, str]:
    due, captured = fault.due, _ordered(fault.move.captures)
    assert due is not None
    values = {
        "marbles": say_hollows(captured, lang) if captured else "",
        "castle": _castle(fault.before, fault.before.turn.other),
    }
    return values | {"due": _due_words("capture", due.code, due.captures, due.capturable, lang)}


def _due_words(
    kind: str, code: str | None, count: int, among: tuple[Hollow, ...], lang: str
) -> str:
    """How many marbles of which are due, of a ``kind`` of taking: "return" or "capture"."""
    if not count:
        return say(f"{kind}.nothing", lang)
    values = {f"{kind}s": say_number(count, lang), "marbles": say_hollows(among, lang)}
    return say(f"{kind}.due", lang, name=say(f"a.{code}", lang), **values)


_FAULT_VALUES = {
    "out-of-turn": _piece_at_origin,
    "occupied": _piece_at_target,
    "pass": _an_example,
    "no-combination": _all_taken,
    "queen-returned": _queen_returned,
    "wrong-returns": _returns_due,
    "crossing-kept": _crossing,
    "real-remains": _returns_due,
    "queen-captured": _captures_due,
    "wrong-captures": _captures_due,
}
