import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import type { Text } from '#contract/text.ts';

/** A monitored object in its tree; siblings stand by `ix`, then by id. */
export interface TreeObject {
  readonly id: number;
  readonly parentId: number | null;
  readonly ix: number;
  readonly category: ObjectCategory;
}

/** Where an object comes to stand. */
type Placing = Pick<TreeObject, 'id' | 'parentId' | 'ix'>;

/** The objects that a move changes, or why it cannot be. */
export type Move = { readonly placings: readonly Placing[] } | { readonly refused: Text };

/** Below what an object of a category may stand; null = at the top. */
const PARENTS: Readonly<Record<ObjectCategory, readonly (ObjectCategory | null)[]>> = {
  0: [null, '0', '1'],
  1: ['0', '1'],
  2: ['0', '1', '2'],
  3: ['0', '1', '2', '3'],
};

/** Why an object of a category may not stand below one of another; undefined = it may. */
export function misplaced(category: ObjectCategory, parent: ObjectCategory | null): Text | undefined {
  if (PARENTS[category].includes(parent)) return undefined;
  const { zh, en } = OBJECT_CATEGORIES[category];
  if (parent === null)
    return {
      zh: `${zh}不能处于顶层，须在站点之下`,
      en: `${en} cannot stand at the top, only below a station`,
    };
  const above = OBJECT_CATEGORIES[parent];
  return { zh: `${zh}不能位于${above.zh}之下`, en: `${en} cannot stand below ${above.en.toLowerCase()}` };
}

const inOrder = (a: TreeObject, b: TreeObject): number => a.ix - b.ix || a.id - b.id;

/** The objects below one, in order; null = those at the top. */
export const childrenOf = (objects: readonly TreeObject[], parentId: number | null): TreeObject[] =>
  objects.filter((one) => one.parentId === parentId).toSorted(inOrder);

const find = (objects: readonly TreeObject[], id: number | null): TreeObject | undefined =>
  objects.find((one) => one.id === id);

function isBelow(objects: readonly TreeObject[], id: number | null, above: number): boolean {
  const seen = new Set<number>();
  for (let at = id; at !== null && !seen.has(at); at = find(objects, at)?.parentId ?? null) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
}

/**
 * Puts an object below another (null = at the top) as its `at`-th child; beyond the last = as the last.
 * The siblings of its new place are numbered anew from 0; those that it leaves keep their order.
 */
export function place(
  objects: readonly TreeObject[],
  id: number,
  parentId: number | null,
  at = Number.POSITIVE_INFINITY,
): Move {
  const object = find(objects, id);
  const parent = find(objects, parentId);
  if (!object || (parentId !== null && !parent))
    return { refused: { zh: '监测对象不存在', en: 'There is no such object' } };
  if (isBelow(objects, parentId, id))
    return {
      refused: {
        zh: '不能移到自身或自身的下级之下',
        en: 'An object cannot stand below itself or what is below it',
      },
    };
  const refused = misplaced(object.category, parent?.category ?? null);
  if (refused) return { refused };
  const others = childrenOf(objects, parentId).filter((one) => one.id !== id);
  const order = others.toSpliced(Math.min(Math.max(at, 0), others.length), 0, object);
  const placings = order
    .map((one, ix) => ({ one, placing: { id: one.id, parentId, ix } }))
    .filter(({ one, placing }) => one.ix !== placing.ix || one.parentId !== parentId)
    .map(({ placing }) => placing);
  return { placings };
}

/** Moves an object one level up: behind the object that it stood below. */
export function upgrade(objects: readonly TreeObject[], id: number): Move {
  const parent = find(objects, find(objects, id)?.parentId ?? null);
  if (!parent) return { refused: { zh: '已在顶层，不能再升级', en: 'It stands at the top already' } };
  const siblings = childrenOf(objects, parent.parentId);
  return place(objects, id, parent.parentId, siblings.findIndex((one) => one.id === parent.id) + 1);
}

/** Moves an object one level down: as the last below the sibling before it. */
export function degrade(objects: readonly TreeObject[], id: number): Move {
  const object = find(objects, id);
  const siblings = object ? childrenOf(objects, object.parentId) : [];
  const before = siblings[siblings.findIndex((one) => one.id === id) - 1];
  return before
    ? place(objects, id, before.id)
    : { refused: { zh: '前面没有同级对象，不能降级', en: 'There is no object before it on its level' } };
}
