import type { SvgNode } from '#domain/scene/node.ts';

export const SVG = 'http://www.w3.org/2000/svg';

/** Makes the element of a node with all below it. */
export function make(node: SvgNode): SVGElement {
  const element = document.createElementNS(SVG, node.tag);
  for (const [name, value] of Object.entries(node.attrs)) element.setAttribute(name, String(value));
  if (node.text !== undefined) element.textContent = node.text;
  for (const child of node.children ?? []) element.append(make(child));
  return element;
}

/** Brings an element from one drawing to the next; what is alike is not touched. @returns the element that stands now */
export function patch(element: SVGElement, before: SvgNode, after: SvgNode): SVGElement {
  if (before.tag !== after.tag || (before.children?.length ?? 0) !== (after.children?.length ?? 0)) {
    const fresh = make(after);
    element.replaceWith(fresh);
    return fresh;
  }
  for (const name of Object.keys(before.attrs)) if (!(name in after.attrs)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(after.attrs))
    if (before.attrs[name] !== value) element.setAttribute(name, String(value));
  if (before.text !== after.text) element.textContent = after.text ?? '';
  const { children } = element;
  (after.children ?? []).forEach((child, i) => {
    const known = before.children?.[i];
    const there = children[i];
    if (known && there) patch(there as SVGElement, known, child);
  });
  return element;
}
