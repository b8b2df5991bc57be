"""Orders that say nothing, or say it of nobody: refused, and nothing is written."""

import pytest
from scripted import silent_table

from companion.errors import CommandError
from engine.error_words import error_text
from engine.errors import EngineError

NOTHING = {
    "no hollows": ({"hollows": {}}, "correct wants position, or some of hollows"),
    "no reserve": ({"reserve": {}}, "correct wants position, or some of hollows"),
    "nothing at all": ({"hollows": {}, "reserve": {}, "turn": None}, "correct wants position"),
    "nobody's reserve": ({"reserve": {"x": 21}}, "reserve is that of w or b, or both, not of 'x'"),
    "nobody's beside his": ({"reserve": {"w": 19, "": 1}}, "not of ''"),
}


@pytest.mark.parametrize("case", NOTHING)
def test_a_correction_of_nothing_is_refused(store, case):
    said, told = NOTHING[case]
    with silent_table(store) as table:
        before = store.events()
        with pytest.raises(CommandError, match=told):
            table.tell({"command": "correct"} | said)
        assert store.events() == before


@pytest.mark.parametrize("said", [{"hollows": {}, "turn": "b"}, {"reserve": {"b": 19}}])
def test_what_else_is_corrected_needs_no_hollows(store, said):
    with silent_table(store) as table:
        (event,) = table.tell({"command": "correct"} | said)
        assert event.body["event"] == "correction"


@pytest.mark.parametrize("hollows", [{"a1": "ww", "a2": ""}, {"a1": "", "a2": "ww"}, {"a1": ""}])
def test_each_hollow_is_vouched_for_with_a_label_of_its_own(store, hollows):
    with silent_table(store) as table:
        before = store.events()
        with pytest.raises(EngineError) as error:
            table.tell({"command": "vouch", "hollows": hollows})
        assert error_text(error.value, "en") != error_text(error.value, "it")
        assert store.events() == before
