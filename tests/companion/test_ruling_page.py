"""A combination half settled and a fault, as a camera sees them, in a real browser."""

import pytest
from readers import EVERYBODY
from scripted import GAME, ScriptedReader, ScriptedSource, ScriptedStart, boards_of

from companion.table import Table
from companion.watch import Eyes


@pytest.fixture
def table(store, boards):
    """A table whose camera has seen a test's boards and goes on seeing the last of them."""
    seen = [board for board in ["." * 49, *boards] for _ in range(3)]
    source = ScriptedSource(len(seen) + 1, live=False, hold=len(seen))
    eyes = Eyes(ScriptedStart, lambda _: ScriptedReader([*seen, seen[-1]]), lambda *_: True)
    table = Table("table", source, store, eyes=eyes)
    table.start()
    yield table
    source.go.set()
    table.stop()


# e6 makes a Real of e3 to e6; e3 is back in the reserve, e5 and a capture are still due.
HALF_SETTLED = boards_of(GAME[:7])[:-2]
*_, LAST = TWO_PLAYED = boards_of(GAME[:2])
TWO_AT_ONCE = [*TWO_PLAYED, "ww" + LAST[2:]]


@EVERYBODY
@pytest.mark.parametrize("boards", [HALF_SETTLED], ids=["half settled"])
def test_what_is_due_is_ticked_off_as_hands_do_it(visit, reader):
    watching = visit(reader)
    banner = watching.page.locator('#banner[data-kind="combination"]')
    banner.locator(".ticked", has_text="e3").wait_for()
    told = banner.inner_text()
    assert f"{reader.words('code.R')}!" in told
    assert reader.words("formed.by.w") in told
    assert f"{reader.words('return')} 2" in told
    assert f"{reader.words('capture')} 1" in told
    assert reader.words("return.from", hollows="e4, e5, e6") in told
    assert reader.words("capture.from") in told
    assert banner.locator(".tick").count() == 3
    assert watching.barriers() == []
    watching.shoot("combination", full=reader.screen == "phone")


@EVERYBODY
@pytest.mark.parametrize("boards", [TWO_AT_ONCE], ids=["two at once"])
def test_a_fault_is_let_stand(visit, table, reader):
    scheme = "dark" if reader.lang == "it" else "light"
    watching = visit(reader, color_scheme=scheme).log_in()
    page = watching.page
    page.wait_for_selector('#banner[data-kind="fault"]')
    page.wait_for_selector(".stands .mini")
    assert reader.words("fault.two-marbles") in page.inner_text("#banner")
    watching.shoot("fault", full=reader.screen == "phone")
    assert watching.barriers() == []
    watching.press("desk.allow")
    card = page.locator("#cards [data-event=correction]")
    card.wait_for()
    assert reader.words("decision.stands") in card.inner_text()
    assert table.state("en")["fault"] is None
    assert table.state("en")["position"].endswith("b 17/19 4")
