import type { Layer } from '#contract/scene/scene.ts';

/** Layers with one of them moved up (1) or down (-1) by one; at the end it stays where it is. */
export function movedLayer(layers: readonly Layer[], id: string, by: 1 | -1): Layer[] {
  const from = layers.findIndex((one) => one.id === id);
  const one = layers[from];
  const to = from + by;
  return one && to >= 0 && to < layers.length ? layers.toSpliced(from, 1).toSpliced(to, 0, one) : [...layers];
}
