import { issueText } from '#contract/issue.ts';
import {
  element as elementSchema,
  MOST_BYTES,
  MOST_ELEMENTS,
  type Scene,
  scene as sceneSchema,
  type SceneElement,
  type WireEnd,
} from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';
import { symbolOf } from './symbol/symbols.ts';

/** A scene that may be kept, or the sentence that refuses it, which names the element. */
export type Checked = { readonly scene: Scene } | { readonly problem: Text };

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a pair counts two: four together.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/** Whether something is a scene: its shape, its size, that names are used once and lead somewhere. */
export function checkScene(raw: unknown): Checked {
  const given = (raw as { elements?: unknown } | null)?.elements;
  if (Array.isArray(given)) {
    if (given.length > MOST_ELEMENTS)
      return {
        problem: {
          zh: `图元数 ${given.length}，最多 ${MOST_ELEMENTS} 个`,
          en: `${given.length} elements: at most ${MOST_ELEMENTS}`,
        },
      };
    for (const one of given) {
      const problem = shapeProblem(one);
      if (problem) return { problem: about(one, problem) };
    }
  }
  const read = sceneSchema.safeParse(raw);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') ?? '';
    const what = issue ? issueText(issue) : { zh: '无效的值', en: 'is not valid' };
    return { problem: { zh: `画面 ${where}：${what.zh}`, en: `Scene ${where}: ${what.en}` } };
  }
  if (bytesOf(JSON.stringify(read.data)) > MOST_BYTES)
    return { problem: { zh: '画面超过 2 MB', en: 'The scene is larger than 2 MB' } };
  const problem = linkProblem(read.data);
  return problem ? { problem } : { scene: read.data };
}

function shapeProblem(one: unknown): Text | null {
  const read = elementSchema.safeParse(one);
  if (read.success) return null;
  const [issue] = read.error.issues;
  if (!issue) return { zh: '无效的值', en: 'is not valid' };
  const what = issueText(issue);
  const field = issue.path.join('.');
  return field === '' ? what : { zh: `${field} ${what.zh}`, en: `${field} ${what.en}` };
}

const printable = (word: unknown): string =>
  typeof word === 'string' ? word.replace(/\p{Cc}/gu, '').slice(0, 60) : '?';

function about(one: unknown, problem: Text): Text {
  const { id, type, label, text } = (one ?? {}) as Record<string, unknown>;
  const words = printable(label ?? text ?? type);
  return {
    zh: `图元 ${printable(id)}（${words}）：${problem.zh}`,
    en: `Element ${printable(id)} (${words}): ${problem.en}`,
  };
}

function linkProblem(scene: Scene): Text | null {
  const layers = new Set<string>();
  for (const { id } of scene.layers) {
    if (layers.has(id)) return { zh: `图层 ${id} 重复`, en: `Layer ${id} is there twice` };
    layers.add(id);
  }
  const byId = new Map<string, SceneElement>();
  for (const one of scene.elements) {
    if (byId.has(one.id)) return about(one, { zh: '编号重复', en: 'its id is used twice' });
    byId.set(one.id, one);
    if (!layers.has(one.layer))
      return about(one, { zh: `图层 ${one.layer} 不存在`, en: `there is no layer ${one.layer}` });
    if (one.type === 'symbol' && !symbolOf(one.symbol))
      return about(one, { zh: `没有符号 ${one.symbol}`, en: `there is no symbol ${one.symbol}` });
    if (one.type === 'bar' && one.least >= one.most)
      return about(one, { zh: '下限应小于上限', en: 'its least must be below its most' });
  }
  for (const one of scene.elements) {
    if (one.type !== 'wire') continue;
    for (const end of [one.from, one.to])
      if (!leads(end, byId))
        return about(one, {
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
