"""The line protocol: every request, every error, identities, and nothing that stops the loop."""

import io
import json
import sys
from random import Random

import naive
import positions
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import engine as engine_command
from engine.position import Position
from engine.protocol import DEEPEST, reply
from engine.rules import Rules

START = "7/7/7/7/7/7/7 w 20/20 1"
REAL = "b6/7/7/7/7/7/www4 w 17/19 7"
WALLED = "7/7/7/7/7/bb5/Wb5 w 0/17 5"
MANY = "W6/1wwwwww/1bbbbbb/1wwwwww/1bbbbbb/1wwwwww/1bbbbb1 w 0/3 1"
START_ACTIONS = sorted(f + r for f in "abcdefg" for r in "1234567")


def ask(request):
    return json.loads(reply(json.dumps(request).encode()))


def code(request):
    return ask(request)["error"]["code"]


def test_actions():
    assert ask({"cmd": "actions", "position": START}) == {"actions": START_ACTIONS}
    assert ask({"cmd": "actions", "position": WALLED}) == {"actions": ["--"]}
    listed = ask({"cmd": "actions", "position": REAL})["actions"]
    assert listed == sorted(listed)
    assert listed[0] == "Qd1"


def test_moves():
    assert ask({"cmd": "moves", "position": START}) == {"moves": START_ACTIONS}
    listed = ask({"cmd": "moves", "position": REAL})["moves"]
    assert listed == sorted(listed)
    assert "d1=R^a1b1xa7" in listed
    assert "d1" not in listed
    assert set(listed) == set(naive.moves(REAL, "official"))
    assert ask({"cmd": "moves", "position": WALLED}) == {"moves": ["--"]}


def test_moves_by_the_rules_asked_for():
    official = ask({"cmd": "moves", "position": START, "rules": "official"})["moves"]
    classic = ask({"cmd": "moves", "position": START, "rules": "classic"})["moves"]
    assert (len(official), len(classic)) == (49, 98)
    assert classic[0] == "Qa1"


def test_too_many_moves_are_only_counted():
    answer = ask({"cmd": "moves", "position": MANY, "id": 1})
    assert answer["error"]["code"] == "too-many-moves"
    count = next(int(word) for word in answer["error"]["text"].split() if word.isdigit())
    assert count > 200_000
    assert ask({"cmd": "perft", "position": MANY, "depth": 1}) == {"nodes": count}


def test_judge_a_legal_action():
    assert ask({"cmd": "judge", "position": START, "move": "d4"}) == {
        "legal": True,
        "move": "d4",
        "complete": True,
        "combination": None,
        "name": None,
        "alignments": [],
        "returns": 0,
        "must_return": [],
        "returnable": [],
        "captures": 0,
        "capturable": [],
        "wins": False,
        "win": None,
        "position": "7/7/7/3w3/7/7/7 b 19/20 2",
        "articles": ["B1"],
        "house": False,
        "text": (
            "White placed an attack marble on d4. It forms no combination: Black is to move. "
            "(Rulebook, chapter 5 and note 2.)"
        ),
    }


def test_judge_a_combination_and_its_completion():
    bare = ask({"cmd": "judge", "position": REAL, "move": "d1"})
    assert (bare["complete"], bare["position"], bare["move"]) == (False, None, "d1")
    assert (bare["combination"], bare["name"]) == ("R", "Real")
    assert bare["alignments"] == [["a1", "b1", "c1", "d1"]]
    assert bare["returnable"] == ["a1", "b1", "c1", "d1"]
    whole = ask({"cmd": "judge", "position": REAL, "move": "d1^b1a1xa7"})
    assert whole["move"] == "d1=R^a1b1xa7"
    assert whole["position"] == "7/7/7/7/7/7/2ww3 b 18/19 8"
    assert (whole["returns"], whole["captures"], whole["capturable"]) == (2, 1, ["a7"])


def test_judge_a_fault():
    answer = ask({"cmd": "judge", "position": START, "move": "Qd4"})
    assert set(answer) == {"legal", "fault", "articles", "house", "text"}
    assert (answer["legal"], answer["fault"], answer["articles"]) == (False, "queen-entry", ["B2"])
    legal = ask({"cmd": "judge", "position": START, "move": "Qd4", "rules": "classic"})
    assert legal["legal"]


def test_judge_in_both_languages():
    request = {"cmd": "judge", "position": REAL, "move": "d1"}
    english, italian = ask({**request, "lang": "en"}), ask({**request, "lang": "it"})
    assert english == ask(request)
    assert "four in a row" in english.pop("text")
    assert "Biglie di Rientro" in italian.pop("text")
    assert english == italian


def test_perft():
    for depth, nodes in enumerate([1, 49, 2352, 110544]):
        assert ask({"cmd": "perft", "position": START, "depth": depth}) == {"nodes": nodes}


