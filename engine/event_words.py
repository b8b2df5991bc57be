"""Events in words: what happened first, then how to put it right."""

from __future__ import annotations

from engine.actions import parse_move
from engine.hollows import hollow, hollow_name
from engine.placements import board_of
from engine.position import Side
from engine.rulings import Ruling
from engine.text import say, say_list, sentence


def sides(side: Side, lang: str) -> dict[str, str]:
    """Words for the player whose turn it is and for the other, as messages want them."""
    return {
        "side": say(f"side.{side}", lang),
        "of": say(f"of.{side}", lang),
        "other": say(f"side.{side.other}", lang),
        "ofother": say(f"of.{side.other}", lang),
    }


def fault_words(code: str, side: Side, hollows: tuple[str, ...], lang: str) -> str:
    """What happened."""
    named = say_list(list(hollows), lang) if hollows else ""
    return sentence(say(f"referee.fault.{code}", lang, **sides(side, lang), hollows=named))


def repair_words(placement: str, repair: str, hollows: tuple[str, ...], lang: str) -> list[str]:
    """One sentence for each hollow that has to change."""
    is_, should = board_of(placement), board_of(repair)
    sentences = []
    for name in hollows:
        here, there = is_[hollow(name)], should[hollow(name)]
        if here not in (".", there):
            sentences.append(say(f"referee.take.{here}", lang, hollow=name))
        if there not in (".", here):
            sentences.append(say(f"referee.put.{there}", lang, hollow=name))
    return sentences


def terse_fault(
    code: str, side: Side, hollows: tuple[str, ...], articles: tuple[str, ...], lang: str
) -> str:
    """A fault as a tournament referee says it: whose turn, what, where, by which article."""
    named = say_list(list(hollows), lang) if hollows else ""
    words = say(f"referee.terse.{code}", lang, hollows=named, **sides(side, lang))
    return sentence(f"{words} ({', '.join(articles)}).")


def terse_combination(ruling: Ruling, lang: str) -> str:
    """A combination as a tournament referee says it."""
    target = ruling.action.target
    assert ruling.code is not None
    assert target is not None
    message = "referee.terse.win" if ruling.win else "referee.terse.combination"
    crossing = ""
    if ruling.must_return:
        crossing = say("referee.terse.crossing", lang, hollow=hollow_name(ruling.must_return[0]))
    words = say(
        message,
        lang,
        **sides(ruling.mover, lang),
        name=ruling.win or ruling.name,
        target=hollow_name(target),
        returns=ruling.returns,
        captures=ruling.captures,
        crossing=crossing,
    )
    return sentence(words)


def lesson_words(
    side: Side,
    missed: tuple[tuple[str, str], ...],
    available: tuple[tuple[str, str], ...],
    lang: str,
) -> str:
    """What ``side`` missed, and what the other may form now."""
    sentences = []
    if missed:
        sentences.append(_ways("referee.lesson.missed", side, missed, lang))
    if available:
        sentences.append(_ways("referee.lesson.available", side.other, available, lang))
    return " ".join(map(sentence, sentences))


def _ways(message: str, side: Side, ways: tuple[tuple[str, str], ...], lang: str) -> str:
    named = [_way(move, name, lang) for move, name in ways[:_MOST]]
    more = len(ways) - len(named)
    if more > 0:
        named.append(say("referee.lesson.more", lang, count=more))
    return say(message, lang, **sides(side, lang), ways=say_list(named, lang))


def _way(move: str, name: str, lang: str) -> str:
    """One action and what it forms, without notation."""
    action = parse_move(move).action
    values = {} if action.origin is None else {"origin": hollow_name(action.origin)}
    if action.target is not None:
        values["target"] = hollow_name(action.target)
    return say(f"referee.lesson.{action.kind.value}", lang, name=name, **values)


_MOST = 3
"""More would be a list to read, not a hint."""
