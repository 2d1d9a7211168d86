/**
 * Scrolls the strip that holds an element sideways until the element is in its middle. `scrollIntoView` would also let
 * the next press of Tab begin there (CSSOM View, sequential focus navigation starting point), past the skip links.
 */
export function centreInStrip(element: Element): void {
  const strip = element.parentElement;
  if (!strip) return;
  const own = element.getBoundingClientRect();
  const around = strip.getBoundingClientRect();
  strip.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
}
