// The board as a file. The drawing of the page is taken as it is, with the colours that the
// camera learned, so that SVG, PNG and page can't differ; a browser can make the PNG, a
// small computer beside the board need not.

const PNG_PX = 1200;

async function standalone(root) {
  const copy = root.cloneNode(true);
  const defs = document.querySelector("svg.unseen defs").cloneNode(true);
  const style = document.createElementNS(root.namespaceURI, "style");
  style.textContent = (await (await fetch("/static/board.css")).text()).replaceAll(/var\(--serif\)/g, "Georgia, serif");
  copy.prepend(defs, style);
  copy.setAttribute("xmlns", root.namespaceURI);
  copy.setAttribute("width", PNG_PX);
  copy.setAttribute("height", PNG_PX);
  return new XMLSerializer().serializeToString(copy);
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Offer the drawing as an SVG file. */
export async function saveSvg(root, name) {
  save(new Blob([await standalone(root)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Offer the drawing as a PNG file. */
export async function savePng(root, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await standalone(root))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_PX;
  canvas.height = PNG_PX;
  canvas.getContext("2d").drawImage(image, 0, 0, PNG_PX, PNG_PX);
  canvas.toBlob((blob) => save(blob, `${name}.png`), "image/png");
}
