"""That the tests of the page would see a foreign word and a text cut off, if there were one."""

import pytest
from pages import Visit
from readers import LANGUAGES, VALUE, Reader, messages
from sight import cut_off, shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_readers_own_messages_are_not_foreign_the_others_are(lang):
    (other,) = set(LANGUAGES) - {lang}
    reader = Reader(lang)
    own, foreign = messages(lang), messages(other)
    assert [name for name, text in own.items() if reader.foreign(VALUE.sub("d4", text))] == []
    told = [name for name, text in foreign.items() if reader.foreign(VALUE.sub("d4", text))]
    # What is left has no word of its own: "Real Queen", "in {hollow}".
    differ = [name for name, text in foreign.items() if own[name] != text]
    assert len(told) > 0.95 * len(differ)


def test_a_page_with_one_message_of_another_language_is_found_out(browser, address):
    visiting = Visit(browser, address, Reader("it"))
    visiting.page.route(
        "**/", lambda route: route.fulfill(body=route.fetch().text().replace("Mosse", "Moves"))
    )
    visiting.go()
    assert visiting.amiss() == ["not for it-desktop: en moves"]
    visiting.context.close()


CUT = {
    "a word in a button": '<button style="width: 3rem; overflow: hidden">Dichiarare</button>',
    "a word that sticks out of a button": '<button style="width: 3rem">Dichiarare</button>',
    "the last line of a banner": (
        '<div style="font: 16px/20px serif; height: 40px; overflow: hidden">a<br>b<br>c</div>'
    ),
    "an ellipsis": (
        '<p style="width: 5rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">'
        "La telecamera non manda immagini</p>"
    ),
}


@pytest.mark.parametrize("case", CUT)
def test_a_text_cut_off_is_found(browser, case):
    page = browser.new_page()
    page.set_content(CUT[case])
    assert len(cut_off(page)) == 1
    page.close()


def test_what_scrolls_or_is_read_aloud_is_not_cut_off(browser):
    page = browser.new_page()
    page.set_content(
        '<div style="height: 2em; overflow: auto">a<br>b<br>c</div><button>Dichiarare</button>'
        '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">unseen</span>'
        '<img alt="a picture"><input placeholder="a name"><select><option>one</option></select>'
    )
    assert cut_off(page) == []
    assert all(words in shown(page) for words in ("a picture", "a name", "one", "Dichiarare"))
    page.close()
