"""Every fault that a move's text can show, the order in which they are told, and bad moves."""

import pytest
from setups import setup

from engine.actions import PASS
from engine.errors import MoveError
from engine.judging import judge, legal_actions, resolutions
from engine.rules import FAULT_ARTICLES, Rules
from engine.teaching import combinations_ahead

OFFICIAL, CLASSIC = Rules.OFFICIAL, Rules.CLASSIC

PLAIN = setup("a1 b1 c1 g7", "a7 b7 c7", "g1", "e5")  # d1 is a Real for w
TRAY = setup("a1 b1 c1", "a7 b7 c7")  # Queens in their trays; Qd1 is a Real Queen
LAST = setup("a1 b1 c1", "a7", reserve=(0, 10))  # w must enter the Queen
PLAYED = setup("a1 b1 c1 g7", "a7 b7", "g1", "e5", reserve=(0, 10))  # w relocates or steps
WALLED = setup("", "a2 b1 b2", "a1", reserve=(0, 10))  # w can only pass
DOUBLE = setup("a1 b1 c1 d2 d3 g5", "a7 b7 c7 e7", "d4", "g7")  # d1 is a Double Real Queen
FIVE = setup("a1 b1 c1 d1 e2 e3 e4", "a7 b7 c7")  # e1 is a Double with an arm of five
WINNING = setup("a1 b1 c1", "a7 b7", "g4", "e2")  # d1 wins

