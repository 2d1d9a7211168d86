import type { Picture } from '#contract/scene/scene.ts';

/** A picture that could not be saved, whole as it stood on the bench. */
export interface Kept<S extends Picture> {
  /** ms: when it was put here. */
  readonly at: number;
  readonly scene: S;
}

/** Apart from the clipboard: the next copy does not write over it. */
const keyOf = (diagramId: number): string => `meterhouse.unsaved.${diagramId}`;

const isKept = (one: unknown): one is { readonly at: number; readonly scene: unknown } =>
  typeof one === 'object' && one !== null && 'at' in one && typeof one.at === 'number' && 'scene' in one;

function rawOf(diagramId: number): { readonly at: number; readonly scene: unknown }[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(diagramId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

function put(diagramId: number, list: readonly unknown[]): boolean {
  try {
    if (list.length === 0) localStorage.removeItem(keyOf(diagramId));
    else localStorage.setItem(keyOf(diagramId), JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

/** Keeps a picture in this browser beside those that are kept of its diagram already. @returns whether it is kept */
export const keep = (diagramId: number, scene: Picture, at: number): boolean =>
  put(diagramId, [...rawOf(diagramId), { at, scene }]);

/** What is kept of a diagram. @param take the picture, where something is one */
export const keptOf = <S extends Picture>(diagramId: number, take: (raw: unknown) => S | null): Kept<S>[] =>
  rawOf(diagramId).flatMap(({ at, scene }) => {
    const taken = take(scene);
    return taken ? [{ at, scene: taken }] : [];
  });

export const drop = (diagramId: number, at: number): boolean =>
  put(
    diagramId,
    rawOf(diagramId).filter((one) => one.at !== at),
  );
