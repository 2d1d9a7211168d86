import type { SceneElement } from '#contract/scene/scene.ts';
import type { Box, Elements, Point } from '#domain/scene/geometry.ts';
import type { Ink } from '#domain/scene/ink.ts';
import type { SvgNode } from '#domain/scene/node.ts';

/** What of the sheet is seen: its origin on the screen (px), and how large it is drawn. */
export interface View extends Point {
  readonly zoom: number;
}

/** Size of the area in which a scene lies, px. */
export type Area = Pick<Box, 'w' | 'h'>;

/** Puts what was drawn of a scene into the page. */
export interface Painter {
  /** Its elements, from the lowest; they lie in a layer whose origin is that of the sheet. */
  readonly parts: readonly Element[];
  /** In which colours elements are to be drawn. */
  readonly ink: Ink;
  /** An element as it is now. */
  put(element: SceneElement, node: SvgNode, elements: Elements): void;
  remove(id: string): void;
  /** Which element lies over which, from the lowest. */
  order(ids: readonly string[]): void;
  /** It is seen so, and rests. */
  rest(view: View, area: Area): void;
  /** Whether it can be seen so without being drawn anew. */
  covers(view: View, area: Area): boolean;
  /** The skin changed. @returns whether all is to be drawn anew */
  recolour(): boolean;
  /** The element under a place. @param target what the browser says lies there @param at the place on the sheet */
  find(target: EventTarget | null, at: Point): string | null;
  destroy(): void;
}
