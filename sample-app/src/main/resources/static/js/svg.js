/** Makes an SVG element inside another. */
export function draw(parent, name, attributes, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.textContent = text;
  parent.append(element);
  return element;
}
