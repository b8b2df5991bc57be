"""The companion's own screen: its codes are scanned from what a browser really shows."""

import cv2
import numpy as np
import pytest
from pages import PIN, Visit, companion_running
from readers import EVERYBODY, SCREENS, Reader

from companion.qr import as_text

# The one of OpenCV's detectors misses a code in 200, whatever its size; the other all of some
# sizes. Of 1,400 codes none was missed by both.
DETECTORS = cv2.QRCodeDetector, cv2.QRCodeDetectorAruco


def scanned(picture_bgr):
    """What a QR code in a picture says, "" for none."""
    said = (detector().detectAndDecode(picture_bgr)[0] for detector in DETECTORS)
    return next(filter(None, said), "")


def scanned_from(page, code):
    """The same of one of the page's codes, as it lies on the screen."""
    picture = page.locator(".qr").nth(code).screenshot()
    return scanned(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "it")])
def test_codes_are_scanned_and_nobody_is_shut_out(visit, address, scheme, lang):
    watching = visit(Reader(lang), "screen", ready=".qr svg", color_scheme=scheme)
    page = watching.page
    assert page.locator(".qr:visible").count() == 1
    page.click("summary")
    found = {}
    for screen in SCREENS:
        watching.turn_to(Reader(lang, screen))
        assert scanned_from(page, 0) == address
        assert scanned_from(page, 1) == f"{address}#pin={PIN}"
        watching.shoot(f"screen-{scheme}", full=True)
        found[screen] = watching.barriers()
    assert {screen: barriers for screen, barriers in found.items() if barriers} == {}
    # Who scans the second is asked for a name alone.
    page.goto("about:blank")
    page.goto(scanned_address := f"{address}#pin={PIN}")
    page.wait_for_selector("#login[open]")
    assert page.url != scanned_address


@EVERYBODY
def test_where_no_phone_gets_in_no_code_leads_them_on(browser, tmp_path, reader):
    with companion_running(tmp_path, source="simulator") as address:
        watching = Visit(browser, address, reader).go("screen", ready="summary")
        page = watching.page
        assert "--host 0.0.0.0" in page.inner_text("main")
        assert reader.words("screen.alone") in page.inner_text("main")
        # Whoever sits at this machine may well be the referee.
        page.click("summary")
        assert page.is_visible(".pin")
        assert page.locator(".qr").count() == 0
        assert watching.barriers() == []
        watching.shoot("screen-alone", full=True)
        watching.context.close()
    assert watching.complaints == []


def test_the_code_on_a_terminal_is_scanned_too():
    address = "http://192.168.178.123:8000/#pin=493027"
    lines = as_text(address).splitlines()
    rows = [[char in half for char in line] for line in lines for half in ("▀█", "▄█")]
    # A terminal is dark: what is drawn is light.
    light = np.array(rows, np.uint8) * 255
    picture = cv2.resize(light, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert scanned(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)) == address
