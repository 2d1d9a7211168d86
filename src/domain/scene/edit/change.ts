import type { Picture, Scene } from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';

type ElementIn<S extends Picture> = S['elements'][number];
/** All of a picture but its elements: its size, layers or floors. */
type Sheet<S extends Picture> = Omit<S, 'elements'>;

/** A step of editing: what it changed and what was there before, so that it can be taken back. Never the whole scene. */
export interface Change<S extends Picture = Scene> {
  readonly title: Text;
  readonly elements: readonly {
    readonly before: ElementIn<S> | null;
    readonly after: ElementIn<S> | null;
  }[];
  /** Ids in their order, where it changed otherwise than by adding at the end. */
  readonly order?: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly sheet?: { readonly before: Sheet<S>; readonly after: Sheet<S> };
}

function sheetOf<S extends Picture>({ elements: _elements, ...sheet }: S): Sheet<S> {
  return sheet;
}

const isSame = (a: object, b: object): boolean => {
  const [one, other] = [a, b] as Readonly<Record<string, unknown>>[];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => one?.[key] === other?.[key]);
};

/** What leads from one scene to another; null = nothing. Elements that are the same object did not change. */
export function changeOf<S extends Picture>(before: S, after: S, title: Text): Change<S> | null {
  if (before === after) return null;
  const old = new Map(before.elements.map((one) => [one.id, one]));
  const left = new Set(old.keys());
  const elements: { before: ElementIn<S> | null; after: ElementIn<S> | null }[] = [];
  for (const one of after.elements) {
    left.delete(one.id);
    const known = old.get(one.id) ?? null;
    if (known !== one) elements.push({ before: known, after: one });
  }
  for (const id of left) elements.push({ before: old.get(id) ?? null, after: null });
  const ids = { before: before.elements.map(({ id }) => id), after: after.elements.map(({ id }) => id) };
  const reordered = left.size > 0 || ids.before.some((id, i) => id !== ids.after[i]);
  const sheets = { before: sheetOf(before), after: sheetOf(after) };
  const resized = !isSame(sheets.before, sheets.after);
  if (elements.length === 0 && !reordered && !resized) return null;
  return { title, elements, ...(reordered ? { order: ids } : {}), ...(resized ? { sheet: sheets } : {}) };
}

/** The step that takes a step back. */
const inverseOf = <S extends Picture>({ title, elements, order, sheet }: Change<S>): Change<S> => ({
  title,
  elements: elements.map(({ before, after }) => ({ before: after, after: before })),
  ...(order ? { order: { before: order.after, after: order.before } } : {}),
  ...(sheet ? { sheet: { before: sheet.after, after: sheet.before } } : {}),
});

/** The scene after a step. */
function applied<S extends Picture>(scene: S, { elements, order, sheet }: Change<S>): S {
  const put = new Map(elements.map(({ before, after }) => [(after ?? before)?.id ?? '', after]));
  const there = scene.elements.flatMap((one): ElementIn<S>[] => {
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
export interface History<S extends Picture = Scene> {
  readonly scene: S;
  readonly past: readonly Change<S>[];
  readonly future: readonly Change<S>[];
}

export const historyOf = <S extends Picture>(scene: S): History<S> => ({ scene, past: [], future: [] });

/** Goes a step on; what was taken back before is gone. */
export function stepped<S extends Picture>(history: History<S>, after: S, title: Text): History<S> {
  const change = changeOf(history.scene, after, title);
  if (!change) return history;
  return { scene: after, past: [...history.past, change].slice(-MOST_STEPS), future: [] };
}

export function undone<S extends Picture>(history: History<S>): History<S> {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    scene: applied(history.scene, inverseOf(last)),
    past: history.past.slice(0, -1),
    future: [...history.future, last],
  };
}

export function redone<S extends Picture>(history: History<S>): History<S> {
  const next = history.future.at(-1);
  if (!next) return history;
  return {
    scene: applied(history.scene, next),
    past: [...history.past, next],
    future: history.future.slice(0, -1),
  };
}
