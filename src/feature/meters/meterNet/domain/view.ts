/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How far a drawing may be made smaller or larger. */
export const ZOOM = { least: 0.08, most: 2, step: 1.25 } as const;

export const clampZoom = (zoom: number): number => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom));

/** The zoom at which a drawing is seen as a whole; never larger than it is. */
export function fitOf(drawing: Size, area: Size): number {
  if (area.width <= 0 || area.height <= 0) return 1;
  return clampZoom(Math.min(1, area.width / drawing.width, area.height / drawing.height));
}

/** At this zoom the names and figures of boxes are read without effort (10 px of text and more). */
export const READABLE = 0.8;

/**
 * The zoom at which a drawing is opened: as a whole where that can be read, else so large that it can, and what does not
 * fit is reached by scrolling and by the map.
 */
export const openingOf = (drawing: Size, area: Size): number => Math.max(READABLE, fitOf(drawing, area));

/** Where an area scrolls to so that a place of the drawing stands in its middle; one direction. */
export const centred = (place: number, length: number, zoom: number): number =>
  Math.max(0, place * zoom - length / 2);

/** Where an area scrolls to when its zoom changes, so that the same place stays in its middle; one direction. */
export const keptMiddle = (scroll: number, length: number, before: number, after: number): number =>
  Math.max(0, ((scroll + length / 2) * after) / before - length / 2);

/** What a scrolled area shows of a drawing, in units of the drawing. */
export interface Seen extends Size {
  readonly x: number;
  readonly y: number;
}

/** The part of a drawing that an area shows; a drawing that is smaller than its area is seen as a whole. */
export function seenOf(
  drawing: Size,
  area: Size & { readonly left: number; readonly top: number },
  zoom: number,
): Seen {
  const part = (scroll: number, length: number, whole: number): [number, number] =>
    length / zoom >= whole ? [0, whole] : [scroll / zoom, length / zoom];
  const [x, width] = part(area.left, area.width, drawing.width);
  const [y, height] = part(area.top, area.height, drawing.height);
  return { x, y, width, height };
}
