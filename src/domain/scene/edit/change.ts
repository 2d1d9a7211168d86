import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';

type Sheet = Pick<Scene, 'width' | 'height' | 'layers'>;

/** A step of editing: what it changed and what was there before, so that it can be taken back. Never the whole scene. */
export interface Change {
  readonly title: Text;
  readonly elements: readonly { readonly before: SceneElement | null; readonly after: SceneElement | null }[];
  /** Ids in their order, where it changed otherwise than by adding at the end. */
  readonly order?: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly sheet?: { readonly before: Sheet; readonly after: Sheet };
}

const sheetOf = ({ width, height, layers }: Scene): Sheet => ({ width, height, layers });

/** What leads from one scene to another; null = nothing. Elements that are the same object did not change. */
export function changeOf(before: Scene, after: Scene, title: Text): Change | null {
  if (before === after) return null;
  const old = new Map(before.elements.map((one) => [one.id, one]));
  const left = new Set(old.keys());
  const elements: { before: SceneElement | null; after: SceneElement | null }[] = [];
  for (const one of after.elements) {
    left.delete(one.id);
    const known = old.get(one.id) ?? null;
    if (known !== one) elements.push({ before: known, after: one });
  }
  for (const id of left) elements.push({ before: old.get(id) ?? null, after: null });
  const ids = { before: before.elements.map(({ id }) => id), after: after.elements.map(({ id }) => id) };
  const reordered = left.size > 0 || ids.before.some((id, i) => id !== ids.after[i]);
  const sheets = { before: sheetOf(before), after: sheetOf(after) };
  const resized =
    sheets.before.width !== sheets.after.width ||
    sheets.before.height !== sheets.after.height ||
    sheets.before.layers !== sheets.after.layers;
  if (elements.length === 0 && !reordered && !resized) return null;
  return { title, elements, ...(reordered ? { order: ids } : {}), ...(resized ? { sheet: sheets } : {}) };
}

/** The step that takes a step back. */
const inverseOf = ({ title, elements, order, sheet }: Change): Change => ({
  title,
  elements: elements.map(({ before, after }) => ({ before: after, after: before })),
  ...(order ? { order: { before: order.after, after: order.before } } : {}),
  ...(sheet ? { sheet: { before: sheet.after, after: sheet.before } } : {}),
});

/** The scene after a step. */
function applied(scene: Scene, { elements, order, sheet }: Change): Scene {
  const put = new Map(elements.map(({ before, after }) => [(after ?? before)?.id ?? '', after]));
  const there = scene.elements.flatMap((one) => {
    if (!put.has(one.id)) return [one];
    const after = put.get(one.id) ?? null;
    put.delete(one.id);
    return after ? [after] : [];
  });
  for (const after of put.values()) if (after) there.push(after);
  const place = order && new Map(order.after.map((id, i) => [id, i]));
  if (place) there.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { ...scene, ...sheet?.after, elements: there };
}

/** So many steps can be taken back. */
export const MOST_STEPS = 500;

/** A scene with the steps that led to it, and those that were taken back. */
export interface History {
  readonly scene: Scene;
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export const historyOf = (scene: Scene): History => ({ scene, past: [], future: [] });

/** Goes a step on; what was taken back before is gone. */
export function stepped(history: History, after: Scene, title: Text): History {
  const change = changeOf(history.scene, after, title);
  if (!change) return history;
  return { scene: after, past: [...history.past, change].slice(-MOST_STEPS), future: [] };
}

export function undone(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    scene: applied(history.scene, inverseOf(last)),
    past: history.past.slice(0, -1),
    future: [...history.future, last],
  };
}

export function redone(history: History): History {
  const next = history.future.at(-1);
  if (!next) return history;
  return {
    scene: applied(history.scene, next),
    past: [...history.past, next],
    future: history.future.slice(0, -1),
  };
}