def test_replay():
    record = '1. d4 e5 * [Rules "classic"] [Result "0-1"] 1. Qd4 {[%set ' + START + "]} 0-1"
    assert ask({"cmd": "replay", "record": record, "rules": "official"}) == {
        "games": [
            {
                "positions": [
                    START,
                    "7/7/7/3w3/7/7/7 b 19/20 2",
                    "7/7/4b2/3w3/7/7/7 w 19/19 3",
                ],
                "result": "*",
                "termination": "Unterminated",
            },
            {
                "positions": [START, "7/7/7/3W3/7/7/7 b 20/20 2", START],
                "result": "0-1",
                "termination": "Unterminated",
            },
        ]
    }


ERRORS = {
    "no JSON": (b"hello", "bad-json"),
    "half an object": (b'{"cmd":', "bad-json"),
    "two objects": (b"{} {}", "bad-json"),
    "single quotes": (b"{'cmd': 1}", "bad-json"),
    "NaN": (b'{"cmd": NaN}', "bad-json"),
    "Infinity": (b'{"id": -Infinity}', "bad-json"),
    "a control character in a string": (b'{"id": "\x01"}', "bad-json"),
    "not UTF-8": (b'{"id": "\xff"}', "bad-json"),
    "UTF-16": ('{"cmd": "actions"}'.encode("utf-16"), "bad-json"),
    "a surrogate as bytes": (b'{"id": "\xed\xa0\x80"}', "bad-json"),
    "a byte order mark": (b'\xef\xbb\xbf{"cmd": "actions"}', "bad-json"),
    "nested too deep": (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "bad-json"),
    "open too deep": (b"[" * 100_000, "bad-json"),
    "objects too deep": (b'{"a":' * 100_000, "bad-json"),
    "an array": (b"[]", "bad-request"),
    "a number": (b"1", "bad-request"),
    "a very long number": (b"1" * 10_000, "bad-request"),
    "null": (b"null", "bad-request"),
    "a string": (b'"actions"', "bad-request"),
    "empty object": (b"{}", "bad-request"),
}

START_REQUESTS = {
    "cmd unknown": {"cmd": "castle"},
    "cmd of the wrong type": {"cmd": ["actions"]},
    "cmd null": {"cmd": None},
    "rules unknown": {"cmd": "actions", "rules": "house"},
    "rules null": {"cmd": "actions", "rules": None},
    "rules of the wrong type": {"cmd": "actions", "rules": ["official"]},
    "lang unknown": {"cmd": "judge", "move": "d4", "lang": "de"},
    "lang null": {"cmd": "judge", "move": "d4", "lang": None},
    "lang unknown where it says nothing": {"cmd": "actions", "lang": "de"},
    "move missing": {"cmd": "judge"},
    "move of the wrong type": {"cmd": "judge", "move": 4},
    "depth missing": {"cmd": "perft"},
    "depth a string": {"cmd": "perft", "depth": "2"},
    "depth true": {"cmd": "perft", "depth": True},
    "depth null": {"cmd": "perft", "depth": None},
    "depth negative": {"cmd": "perft", "depth": -1},
    "depth a fraction": {"cmd": "perft", "depth": 1.5},
    "depth without end": {"cmd": "perft", "depth": 10**6},
    "depth beyond numbers": {"cmd": "perft", "depth": 10**60},
    "record missing": {"cmd": "replay"},
    "record of the wrong type": {"cmd": "replay", "record": ["*"]},
    "position missing": {"cmd": "actions", "position": None},
    "position of the wrong type": {"cmd": "moves", "position": 1},
    "position an object": {"cmd": "perft", "position": {}, "depth": 1},
}


@pytest.mark.parametrize(("line", "expected"), ERRORS.values(), ids=ERRORS.keys())
def test_lines_that_are_no_request(line, expected):
    answer = json.loads(reply(line))
    assert answer["error"]["code"] == expected
    assert set(answer["error"]) == {"code", "text"}
    assert len(answer["error"]["text"]) < 300


@pytest.mark.parametrize("request_", START_REQUESTS.values(), ids=START_REQUESTS.keys())
def test_requests_that_lack_something(request_):
    assert code({"position": START, **request_}) == "bad-request"


CODES = {
    "bad-position": {"cmd": "actions", "position": "7/7 w 20/20 1"},
    "bad-move": {"cmd": "judge", "position": START, "move": "d4d5"},
    "bad-record": {"cmd": "replay", "record": "1. d4 d4 *"},
    "bad-request": {"cmd": "perft", "position": "nonsense", "depth": -1},
}


@pytest.mark.parametrize(("expected", "request_"), CODES.items(), ids=CODES)
def test_codes_of_bad_contents(expected, request_):
    assert code(request_) == expected
    assert ask({**request_, "id": "x"})["id"] == "x"


def test_the_position_is_read_before_the_move():
    assert code({"cmd": "judge", "position": "x", "move": "x"}) == "bad-position"


IDENTITIES = [
    "1", "-0", "1.50", "1e999", "-1E-999", "9" * 6000, '"x"', '""', "null", "true", "false",
    "[]", "{}", '[1, {"a": [null, 2.0]}]', '"\\ud800"', '"\\u00e9\\n\\"\\\\"', '{"id": {"id": 1}}',
]  # fmt: skip


