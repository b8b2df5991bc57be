"""What a page shows, as far as a program can see it."""

from pathlib import Path

AXE = Path(__file__).parents[1] / "fixtures" / "axe" / "axe.min.js"

SHOWN = """() => {
  const said = [document.title, document.body.innerText];
  const names = ["aria-label", "title", "alt", "placeholder"];
  for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    // The way to the other language names both.
    if (element.closest(".languages")) continue;
    for (const name of names) said.push(element.getAttribute(name) ?? "");
  }
  for (const option of document.querySelectorAll("option")) said.push(option.textContent);
  return said.join("\\n");
}"""

CUT_OFF = """() => {
  const cut = [];
  const slack = 1.5;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const holder = node.parentElement;
    const unread = "script, style, option, svg, .unseen, .skip";
    if (!node.data.trim() || holder.closest(unread) || !holder.checkVisibility()) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    let scrolls = false;
    for (let box = holder; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (edge.width <= 1 && edge.height <= 1) break;  // hidden on purpose, and read aloud
      scrolls ||= /auto|scroll/.test(style.overflowY);
      const hides = /hidden|clip/.test(style.overflowX) || box.matches("button, a, .tick");
      const aside = text.left < edge.left - slack || text.right > edge.right + slack;
      const below = text.top < edge.top - slack || text.bottom > edge.bottom + slack;
      if (hides && (aside || (below && !scrolls))) {
        cut.push(`${node.data.trim()} (by ${box.tagName} ${box.id || box.className})`);
        break;
      }
    }
  }
  return cut;
}"""


def shown(page):
    """All that a page says, in one text: to the eye and to a screen reader."""
    return page.evaluate(SHOWN)


def cut_off(page):
    """Texts of a page that stick out of what should show them whole."""
    return page.evaluate(CUT_OFF)


def barriers(page):
    """What axe-core finds serious or critical on a page: which rule, where and why."""
    page.evaluate(AXE.read_text("utf-8"))  # not hindered by the page's own rules
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