CASES = {
    "out-of-turn: relocating the other's": (PLAIN, "a7d4", OFFICIAL, "out-of-turn"),
    "out-of-turn: stepping the other's Queen": (PLAIN, "Qe5e4", OFFICIAL, "out-of-turn"),
    "occupied: own marble": (PLAIN, "a1", OFFICIAL, "occupied"),
    "occupied: enemy marble": (PLAIN, "a7", OFFICIAL, "occupied"),
    "occupied: by a Queen": (PLAIN, "e5", OFFICIAL, "occupied"),
    "occupied: entering": (TRAY, "Qa1", OFFICIAL, "occupied"),
    "occupied: entering upon itself": (PLAIN, "Qg1", OFFICIAL, "occupied"),
    "occupied: step to its own hollow": (PLAIN, "Qg1g1", OFFICIAL, "occupied"),
    "occupied: relocation to its own hollow": (PLAYED, "a1a1", OFFICIAL, "occupied"),
    "occupied: step": (setup("a2", "", "a1"), "Qa1a2", OFFICIAL, "occupied"),
    "must-play-queen: placing": (LAST, "d1", OFFICIAL, "must-play-queen"),
    "must-play-queen: relocating": (LAST, "a1d1", OFFICIAL, "must-play-queen"),
    "must-play-queen: passing": (LAST, "--", OFFICIAL, "must-play-queen"),
    "must-play-queen in classic": (LAST, "d1", CLASSIC, "must-play-queen"),
    "pass": (PLAIN, "--", OFFICIAL, "pass"),
    "pass: a walled-in Queen, one left to place": (
        setup("", "a2 b1 b2", "a1", reserve=(1, 10)),
        "--",
        OFFICIAL,
        "pass",
    ),
    "pass: only the Queen can move": (
        setup("", "a2 b1", "a1", reserve=(0, 10)),
        "--",
        OFFICIAL,
        "pass",
    ),
    "no-reserve": (PLAYED, "d1", OFFICIAL, "no-reserve"),
    "queen-entry: without a combination": (TRAY, "Qd4", OFFICIAL, "queen-entry"),
    "queen-entry: a second time": (PLAIN, "Qd4", OFFICIAL, "queen-entry"),
    "queen-entry: a second time in classic": (PLAIN, "Qd4", CLASSIC, "queen-entry"),
    "queen-entry: a second time, forming": (PLAIN, "Qd1", OFFICIAL, "queen-entry"),
    "queen-step": (PLAIN, "Qg1e1", OFFICIAL, "queen-step"),
    "queen-step: round the edge": (setup("", "", "g1"), "Qg1a2", OFFICIAL, "queen-step"),
    "early-relocation: reserve left": (PLAIN, "g7d4", OFFICIAL, "early-relocation"),
    "early-relocation: Queen in the tray": (TRAY, "a1d4", OFFICIAL, "early-relocation"),
    "no-combination: returns": (PLAIN, "d4^a1", OFFICIAL, "no-combination"),
    "no-combination: captures": (PLAIN, "d4xa7", OFFICIAL, "no-combination"),
    "no-combination: the Queen too": (PLAIN, "d4^g1xe5", OFFICIAL, "no-combination"),
    "queen-returned": (DOUBLE, "d1^d1d4a1xa7b7c7e7", OFFICIAL, "queen-returned"),
    "queen-returned: beside the line": (PLAIN, "d1^a1g1xa7", OFFICIAL, "queen-returned"),
    "queen-returned: on a win": (WINNING, "d1^g4", OFFICIAL, "queen-returned"),
    "wrong-returns: none": (PLAIN, "d1xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: too few": (PLAIN, "d1^a1xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: too many": (PLAIN, "d1^a1b1c1xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: outside": (PLAIN, "d1^a1g7xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: an empty hollow": (PLAIN, "d1^a1d4xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: an enemy marble": (PLAIN, "d1^a1a7xb7", OFFICIAL, "wrong-returns"),
    "wrong-returns: the enemy Queen": (PLAIN, "d1^a1e5xa7", OFFICIAL, "wrong-returns"),
    "wrong-returns: on a win": (WINNING, "d1^a1b1xa7", OFFICIAL, "wrong-returns"),
    "crossing-kept": (DOUBLE, "d1^a1b1d2xa7b7c7e7", OFFICIAL, "crossing-kept"),
    "real-remains": (FIVE, "e1^e1e2e3xa7b7c7", OFFICIAL, "real-remains"),
    "real-remains in classic": (FIVE, "e1^e1e2e3xa7b7", CLASSIC, "real-remains"),
    "queen-captured": (PLAIN, "d1^a1b1xe5", OFFICIAL, "queen-captured"),
    "queen-captured: among others": (PLAIN, "d1^a1b1xa7e5", OFFICIAL, "queen-captured"),
    "queen-captured: on a win": (WINNING, "d1xe2", OFFICIAL, "queen-captured"),
    "wrong-captures: none": (PLAIN, "d1^a1b1", OFFICIAL, "wrong-captures"),
    "wrong-captures: too many": (PLAIN, "d1^a1b1xa7b7", OFFICIAL, "wrong-captures"),
    "wrong-captures: an empty hollow": (PLAIN, "d1^a1b1xd4", OFFICIAL, "wrong-captures"),
    "wrong-captures: an own marble": (PLAIN, "d1^a1b1xc1", OFFICIAL, "wrong-captures"),
    "wrong-captures: the own Queen": (PLAIN, "d1^a1b1xg1", OFFICIAL, "wrong-captures"),
    "wrong-captures: on a win": (WINNING, "d1xa7", OFFICIAL, "wrong-captures"),
    "wrong-captures: nothing there": (setup("a1 b1 c1"), "d1^a1b1xa7", OFFICIAL, "wrong-captures"),
}

ORDER = {
    "origin before target": (PLAIN, "a7b7", "out-of-turn"),
    "turn before must-play-queen": (LAST, "a7a6", "out-of-turn"),
    "occupied before must-play-queen": (LAST, "a1", "occupied"),
    "occupied before no-reserve": (PLAYED, "a1", "occupied"),
    "occupied before queen-entry": (PLAIN, "Qa1", "occupied"),
    "occupied before queen-step": (PLAIN, "Qg1g7", "occupied"),
    "occupied before early-relocation": (PLAIN, "a1g7", "occupied"),
    "must-play-queen before early-relocation": (LAST, "a1e5", "must-play-queen"),
    "action before a wrong code": (PLAIN, "a1=DR^a1b1", "occupied"),
    "action before a wrong #": (PLAIN, "Qd4#", "queen-entry"),
    "no-combination before queen-returned": (PLAIN, "d4^g1", "no-combination"),
    "queen-returned before wrong-returns": (PLAIN, "d1^g1", "queen-returned"),
    "wrong-returns before crossing-kept": (DOUBLE, "d1^a1b1", "wrong-returns"),
    "crossing-kept before real-remains": (FIVE, "e1^e2e3e4", "crossing-kept"),
    "real-remains before queen-captured": (
        setup("a1 b1 c1 d1 e2 e3 e4", "a7", "", "g7"),
        "e1^e1e2e3xg7",
        "real-remains",
    ),
    "returns before captures": (PLAIN, "d1^a1xe5", "wrong-returns"),
    "queen-captured before wrong-captures": (PLAIN, "d1^a1b1xa7b7e5", "queen-captured"),
}

BAD_MOVES = {
    # position, move, what the error says
    "origin empty": (PLAIN, "d4d5", "d4 holds no attack marble in 'bbb3w/"),
    "origin empty, a step": (PLAIN, "Qd4d5", "d4 holds no Queen in "),
    "origin holds the Queen": (PLAIN, "g1g2", "g1 holds no attack marble"),
    "origin holds no Queen": (PLAIN, "Qa1a2", "a1 holds no Queen"),
    "origin holds the enemy Queen": (PLAIN, "e5e6", "e5 holds no attack marble"),
    "origin holds an enemy marble, a step": (PLAIN, "Qa7a6", "a7 holds no Queen"),
    "origin before an occupied target": (PLAIN, "d4a1", "d4 holds no attack marble"),
    "origin before must-play-queen": (LAST, "d4d5", "d4 holds no attack marble"),
    "wrong code": (PLAIN, "d1=RQ^a1b1xa7", "d1=RQ^a1b1xa7 says RQ, but d1 forms R"),
    "code where nothing was formed": (PLAIN, "d4=R^a1b1xa7", "says R, but d4 forms nothing"),
    "wrong code before wrong returns": (PLAIN, "d1=DR^a1xe5", "says DR, but d1 forms R"),
    "# where nothing was formed": (PLAIN, "d4#", "d4# says that it wins, but d4 does not"),
    "# on what does not win": (PLAIN, "d1#", "d1# says that it wins, but d1 does not"),
    "# and the right code on what does not win": (PLAIN, "d1=R#", "says that it wins"),
    "wrong code on a win": (WINNING, "d1=DR#", "says DR, but d1 forms R"),
    "code alone": (PLAIN, "d1=R", "d1=R lacks its returns, captures or #"),
    "code alone on a win": (WINNING, "d1=R", "d1=R lacks"),
    "no form": (PLAIN, "z9", "'z9' is no move"),
}


@pytest.mark.parametrize(("position", "move", "rules", "code"), CASES.values(), ids=CASES.keys())
def test_each_fault(position, move, rules, code):
    fault = judge(position, move, rules)
    assert not fault.legal
    assert fault.code == code
    table = FAULT_ARTICLES[code]
    assert fault.articles[: len(table)] == table
    assert fault.house is (rules is OFFICIAL and (code == "real-remains" or move == "--"))
    for lang in ("en", "it"):
        assert set(fault.to_json(lang)) == {"legal", "fault", "articles", "house", "text"}


def test_table_g():
    assert [(code, " ".join(articles)) for code, articles in FAULT_ARTICLES.items()] == [
        ("out-of-turn", "B"),
        ("occupied", "B1"),
        ("must-play-queen", "B2"),
        ("pass", "B5"),
        ("no-reserve", "B1"),
        ("queen-entry", "B2"),
        ("queen-step", "B3"),
        ("early-relocation", "B4"),
        ("no-combination", "C D"),
        ("queen-returned", "D1"),
        ("wrong-returns", "D1"),
        ("crossing-kept", "D2"),
        ("real-remains", "D3"),
        ("queen-captured", "D4"),
        ("wrong-captures", "D4"),
    ]


def test_each_code_of_table_g_has_a_case():
    assert {code for *_, code in CASES.values()} == set(FAULT_ARTICLES)


@pytest.mark.parametrize(("position", "move", "code"), ORDER.values(), ids=ORDER.keys())
def test_the_first_in_the_order_is_told(position, move, code):
    assert judge(position, move).code == code


@pytest.mark.parametrize(("position", "move", "says"), BAD_MOVES.values(), ids=BAD_MOVES.keys())
@pytest.mark.parametrize("rules", Rules)
def test_a_text_that_can_not_be_a_move_of_the_position(position, move, says, rules):
    with pytest.raises(MoveError) as caught:
        judge(position, move, rules)
    assert says in str(caught.value)


HOUSE = {
    "relocation, official": (PLAYED, "g7d4", OFFICIAL, False),
    "relocation, classic": (PLAYED, "g7d4", CLASSIC, True),
    "early relocation, official": (PLAIN, "g7d4", OFFICIAL, False),
    "early relocation, classic": (PLAIN, "g7d4", CLASSIC, True),
    "placing, classic": (PLAIN, "d4", CLASSIC, False),
    "pass": (WALLED, "--", OFFICIAL, True),
    "pass that is none": (PLAIN, "--", OFFICIAL, True),
    "real-remains, official": (FIVE, "e1^e1e2e3xa7b7c7", OFFICIAL, True),
    "real-remains, classic": (FIVE, "e1^e1e2e3xa7b7", CLASSIC, False),
    "six, official": (setup("a1 b1 c1 e1 f1"), "d1", OFFICIAL, False),
    "six, classic": (setup("a1 b1 c1 e1 f1"), "d1", CLASSIC, True),
    "six and wrong returns, classic": (setup("a1 b1 c1 e1 f1"), "d1^a1", CLASSIC, True),
    "seven and wrong returns, official": (setup("a1 b1 c1 e1 f1 g1"), "d1^a1", OFFICIAL, True),
    "seven that wins": (setup("a1 b1 c1 e1 f1 g1", "", "", "d2"), "d1", OFFICIAL, False),
    "seven that wins, wrong returns": (
        setup("a1 b1 c1 e1 f1 g1", "", "", "d2"),
        "d1^a1",
        OFFICIAL,
        False,
    ),
}


@pytest.mark.parametrize(("position", "move", "rules", "house"), HOUSE.values(), ids=HOUSE.keys())
def test_what_rests_on_a_house_article_says_so(position, move, rules, house):
    ruling = judge(position, move, rules)
    assert ruling.house is house
    assert ("house rule" in ruling.text("en")) is house
    assert ("regola della casa" in ruling.text("it")) is house


ARTICLES = {
    "place": (PLAIN, "d4", ("B1",)),
    "enter": (LAST, "Qd4", ("B2",)),
    "step": (PLAIN, "Qg1g2", ("B3",)),
    "relocate": (PLAYED, "g7d4", ("B4",)),
    "pass": (WALLED, "--", ("B5",)),
    "a Real": (PLAIN, "d1", ("B1", "C2", "D1", "D4")),
    "a Real completed": (PLAIN, "d1^a1b1xa7", ("B1", "C2", "D1", "D4")),
    "a Real by relocation": (PLAYED, "g7d1", ("B4", "C2", "D1", "D4")),
    "a Double": (DOUBLE, "d1", ("B1", "C3", "D1", "D2", "D4")),
    "a Double with an arm of five": (FIVE, "e1", ("B1", "C3", "D1", "D2", "D3", "D4")),
    "a Double by the Queen": (
        setup("a1 b1 c1 d2 d3 d4"),
        "Qd1",
        ("B2", "C3", "D1", "D3", "D4"),
    ),
    "a win": (WINNING, "d1", ("B1", "C2", "D1", "D4", "E2", "E3")),
    "a win by a Double": (
        setup("a1 b1 c1 d2 d3 d4", "", "", "e2"),
        "d1",
        ("B1", "C3", "D1", "D4", "E2", "E3"),
    ),
    "a fault on a win": (WINNING, "d1^a1", ("D1", "E2")),
    "captures on a win": (WINNING, "d1xa7", ("D4", "E2")),
    "a fault on a Real": (PLAIN, "d1^a1", ("D1",)),
    "nothing formed": (PLAIN, "d4^a1", ("C", "D")),
}


@pytest.mark.parametrize(("position", "move", "articles"), ARTICLES.values(), ids=ARTICLES.keys())
def test_the_articles_cited(position, move, articles):
    assert judge(position, move).articles == articles


def test_forced_entry_is_the_only_action():
    for rules in Rules:
        actions = [str(action) for action in legal_actions(LAST, rules)]
        assert len(actions) == 45
        assert all(action.startswith("Q") for action in actions)


def test_a_forced_entry_that_completes_a_line_is_a_combination():
    ruling = judge(LAST, "Qd1")
    assert ruling.code == "RQ"
    assert judge(LAST, "Qd4").complete
    won = judge(setup("a1 b1 c1", "a7", "", "e2", reserve=(0, 10)), "Qd1")
    assert won.win == "Winning Real Queen"


def test_the_queen_enters_early_only_where_she_forms_something():
    queens = [str(a) for a in legal_actions(TRAY, OFFICIAL) if str(a).startswith("Q")]
    assert queens == ["Qd1"]
    classic = [str(a) for a in legal_actions(TRAY, CLASSIC) if str(a).startswith("Q")]
    assert len(classic) == 43


def test_the_queen_steps_in_any_turn():
    steps = [str(a) for a in legal_actions(PLAIN) if str(a).startswith("Q")]
    assert steps == ["Qg1f1", "Qg1f2", "Qg1g2"]
    steps = [str(a) for a in legal_actions(PLAYED) if str(a).startswith("Q")]
    assert steps == ["Qg1f1", "Qg1f2", "Qg1g2"]


def test_a_walled_in_queen_without_marbles_passes():
    assert legal_actions(WALLED) == [PASS]
    assert [str(move) for move in resolutions(WALLED, PASS)] == ["--"]
    assert combinations_ahead(WALLED) == []
    ruling = judge(WALLED, "--")
    assert ruling.complete
    assert (ruling.position.turn, ruling.position.ply) == ("b", 2)
    assert ruling.position.placement == WALLED.placement
    assert ruling.articles == ("B5",)


def test_a_walled_in_queen_with_a_marble_on_the_board_relocates():
    position = setup("g7", "a2 b1 b2", "a1", reserve=(0, 10))
    assert judge(position, "--").code == "pass"
    assert len(legal_actions(position)) == 44