@pytest.mark.parametrize("identity", IDENTITIES, ids=lambda text: text[:20])
@pytest.mark.parametrize("rest", ['"cmd": "actions"', '"cmd": "perft", "depth": 1'])
def test_an_identity_of_any_type_comes_back_with_errors_too(identity, rest):
    for position in (START, "x"):
        for line in (
            f'{{"id": {identity}, {rest}, "position": "{position}"}}',
            f' {{ {rest} , "position" : "{position}" , "id":{identity} }}\r\n',
        ):
            answer = reply(line.encode())
            assert answer.startswith(f'{{"id": {identity}, ')
            assert ("error" in json.loads(answer, parse_int=float)) is (position == "x")


def test_without_an_identity_none_comes_back():
    assert "id" not in ask({"cmd": "actions", "position": START})


def test_the_last_of_two_identities_counts_as_for_other_fields():
    line = f'{{"id": 1, "cmd": "actions", "id": 2, "position": "{START}"}}'
    assert json.loads(reply(line.encode()))["id"] == 2


def test_other_scripts_come_back_in_ascii():
    answer = reply('{"id": ["è 好 \U0001f451 \u2028"], "cmd": "x"}'.encode())
    assert answer.isascii()
    assert json.loads(answer)["id"] == ["è 好 \U0001f451 \u2028"]


def test_white_space_inside_an_identity_never_breaks_the_line():
    answer = reply(b'{"id": [1,\r\t2], "cmd": "x"}')
    assert "\r" not in answer
    assert json.loads(answer)["id"] == [1, 2]


def test_a_deep_identity_comes_back():
    deep = "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert f'"id": {deep}' in reply(f'{{"id": {deep}}}'.encode())
    assert json.loads(reply(f'{{"id": [{deep}]}}'.encode()))["error"]["code"] == "bad-json"


def test_brackets_in_strings_are_not_deep():
    text = "[{" * 1000 + '\\"' + "[" * 1000
    answer = json.loads(reply(f'{{"id": "{text}", "cmd": "x"}}'.encode()))
    assert answer["error"]["code"] == "bad-request"


@pytest.mark.parametrize("line", [b"", b"\n", b" \t \r\n"])
def test_blank_lines_are_skipped(line):
    assert reply(line) is None


def test_unknown_fields_are_ignored():
    assert ask({"cmd": "perft", "position": START, "depth": 0, "colour": "red"}) == {"nodes": 1}


@given(st.binary(max_size=80))
def test_any_bytes_are_answered(noise):
    answer = reply(noise)
    if answer is not None:
        assert "error" in json.loads(answer)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"cmd": st.sampled_from(["actions", "moves", "judge", "perft", "replay"])},
        optional={
            "id": JSON_VALUES,
            "position": JSON_VALUES | st.just(START),
            "move": JSON_VALUES | st.sampled_from(["d4", "Qd4", "--"]),
            "depth": st.sampled_from([0, 1, -1, 1.5, "1", None]),
            "record": JSON_VALUES | st.just("1. d4 *"),
            "rules": JSON_VALUES | st.sampled_from(["official", "classic"]),
            "lang": JSON_VALUES | st.sampled_from(["en", "it"]),
        },
    )
)
def test_any_request_is_answered_with_its_identity(request_):
    answer = ask(request_)
    if "id" in request_:
        assert json.dumps(answer["id"]) == json.dumps(request_["id"])
    assert len(answer) > ("id" in request_)


@pytest.mark.parametrize("rules", Rules)
def test_judging_through_the_protocol_is_judging(rules):
    rng = Random(7)
    for _ in range(20):
        text = positions.any_position(rng)
        action = rng.choice(naive.actions(text, rules))
        answer = ask({"cmd": "judge", "position": text, "move": action, "rules": rules.value})
        assert answer.pop("text")
        articles = answer.pop("articles")
        assert answer == naive.judge(text, action, rules)
        assert articles == sorted(articles)
        if answer["position"]:
            assert str(Position.parse(answer["position"])) == answer["position"]


class Pipe(io.BytesIO):
    """Standard input that notes how much had been answered when each line was read."""

    def __init__(self, lines, out):
        super().__init__(b"".join(lines))
        self.out = out
        self.answered = []

    def readline(self, size=-1):
        self.answered.append(self.out.getvalue().count("\n"))
        return super().readline(size)


def test_the_command_answers_each_line_before_it_reads_the_next(monkeypatch, capsys):
    out = io.StringIO()
    lines = [b'{"id": 1}\n', b"\n", b"\xff\n", b'{"id": 2, "cmd": "perft"}']
    pipe = Pipe(lines, out)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(pipe))
    monkeypatch.setattr(sys, "stdout", out)
    assert engine_command.run(None) == 0
    assert pipe.answered == [0, 1, 1, 2, 3]
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer.get("id") for answer in answers] == [1, None, 2]
