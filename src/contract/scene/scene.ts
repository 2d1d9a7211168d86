import type * as z from 'zod';
import type { Binding } from './binding.ts';
import type { element, layer, scene, wireEnd } from './sceneSchema.ts';

/** A scene has so many elements, and its JSON so many bytes, at most. */
export const MOST_ELEMENTS = 5000;
export const MOST_BYTES = 2_000_000;
export const MOST_LAYERS = 32;
/** A wire has so many corners set by hand, at most. */
export const MOST_BENDS = 40;

/** What drawing a picture again would write, unless a person set it. */
export const EDITABLE = ['label', 'labelSide', 'kv', 'kva', 'bindings'] as const;

/** Colours of a scene: parts that they play, which skin and paper fill in. */
export const TONES = [
  'text',
  'quiet',
  'line',
  'accent',
  'normal',
  'warning',
  'alarm',
  'offline',
  'ground',
] as const;
export type Tone = (typeof TONES)[number];

/** Addresses are those of own screens; nothing else leads out of a scene. */
export const OWN_ROUTE = /^\/[A-Za-z0-9]{1,40}(\/[\w-]{1,60}){0,4}(\?[\w=&%.,-]{0,200})?$/;

export type SceneElement = z.output<typeof element>;
export type ElementType = SceneElement['type'];
export type ElementOf<T extends ElementType> = Extract<SceneElement, { type: T }>;
export type WireEnd = z.output<typeof wireEnd>;
export type Layer = z.output<typeof layer>;
/** A picture as data: layers from the lowest, elements in the order in which they are drawn within theirs. */
export type Scene = z.output<typeof scene>;

/** An element of any kind of picture, as far as its bindings go. */
export interface Bound {
  readonly id: string;
  readonly bindings?: readonly Binding[] | undefined;
}

/** What every kind of picture is: elements, each with a name of its own. */
export interface Picture {
  readonly elements: readonly (Bound & { readonly origin?: string | undefined })[];
}

/** A scene without anything on it. */
export const emptyScene = (layers: readonly Layer[]): Scene => ({
  format: 1,
  width: 1200,
  height: 800,
  layers: [...layers],
  elements: [],
});
