import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { SpaceBody } from '#contract/scene/space.ts';
import { drawnOrder } from './drawElement.ts';
import { knownName, type Names } from './label.ts';

/** What only joins, frames or adorns tells nothing by itself. */
const MUTE: readonly SceneElement['type'][] = ['wire', 'shape', 'image'];

/** The elements of a flat picture that tell something, in the order in which they are drawn; hidden layers are left out. */
export const tellingOf = (scene: Scene): SceneElement[] =>
  drawnOrder(scene).filter((one) => (one.bindings?.length ?? 0) > 0 || !MUTE.includes(one.type));

/** The words by which an element of a picture is told from others of its kind; empty where it has none. */
export function wordsOf(one: SceneElement | SpaceBody, names: Names): string {
  if (one.type === 'text' || one.type === 'button' || one.type === 'link') return one.text;
  const name = knownName(one, names) ?? '';
  const kv = one.type === 'bus' && one.kv !== undefined ? `${one.kv} kV` : '';
  return [name, kv].filter(Boolean).join(' ');
}
