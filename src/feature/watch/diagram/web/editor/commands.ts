import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';
import {
  align,
  distribute,
  type Edge,
  group,
  mirror,
  move,
  order,
  remove,
  turn,
  ungroup,
} from '#domain/scene/edit/act.ts';
import { connect } from '#domain/scene/edit/bind.ts';
import { type Clip, clipOf, copyOf, paste } from '#domain/scene/edit/copy.ts';
import { insertAfter, insertAt, type Inserted } from '#domain/scene/edit/insert.ts';
import type { Point } from '#domain/scene/geometry.ts';
import { say } from '#web/text/useTexts.ts';
import { notifyError } from '#web/ui/notice.ts';
import { type Editing, openElements } from './useEditing.ts';
import { walk } from './walk.ts';

/** The names of steps. */
export const STEPS = {
  move: { zh: '移动', en: 'Move' },
  turn: { zh: '旋转', en: 'Turn' },
  mirror: { zh: '镜像', en: 'Mirror' },
  remove: { zh: '删除', en: 'Delete' },
  group: { zh: '组合', en: 'Group' },
  ungroup: { zh: '取消组合', en: 'Ungroup' },
  align: { zh: '对齐', en: 'Align' },
  distribute: { zh: '等间距', en: 'Distribute' },
  order: { zh: '前后顺序', en: 'Order' },
  paste: { zh: '粘贴', en: 'Paste' },
  insert: { zh: '插入', en: 'Insert' },
  wire: { zh: '连线', en: 'Wire' },
  bend: { zh: '拐点', en: 'Corner' },
  size: { zh: '大小', en: 'Size' },
  set: { zh: '属性', en: 'Property' },
  bind: { zh: '绑定', en: 'Binding' },
  layer: { zh: '图层', en: 'Layer' },
  replace: { zh: '替换绑定', en: 'Replace bindings' },
  template: { zh: '放置对象模板', en: 'Put an object' },
  draw: { zh: '从台账生成', en: 'Draw from the archive' },
  bring: { zh: '放回未保存的画面', en: 'Put back what was not saved' },
} as const satisfies Readonly<Record<string, Text>>;

/** A copy is kept for other diagrams and tabs of this browser. */
const CLIP = 'meterhouse.sceneClip';

/** @returns whether it was kept; a full store keeps the copy before */
function keepClip(clip: Clip): boolean {
  try {
    localStorage.setItem(CLIP, JSON.stringify(clip));
    return true;
  } catch {
    notifyError(say('diagram.web.editor.notCopied'));
    return false;
  }
}

function keptClip(): Clip | null {
  try {
    return clipOf(JSON.parse(localStorage.getItem(CLIP) ?? 'null'));
  } catch {
    return null;
  }
}

const isNoWire = ({ type }: SceneElement): boolean => type !== 'wire';

/** Everything that buttons and keys do to what is chosen. */
export const commandsOf = (editing: Editing) => {
  const { act, selected, history, select, layer } = editing;
  const { scene } = history;
  const some = selected.size > 0;
  const copy = (): boolean => some && keepClip(copyOf(scene, selected));
  const pasteAt = (dx: number, dy: number): void => {
    const clip = keptClip();
    if (!clip) return;
    const { scene: after, ids } = paste(scene, clip, dx, dy);
    act(STEPS.paste, () => after, ids);
  };
  const put = (made: Inserted): void => act(STEPS.insert, () => made.scene, [made.id]);
  return {
    move: (dx: number, dy: number): void => act(STEPS.move, (now) => move(now, selected, dx, dy)),
    turn: (): void => act(STEPS.turn, (now) => turn(now, selected)),
    mirror: (): void => act(STEPS.mirror, (now) => mirror(now, selected)),
    remove: (): void => act(STEPS.remove, (now) => remove(now, selected), []),
    group: (): void => act(STEPS.group, (now) => group(now, selected)),
    ungroup: (): void => act(STEPS.ungroup, (now) => ungroup(now, selected)),
    align: (edge: Edge): void => act(STEPS.align, (now) => align(now, selected, edge)),
    distribute: (axis: 'x' | 'y'): void => act(STEPS.distribute, (now) => distribute(now, selected, axis)),
    order: (to: 'front' | 'back'): void => act(STEPS.order, (now) => order(now, selected, to)),
    copy: (): void => void copy(),
    cut: (): void => {
      if (copy()) act(STEPS.remove, (now) => remove(now, selected), []);
    },
    paste: (): void => pasteAt(20, 20),
    duplicate: (): void => {
      if (copy()) pasteAt(20, 20);
    },
    all: (): void => select(openElements(scene).map(({ id }) => id)),
    none: (): void => select([]),
    next: (by: 1 | -1, more: boolean): void => walk(editing, openElements(scene).filter(isNoWire), by, more),
    connect: (): void => {
      const [a, b] = [...selected];
      const made = a !== undefined && b !== undefined ? connect(scene, a, b, wireLayer(scene, layer)) : null;
      if (made) act(STEPS.wire, () => made.scene);
    },
    /** Puts a symbol behind what is chosen and joins them; where that cannot be, in the middle of what is seen. */
    insert: (symbol: string, middle: Point): void => {
      const [one] = selected.size === 1 ? selected : [];
      const layers = { symbol: layer, wire: wireLayer(scene, layer) };
      put(
        (one === undefined ? null : insertAfter(scene, symbol, one, layers)) ??
          insertAt(scene, symbol, middle, layer),
      );
    },
    put,
  };
};

/** Wires lie on their own layer where there is one. */
export const wireLayer = (scene: Scene, usual: string): string =>
  scene.layers.find(({ id }) => id === 'wire')?.id ?? usual;

export type Commands = ReturnType<typeof commandsOf>;
