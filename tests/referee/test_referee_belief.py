"""Evidence: what many looks at one scene are worth, and what they are not."""

import random

import pytest
from referee_hands import put, scene_at
from referee_scenes import ROWS, Eyes

from engine.events import Corrected, Vouched
from engine.hollows import HOLLOWS, hollow
from engine.position import Position
from engine.referee import Referee, Sighting, Waiting
from engine.referee.belief import CLEAR, Belief
from engine.referee.sighting import LABELS

EMPTY = "." * 49
D4 = hollow("d4")
NOTHING = frozenset()


def leaning(label, p, against="."):
    """Two labels share what there is."""
    row = dict.fromkeys(LABELS, 0.0) | {label: p, against: 1 - p}
    return tuple(row[x] for x in LABELS)


def spread(label, p):
    """All others share the rest."""
    return tuple(p if x == label else (1 - p) / 4 for x in LABELS)


def sighting(row, k, *, covered=NOTHING, steady=True, fresh=frozenset(HOLLOWS), rate=30):
    rows = list(Eyes().rows(EMPTY))
    rows[D4] = row
    return Sighting(tuple(rows), covered, steady, False, k, k / rate, fresh)


@pytest.mark.parametrize("p", [0.55, 0.62, 0.7, 0.8, 0.9])
def test_a_doubtful_hollow_stays_doubtful_however_long_it_is_stared_at(p):
    referee = Referee(series_fixed=True)
    for k in range(600):
        assert referee.see(sighting(leaning("w", p), k)) == []
    assert referee.state.moves == ()
    assert referee.status.phase is Waiting.SETTLING
    assert referee.status.uncover == (D4,)


DOUBTS = [leaning("w", p) for p in (0.55, 0.62, 0.7, 0.8)] + [spread("w", 0.62)]


@pytest.mark.parametrize("row", DOUBTS, ids=str)
@pytest.mark.parametrize("what", ["hands come and go", "things move"])
def test_nor_do_many_scenes_make_it_certain(row, what):
    referee = Referee(series_fixed=True)
    hand = frozenset(h for h in HOLLOWS if h % 7 == 3)
    for k in range(600):
        away = k % 20 >= 5
        covered = NOTHING if away or what == "things move" else hand
        assert referee.see(sighting(row, k, covered=covered, steady=away)) == []


@pytest.mark.parametrize("seed", range(5))
def test_nor_does_a_doubt_that_flickers(seed):
    chance = random.Random(seed)
    referee = Referee(series_fixed=True)
    for k in range(600):
        p = min(0.95, max(0.05, chance.gauss(0.6, 0.12)))
        assert referee.see(sighting(leaning("w", p), k)) == []


@pytest.mark.parametrize("p", [0.986, 0.992, 0.998])
def test_a_clear_marble_is_certain_after_three_pictures(p):
    belief = Belief(EMPTY)
    leads = []
    for k in range(3):
        belief.see(sighting(leaning("w", p), k), False)
        leads.append(belief.labels[D4] == "w" and belief.lead[D4] >= CLEAR)
    assert leads == [False, False, True]


def test_a_marble_that_the_eyes_half_doubt_is_certain_within_a_recorded_picture():
    """The eyes spread such doubt over all labels; the marble is nearly always there."""
    belief = Belief(EMPTY)
    for k in range(6):
        belief.see(sighting(spread("w", 0.8), k, steady=k >= 2), False)
    assert belief.labels[D4] == "w"
    assert belief.lead[D4] >= CLEAR


def test_pictures_that_only_repeat_a_look_are_no_new_evidence():
    belief = Belief(EMPTY)
    leads = []
    for k in range(50):
        fresh = frozenset({D4}) if k == 0 else NOTHING
        belief.see(sighting(leaning("w", 0.9), k, fresh=fresh), False)
        leads.append(belief.lead[D4])
    assert max(leads[3:]) < CLEAR
    # Another scene that shows the same is a little more.
    lead = belief.lead[D4]
    belief.see(sighting(leaning("w", 0.9), 50, steady=False), False)
    belief.see(sighting(leaning("w", 0.9), 51), False)
    assert lead < belief.lead[D4]


@pytest.mark.parametrize("label", LABELS)
def test_single_misreadings_change_nothing(label):
    belief = Belief(EMPTY)
    for k in range(700):
        row = ROWS[label] if k % 7 == 0 else ROWS["."]
        belief.see(sighting(row, k), False)
        assert belief.labels == list(EMPTY)
    assert belief.lead[D4] >= CLEAR


