// Make elements: text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** Return an HTML element; `attributes` that are null or false are left out, functions listen to events. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Return an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Read the JSON of a data block of the page. */
export function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
