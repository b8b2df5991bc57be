"""Game records: lenient reading, canonical writing, what is wrong and where."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import parse_move
from engine.error_words import error_text
from engine.errors import RecordError, ReplayError
from engine.judging import judge, legal_actions, resolutions
from engine.position import Position
from engine.record import Comment, GameRecord, read_records, write_records
from engine.rules import Rules

HEAD = """[Event "Club evening"]
[Site "Modugno"]
[Date "2026.11.21"]
[Round "3"]
[White "Anna"]
[Black "Bruno"]
[Result "{result}"]
[Termination "{termination}"]
[Rules "official"]
"""


def canonical(moves, result="*", termination="Unterminated", more=""):
    return HEAD.format(result=result, termination=termination) + more + f"\n{moves} {result}\n"


# w makes a Real on rank 1; b has entered her Queen nowhere: no win.
REAL = "1. a1 a7 2. b1 b7 3. c1 e7 4. d1=R^a1b1xa7 g7"
# b's Queen on e2 (set by hand), w wins with rank 1.
BEFORE_WIN = '[Position "b5b/7/7/7/7/4B2/www4 w 17/18 7"]\n'
WIN_SET = "{[%set 7/7/7/7/7/4B2/wwww3 b 16/20 8]}"

CANONICAL = {
    "no moves": canonical("").replace("\n *", "\n*"),
    "a few moves": canonical("1. d4 e5 2. d5 e4"),
    "a clock": canonical("1. d4 e5 2. d5 e4 3. d3 {[%clk 0:14:12]} e3"),
    "a combination": canonical(REAL),
    "a win": canonical("4. d1=R#", "1-0", "Winning Real", BEFORE_WIN),
    "time control": canonical("1. d4", "0-1", "Time", '[TimeControl "900"]\n'),
    "time control, position, others as they came": canonical(
        "4. d2",
        "1/2-1/2",
        "Agreement",
        '[TimeControl "900"]\n' + BEFORE_WIN + '[Zeta "1"]\n[Alpha "2"]\n',
    ),
    "escapes": canonical("1. d4", more=r'[Note "a \"quoted\" back\\slash"]' + "\n"),
    "b begins": canonical("1... d4 2. e4", more='[Position "7/7/7/7/7/7/7 b 20/20 2"]\n'),
    "b begins after a comment": canonical(
        "{hello} 1... d4 {[%clk 0:01:02]} 2. e4", more='[Position "7/7/7/7/7/7/7 b 20/20 2"]\n'
    ),
    "two comments": canonical("1. d4 {one} {two} e4"),
    "a comment keeps its spaces": canonical("1. d4 {  two  spaces } e4"),
    "other commands are kept": canonical("1. d4 {[%eval 0.3] [%csl Gd4]} e4"),
    "a fault let stand": canonical(
        "1. d4 {[%fault queen-entry] [%set 7/7/3W3/3w3/7/7/7 w 19/20 3]} 2. e4"
    ),
    "a set before the first move": canonical("{[%set 7/7/7/7/7/7/w6 b 19/20 2]} 1... d4"),
    "a set takes the win back": canonical(f"4. d1=R# {WIN_SET} a6", more=BEFORE_WIN),
    "umlauts and other scripts": canonical("1. d4 {perché no? 好}", more='[Ort "Köln"]\n'),
    "resigned": canonical("1. d4", "1-0", "Resignation"),
    "deadlock": canonical("1. d4", "1/2-1/2", "Deadlock"),
    "ended without a reason": canonical("1. d4", "1-0", "Unterminated"),
    "a pass": canonical("3. -- a7", more='[Position "7/7/7/7/7/bb5/Wb5 w 0/17 5"]\n'),
    "classic": canonical("1. Qd4 Qe4").replace("official", "classic"),
}


@pytest.mark.parametrize("text", CANONICAL.values(), ids=CANONICAL.keys())
def test_a_canonical_record_reads_and_writes_the_same_bytes(text):
    games = read_records(text)
    assert write_records(games) == text
    assert len(games) == 1


def test_several_games_a_file():
    text = "\n".join(CANONICAL.values())
    games = read_records(text)
    assert len(games) == len(CANONICAL)
    assert write_records(games) == text


# what is read: (text, moves, result, termination)
LENIENT = {
    "bare": ("*", "", "*", "Unterminated"),
    "no tags": ("1. d4 e5 *", "d4 e5", "*", "Unterminated"),
    "no numbers": ("d4 e5 *", "d4 e5", "*", "Unterminated"),
    "numbers glued": ("1.d4 1...e5 2.d5 *", "d4 e5 d5", "*", "Unterminated"),
    "lines broken": ("1.\nd4\r\ne5\r\n*\r\n", "d4 e5", "*", "Unterminated"),
    "no space where none is needed": ('[Event "x"]1.d4{c}e5 *', "d4 e5", "*", "Unterminated"),
    "tag with spaces": ('[ Event   "x" ]\n1. d4 *', "d4", "*", "Unterminated"),
    "a byte order mark": ("\ufeff1. d4 *", "d4", "*", "Unterminated"),
    "line comments": ("; hello\n1. d4 ; then\ne5 *;end", "d4 e5", "*", "Unterminated"),
    "a brace in a line comment": ("1. d4 ; {not open\ne5 *", "d4 e5", "*", "Unterminated"),
    "a line comment in braces": ("1. d4 {; still} e5 *", "d4 e5", "*", "Unterminated"),
    "result only as word": ("1. d4 1-0", "d4", "1-0", "Unterminated"),
    "tag and word": ('[Result "0-1"] 1. d4 0-1', "d4", "0-1", "Unterminated"),
    "implied win": (BEFORE_WIN + "4. d1 1-0", "d1=R#", "1-0", "Winning Real"),
    "win without its code": (BEFORE_WIN + "4. d1# 1-0", "d1=R#", "1-0", "Winning Real"),
    "without codes, hollows in any order": (
        "a1 a7 b1 b7 c1 e7 d1^b1a1xa7 *",
        "a1 a7 b1 b7 c1 e7 d1=R^a1b1xa7",
        "*",
        "Unterminated",
    ),
    "Position of the start": (
        '[Position "7/7/7/7/7/7/7 w 20/20 1"] 1. d4 *',
        "d4",
        "*",
        "Unterminated",
    ),
    "a number at the end": ("1. d4 e5 2. *", "d4 e5", "*", "Unterminated"),
}


@pytest.mark.parametrize(
    ("text", "moves", "result", "termination"), LENIENT.values(), ids=LENIENT.keys()
)
def test_reading_is_lenient_about_white_space_and_tags(text, moves, result, termination):
    (game,) = read_records(text)
    assert " ".join(map(str, game.moves)) == moves
    assert (game.result, game.termination) == (result, termination)
    again = read_records(str(game))
    assert write_records(again) == str(game)


def test_unknown_tags_are_question_marks():
    (game,) = read_records("*")
    assert str(game) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n'
        '[Result "*"]\n[Termination "Unterminated"]\n[Rules "official"]\n\n*\n'
    )
    assert game.tag("White") == "?"


def test_a_comment_on_several_lines_comes_out_on_one():
    (game,) = read_records("1. d4 { one\r\n   two \n\n three} *")
    assert game.body[1] == Comment("one two three")


def test_a_comment_after_the_result_belongs_to_that_game():
    one, two = read_records("1. d4 * {the first} 1. e4 * ")
    assert one.body[1] == Comment("the first")
    assert len(two.body) == 1


def test_games_without_tags_follow_each_other():
    games = read_records('1. d4 * 1. e4 1-0 [White "x"] 0-1')
    assert [game.result for game in games] == ["*", "1-0", "0-1"]
    assert [len(game.moves) for game in games] == [1, 1, 0]


def test_each_game_has_its_own_rules():
    one, two = read_records('[Rules "classic"] 1. Qd4 * [Rules "official"] 1. d4 *')
    assert (one.rules, two.rules) == (Rules.CLASSIC, Rules.OFFICIAL)


def test_positions_one_after_each_move_and_each_set():
    (game,) = read_records(
        "1. d4 {[%set 7/7/7/7/7/7/w6 b 19/20 2] [%set 7/7/7/7/7/7/1w5 b 19/20 2]} a1 "
        "{[%fault touched]} 2. c1 *"
    )
    assert [str(position) for position in game.positions] == [
        "7/7/7/7/7/7/7 w 20/20 1",
        "7/7/7/3w3/7/7/7 b 19/20 2",
        "7/7/7/7/7/7/w6 b 19/20 2",
        "7/7/7/7/7/7/1w5 b 19/20 2",
        "7/7/7/7/7/7/bw5 w 19/19 3",
        "7/7/7/7/7/7/bww4 b 18/19 4",
    ]
    assert game.body[1].faults == ()
    assert game.body[3].faults == ("touched",)


CLOCKS = {
    "[%clk 0:14:12]": 852,
    "[%clk 1:00:00] and [%clk 0:59:59]": 3599,
    "[%clk  12:0:05 ]": 43205,
    "[%clk 0:61:00]": None,
    "[%clk soon]": None,
    "[%clk": None,
    "clk 0:14:12": None,
}


@pytest.mark.parametrize(("text", "seconds"), CLOCKS.items(), ids=CLOCKS)
def test_clocks(text, seconds):
    assert Comment(text).clock_s == seconds


BAD = {
    # text: what the error says
    "empty": ("", "no game"),
    "white space": (" \n\t", "no game"),
    "only a line comment": ("; nothing", "no game"),
    "comment not closed": ("1. d4 {oops *", "line 1: a comment is not closed"),
    "brace too many": ("1. d4 } *", "'}' has no place"),
    "bracket too many": ("1. d4 ] *", "']' has no place"),
    "tag not closed": ('[Event "x"\n1. d4 *', "is no tag"),
    "tag without value": ("[Event] *", "is no tag"),
    "tag without quotes": ("[Event x] *", "is no tag"),
    "tag with a line break": ('[Event "x\ny"] *', "is no tag"),
    "tag with an odd escape": (r'[Event "x\n"] *', "is no tag"),
    "tag twice": ('[Event "x"]\n[Event "y"] *', "line 2: tag Event stands twice"),
    "Rules unknown": ('[Rules "house"] *', "Rules 'house'"),
    "Result unknown": ('[Result "2-0"] *', "Result '2-0'"),
    "Result empty": ('[Result ""] *', "Result ''"),
    "Termination unknown": ('[Termination "checkmate"] *', "Termination 'checkmate'"),
    "Termination of another case": ('[Termination "resignation"] 1-0', "Termination"),
    "Position broken": ('[Position "7/7 w 20/20 1"] *', "tag Position"),
    "set broken": ("1. d4 {[%set 7/7 w]} *", "game 1, line 1: [%set]"),
    "set empty": ("1. d4 {[%set]} *", "[%set]"),
    "set not closed": ("1. d4 {[%set 7/7/7/7/7/7/7 w 20/20 1} *", "closing bracket"),
    "set with an impossible ply": ("{[%set 7/7/7/7/7/7/7 w 20/20 2]} *", "odd plies"),
}

UNPLAYABLE = {
    "result missing": ("1. d4 e5", "game 1, ply 2, e5: the result is missing"),
    "result missing, no moves": ('[Event "x"]', "game 1, ply 1, no move: the result is missing"),
    "result missing before the next game": (
        '1. d4 [Event "x"] *',
        "game 1, ply 1, d4: the result is missing",
    ),
    "second result": ("1. d4 1-0 0-1", "game 1, ply 1, d4: a second result, 0-1 after 1-0"),
    "the same result twice": ("1. d4 * *", "second result"),
    "occupied": ("1. d4 d4 *", "game 1, ply 2, d4: occupied"),
    "in the second game": ("1. d4 * 1. d4 e4 2. e4 *", "game 2, ply 3, e4: occupied"),
    "no move at all": ("1. d4 hello *", "game 1, ply 2, hello: 'hello' is no move"),
    "not printable": ("1. d4 h\u00e9\x07llo *", "game 1, ply 2, 'h\\xe9\\x07llo'"),
    "very long": ("1. " + "x" * 1000 + " *", "game 1, ply 1, " + "x" * 60 + "..."),
    "wrong code": ("1. d4=R^d4xd5 *", "game 1, ply 1, d4=R^d4xd5: d4=R^d4xd5 says R"),
    "incomplete": (
        "1. a1 a7 b1 b7 c1 c7 d1 e7 *",
        "game 1, ply 7, d1: it is incomplete: a1, b1, c1 and d1 are four in a row",
    ),
    "wrong returns": ("a1 a7 b1 b7 c1 c7 d1^a1xa7 *", "game 1, ply 7, d1^a1xa7: wrong-returns"),
    "a move after a win": (BEFORE_WIN + "4. d1 a1 1-0", "game 1, ply 8, a1: it comes after"),
    "Result tag against the word": ('[Result "1-0"] 1. d4 0-1', "Result '1-0', but the moves"),
    "the loser wins": (BEFORE_WIN + "4. d1 0-1", "ply 7, d1=R#: Result '0-1'"),
    "a draw after a win": (BEFORE_WIN + "4. d1 1/2-1/2", "Result '1/2-1/2'"),
    "no result after a win": (BEFORE_WIN + "4. d1 *", "Result '*'"),
    "wrong kind of win": (
        BEFORE_WIN + '[Termination "Winning Real Queen"] 4. d1 1-0',
        "Termination 'Winning Real Queen', but this move is a Winning Real",
    ),
    "resigned after a win": (
        BEFORE_WIN + '[Termination "Resignation"] 4. d1 1-0',
        "Termination 'Resignation'",
    ),
    "unterminated after a win": (
        BEFORE_WIN + '[Termination "Unterminated"] 4. d1 1-0',
        "Termination 'Unterminated'",
    ),
    "a win without a winning move": (
        '[Termination "Winning Real"] 1. d4 1-0',
        "ply 1, d4: Termination 'Winning Real', but the last move does not win",
    ),
    "a win without any move": ('[Termination "Winning Real"] 1-0', "ply 1, no move"),
    "a win that was taken back": (
        BEFORE_WIN + '[Termination "Winning Real"] 4. d1 ' + WIN_SET + " 1-0",
        "the last move does not win",
    ),
    "official rules": ("1. Qd4 *", "queen-entry"),
    "a move that went wrong after a set": (
        "1. d4 {[%set 7/7/7/7/7/7/w6 w 19/20 33]} 17. a1 *",
        "game 1, ply 33, a1: occupied",
    ),
}


@pytest.mark.parametrize("text", [text for text, _ in (BAD | UNPLAYABLE).values()])
def test_what_is_wrong_is_said_in_each_language(text):
    with pytest.raises(RecordError) as raised:
        read_records(text)
    english, italian = (error_text(raised.value, lang) for lang in ("en", "it"))
    # Nothing of the one is left in the other, and each names the same place.
    assert re.findall(r"\d+", italian.split(": ")[0]) == re.findall(r"\d+", english.split(": ")[0])
    assert str(raised.value) not in (english, italian)
    assert not set(re.findall(r"\b(?:the|is|but|has|move)\b", italian))
    assert english != italian


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD.keys())
def test_what_is_no_record_is_refused(text, reason):
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert reason in str(caught.value)
    assert not isinstance(caught.value, ReplayError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "reason"), UNPLAYABLE.values(), ids=UNPLAYABLE.keys())
def test_a_record_that_does_not_replay_is_refused_naming_the_place(text, reason):
    with pytest.raises(ReplayError) as caught:
        read_records(text)
    assert reason in str(caught.value)
    assert isinstance(caught.value.position, Position)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"tags": (("Result", "*"),)}, "Result", id="own tag"),
        pytest.param({"tags": (("a b", ""),)}, "'a b'", id="tag with a space"),
        pytest.param({"tags": (("A", "x\ny"),)}, "line break", id="value with a line break"),
        pytest.param({"tags": (("A", ""), ("A", ""))}, "twice", id="tag twice"),
        pytest.param({"result": "2-0"}, "2-0", id="result"),
        pytest.param({"termination": "x"}, "none of", id="termination"),
    ],
)
def test_a_record_that_can_not_be_written_is_never_made(fields, reason):
    with pytest.raises(RecordError, match=reason):
        GameRecord(**fields)


@pytest.mark.parametrize("text", ["a}b", "a\nb", "a\rb", "[%set x]"])
def test_a_comment_that_can_not_be_written_is_never_made(text):
    with pytest.raises(RecordError):
        Comment(text)


def test_a_record_is_made_of_moves_and_comments():
    game = GameRecord(
        tags=(("White", "Anna"),),
        body=(parse_move("d4"), Comment("[%clk 0:00:09]"), parse_move("e4")),
    )
    assert [str(p) for p in game.positions][-1] == "7/7/7/3wb2/7/7/7 w 19/19 3"
    assert str(game).endswith("\n1. d4 {[%clk 0:00:09]} e4 *\n")
    assert read_records(str(game))[0].moves == game.moves


def played_by_chance(seed, rules):
    """A game's moves and sets as a referee's evening would give them."""
    rng, position, body, won = Random(seed), Position.start(), [], None
    for _ in range(rng.randint(0, 60)):
        action = rng.choice(legal_actions(position, rules))
        move = next(resolutions(position, action, rules))
        ruling = judge(position, move, rules)
        body.append(ruling.move)
        position, won = ruling.position, ruling
        if won.win:
            break
        if rng.random() < 0.1:
            body.append(Comment(rng.choice(["", "[%clk 0:00:01]", " a { b [x] ; c ", 'é\\"'])))
        if rng.random() < 0.05:
            body.append(Comment(f"[%fault touched] [%set {position}]"))
    return tuple(body), won


@given(st.integers(0, 2**32), st.sampled_from(Rules), st.text(max_size=8))
def test_written_records_read_the_same(seed, rules, name):
    body, won = played_by_chance(seed, rules)
    name = name.replace("\n", "").replace("\r", "")
    wins = won is not None and won.win
    game = GameRecord(
        tags=(("White", name), ("Round", "7")),
        body=body,
        result=("1-0" if won.mover == "w" else "0-1") if wins else "*",
        termination=won.win if wins else "Unterminated",
        rules=rules,
    )
    text = str(game)
    (again,) = read_records(text)
    assert str(again) == text
    assert again.positions == game.positions
    assert again.body == game.body
    assert again.tag("White") == name


@given(st.binary(max_size=200))
def test_any_bytes_give_records_or_the_documented_error(noise):
    for encoding in ("latin-1", "utf-8"):
        text = noise.decode(encoding, "replace")
        try:
            games = read_records(text)
        except RecordError:
            continue
        assert games


PIECES = [
    *("1.", " ", "\n", "d4", "e5", "{", "}", "[%set ", "]", "[", '"', "[Event ", ";", "*", "1-0"),
    *("0-1", "#", "7/7/7/7/7/7/7 w 20/20 1", "Rules ", "Position ", "--", "\\", "..."),
    "[%clk 0:01:01]",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_pieces_of_a_record_give_records_or_the_documented_error(pieces):
    try:
        games = read_records("".join(pieces))
    except RecordError as error:
        assert "\n" not in str(error)  # noqa: PT017 -- either outcome is right
        return
    text = write_records(games)
    assert write_records(read_records(text)) == text


@given(st.sampled_from(list(CANONICAL.values())), st.data())
def test_a_canonical_record_with_a_piece_broken_out_never_raises_anything_else(text, data):
    at = data.draw(st.integers(0, len(text)))
    upto = data.draw(st.integers(at, min(len(text), at + 5)))
    broken = text[:at] + data.draw(st.text(max_size=3)) + text[upto:]
    try:
        games = read_records(broken)
    except RecordError:
        return
    assert write_records(read_records(write_records(games))) == write_records(games)


def test_long_runs_are_read_in_a_moment():
    """Nothing in the reading is slower than the length of the text."""
    many = 200_000
    for text in (" " * many, "{" + " " * many + "}", "1" * many, '[Event "' + "\\\\" * many):
        with pytest.raises(RecordError):
            read_records(text)
