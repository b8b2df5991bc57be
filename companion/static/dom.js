// Small helpers to make elements; text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element with attributes and children (elements or text). */
export const html = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** An SVG element with attributes and children. */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** A part's stylesheet, put on the page; resolves once it counts, or can't be had. */
export const style = (name) => new Promise((resolve) => {
  const link = html("link", { rel: "stylesheet", href: `/static/${name}.css` });
  link.addEventListener("load", resolve);
  link.addEventListener("error", resolve);
  document.head.append(link);
});