@pytest.mark.parametrize("moving", [0, 1, 2])
@pytest.mark.parametrize("looks", range(1, 9))
def test_a_look_that_says_otherwise_makes_nothing_surer(looks, moving):
    belief = Belief(EMPTY)
    for k in range(looks):
        belief.see(sighting(ROWS["w"], k, steady=k >= moving), False)
    label, lead = belief.labels[D4], belief.lead[D4]
    belief.see(sighting(ROWS["."], looks), False)
    if label == "w":
        assert belief.labels[D4] == "." or belief.lead[D4] <= lead
    else:
        assert belief.labels[D4] == "."


@pytest.mark.parametrize("seed", range(5))
def test_independent_misreadings_are_averaged_out(seed):
    eyes = Eyes(misread=0.01, random=random.Random(seed))
    position = Position.parse("7/1B5/7/3ww2/7/2W4/bb5 w 18/18 7")
    referee = Referee.resume(scene_at(position, eyes.random).referee.state)
    board = put(position.board, {hollow("g7"): "w"})
    events = []
    for k in range(300):
        shown = position.board if k < 150 else board
        events += referee.see(Sighting(eyes.rows(shown), NOTHING, True, False, k, k / 30))
        if k < 150:
            assert events == []
    assert [event.kind for event in events] == ["move"]
    assert events[0].frame < 150 + 30, "within a second"


def test_a_change_is_seen_after_any_time():
    belief = Belief(EMPTY)
    for k in range(2000):
        belief.see(sighting(ROWS["."], k), False)
    for k in range(2000, 2004):
        belief.see(sighting(ROWS["w"], k), False)
    assert belief.labels[D4] == "w"
    assert belief.lead[D4] >= CLEAR


def test_a_person_s_word_is_not_doubted_for_a_weak_look():
    referee = Referee(series_fixed=True)
    for k in range(30):
        referee.see(sighting(leaning("w", 0.62), k))
    assert referee.status.phase is Waiting.SETTLING
    referee.tell(Corrected(position=str(Position.start()), by="Ida"))
    for k in range(30, 90):
        assert referee.see(sighting(leaning("w", 0.62), k)) == []
    assert referee.status.phase is Waiting.STEADY
    rows = list(Eyes().rows(EMPTY))
    rows[D4], rows[hollow("a1")] = leaning("w", 0.62), ROWS["w"]
    events = []
    for k in range(90, 100):
        events += referee.see(Sighting(tuple(rows), NOTHING, True, False, k, k / 30))
    assert [event.move for event in events] == ["a1"]


@pytest.mark.parametrize("label", "w.")
def test_a_person_may_say_what_lies_in_a_hollow_that_the_eyes_doubt(label):
    referee = Referee(series_fixed=True)
    doubt = spread("w", 0.62)
    for k in range(30):
        assert referee.see(sighting(doubt, k)) == []
    assert referee.status.uncover == (D4,)
    referee.tell(Vouched(hollows=("d4",), labels=label, by="Ida"))
    events = []
    for k in range(30, 90):
        events += referee.see(sighting(doubt, k))
    assert [event.move for event in events] == (["d4"] if label == "w" else [])
    assert referee.status.phase is Waiting.STEADY
    # What is certain later speaks against what was said.
    other = "." if label == "w" else "w"
    for k in range(90, 110):
        events += referee.see(sighting(ROWS[other], k, steady=k > 91))
    kinds = ["move", "fault"] if label == "w" else ["move"]
    assert [event.kind for event in events] == kinds


def test_what_a_person_said_can_be_left_to_the_eyes_again():
    referee = Referee(series_fixed=True)
    doubt = spread("w", 0.62)
    for k in range(30):
        referee.see(sighting(doubt, k))
    referee.tell(Vouched(hollows=("d4",), labels=".", by="Ida"))
    referee.see(sighting(doubt, 30))
    assert referee.status.phase is Waiting.STEADY
    referee.tell(Vouched(hollows=("d4",), labels="?", by="Ida"))
    for k in range(31, 300):
        assert referee.see(sighting(doubt, k)) == []
    assert referee.status.uncover == (D4,)
    assert referee.status.doubt
    for k in range(300, 310):
        moves = referee.see(sighting(ROWS["w"], k))
        if moves:
            break
    assert [event.move for event in moves] == ["d4"]


def test_only_a_long_doubt_asks_for_a_person():
    referee = Referee(series_fixed=True)
    asked = []
    for k in range(180):
        referee.see(sighting(spread("w", 0.62), k))
        asked.append(referee.status.doubt)
    first = asked.index(True)
    assert asked == [False] * first + [True] * (180 - first)
    assert 4 <= first / 30 <= 4.5
    assert "d4" in referee.status.say("en")
    assert "arbitro" in referee.status.say("it")
