import {
  MOST_BYTES,
  MOST_ELEMENTS,
  type Scene,
  type SceneElement,
  type WireEnd,
} from '#contract/scene/scene.ts';
import { element as elementSchema, scene as sceneSchema } from '#contract/scene/sceneSchema.ts';
import type { Text } from '#contract/text.ts';
import { aboutElement, elementProblem, pictureProblem } from './aboutElement.ts';
import { bytesOf } from './bytes.ts';
import { symbolOf } from './symbol/symbols.ts';

/** A scene that may be kept, or the sentence that refuses it, which names the element. */
export type Checked = { readonly scene: Scene } | { readonly problem: Text };

/** Whether something is a scene: its shape, its size, that names are used once and lead somewhere. */
export function checkScene(raw: unknown): Checked {
  const refused = elementProblem(
    (raw as { elements?: unknown } | null)?.elements,
    MOST_ELEMENTS,
    elementSchema,
  );
  if (refused) return { problem: refused };
  const read = sceneSchema.safeParse(raw);
  if (!read.success) return { problem: pictureProblem(read.error) };
  if (bytesOf(JSON.stringify(read.data)) > MOST_BYTES)
    return { problem: { zh: '画面超过 2 MB', en: 'The scene is larger than 2 MB' } };
  const problem = linkProblem(read.data);
  return problem ? { problem } : { scene: read.data };
}

function linkProblem(scene: Scene): Text | null {
  const layers = new Set<string>();
  for (const { id } of scene.layers) {
    if (layers.has(id)) return { zh: `图层 ${id} 重复`, en: `Layer ${id} is there twice` };
    layers.add(id);
  }
  const byId = new Map<string, SceneElement>();
  for (const one of scene.elements) {
    if (byId.has(one.id)) return aboutElement(one, { zh: '编号重复', en: 'its id is used twice' });
    byId.set(one.id, one);
    if (!layers.has(one.layer))
      return aboutElement(one, { zh: `图层 ${one.layer} 不存在`, en: `there is no layer ${one.layer}` });
    if (one.type === 'symbol' && !symbolOf(one.symbol))
      return aboutElement(one, { zh: `没有符号 ${one.symbol}`, en: `there is no symbol ${one.symbol}` });
    if (one.type === 'bar' && one.least >= one.most)
      return aboutElement(one, { zh: '下限应小于上限', en: 'its least must be below its most' });
  }
  for (const one of scene.elements) {
    if (one.type !== 'wire') continue;
    for (const end of [one.from, one.to])
      if (!leads(end, byId))
        return aboutElement(one, {
          zh: '连线的一端没有接到图元',
          en: 'an end of the wire is fastened to nothing that is there',
        });
  }
  return null;
}

function leads(end: WireEnd, byId: ReadonlyMap<string, SceneElement>): boolean {
  if ('x' in end) return true;
  const there = byId.get(end.element);
  if ('at' in end) return there?.type === 'bus';
  return there?.type === 'symbol' && symbolOf(there.symbol)?.ports.some(({ id }) => id === end.port) === true;
}
