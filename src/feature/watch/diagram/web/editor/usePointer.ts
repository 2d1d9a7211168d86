import { useRef, useState, type PointerEvent } from 'react';
import type { Scene, WireEnd } from '#contract/scene/scene.ts';
import { move, resize } from '#domain/scene/edit/act.ts';
import { insertBend, moveBend } from '#domain/scene/edit/bends.ts';
import { nearestEnd } from '#domain/scene/edit/bind.ts';
import { nextId } from '#domain/scene/edit/copy.ts';
import { HOLD, takeHold } from '#domain/scene/edit/insert.ts';
import type { Box, Point } from '#domain/scene/geometry.ts';
import type { SceneView } from '../scene/SceneView.ts';
import { STEPS, wireLayer } from './commands.ts';
import { type Guide, inBox, snapped } from './snapping.ts';
import type { Editing } from './useEditing.ts';

type Gesture =
  | { readonly kind: 'marquee'; readonly from: Point; readonly add: ReadonlySet<string> }
  | {
      readonly kind: 'move';
      readonly from: Point;
      readonly ids: ReadonlySet<string>;
      readonly moved: boolean;
    }
  | { readonly kind: 'size'; readonly id: string; readonly box: Box }
  | { readonly kind: 'wire'; readonly from: WireEnd }
  | ({ readonly kind: 'bend' } & BendHandle);

/** A corner of a wire that is taken hold of; `fresh` = it is made by that. */
export interface BendHandle {
  readonly id: string;
  readonly index: number;
  readonly fresh: boolean;
}

/** px on the screen before a press becomes a move. */
const STILL = 3;

/** What the pointer does on the sheet: choose, several at once, move, size, join. A press that ends is a step. */
export function usePointer(editing: Editing, view: SceneView | null) {
  const gesture = useRef<Gesture | null>(null);
  const [marquee, setMarquee] = useState<Box | null>(null);
  const [guides, setGuides] = useState<readonly Guide[]>([]);

  const onDown = (event: PointerEvent<HTMLElement>): void => {
    if (!view || event.button !== 0 || editing.tool === 'pan' || event.pointerType === 'touch') return;
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    gesture.current = begun(event, editing, view);
  };
  const onMove = (event: PointerEvent): void => {
    const now = gesture.current;
    if (!view || !now) return;
    const at = view.toSheet(event.clientX, event.clientY);
    if (now.kind === 'marquee') return setMarquee(boxBetween(now.from, at));
    const far =
      now.kind !== 'move' ||
      now.moved ||
      Math.hypot(at.x - now.from.x, at.y - now.from.y) * view.view.zoom >= STILL;
    if (!far) return;
    if (now.kind === 'move') gesture.current = { ...now, moved: true };
    const made = madeBy(now, at, editing, event.altKey || !editing.snap);
    setGuides(made.guides);
    editing.preview(made.scene);
  };
  const onUp = (): void => {
    const now = gesture.current;
    gesture.current = null;
    setGuides([]);
    if (!now) return;
    if (now.kind === 'marquee') {
      if (marquee) editing.select([...now.add, ...inBox(editing.history.scene, marquee)]);
      return setMarquee(null);
    }
    if (editing.scene === editing.history.scene) return;
    const after = editing.scene;
    const [one] = editing.selected.size === 1 ? editing.selected : [];
    const held =
      now.kind === 'move' && one !== undefined && editing.snap
        ? takeHold(after, one, wireLayer(after, editing.layer))
        : after;
    editing.act(STEPS[now.kind], () => held);
    if (now.kind === 'wire') editing.setTool('select');
  };
  return { marquee, guides, onDown, onMove, onUp };
}

/** What a press begins, by where it is. */
function begun(event: PointerEvent, editing: Editing, view: SceneView): Gesture {
  const { selected, scene, tool } = editing;
  const at = view.toSheet(event.clientX, event.clientY);
  const handle = (event.target as Element).getAttribute('data-handle');
  if (handle) {
    const box = JSON.parse(handle) as Box & { readonly id: string };
    return { kind: 'size', id: box.id, box };
  }
  const bend = (event.target as Element).getAttribute('data-bend');
  if (bend) return { kind: 'bend', ...(JSON.parse(bend) as BendHandle) };
  if (tool === 'wire')
    return { kind: 'wire', from: nearestEnd(scene, at, HOLD / Math.min(1, view.view.zoom)) ?? at };
  const id = view.at(event);
  if (id === null) {
    const add = event.shiftKey ? selected : new Set<string>();
    editing.select(add);
    return { kind: 'marquee', from: at, add };
  }
  const toggled = new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]);
  const ids = event.shiftKey ? toggled : selected.has(id) ? selected : new Set([id]);
  editing.select(ids);
  return { kind: 'move', from: at, ids, moved: false };
}

/** What a gesture has made of the scene so far. */
function madeBy(
  now: Exclude<Gesture, { kind: 'marquee' }>,
  at: Point,
  editing: Editing,
  free: boolean,
): { readonly scene: Scene; readonly guides: readonly Guide[] } {
  const base = editing.history.scene;
  if (now.kind === 'move') {
    const by = { x: at.x - now.from.x, y: at.y - now.from.y };
    const { x, y, guides } = free
      ? { x: Math.round(by.x), y: Math.round(by.y), guides: [] }
      : snapped(base, editing.selected, by);
    return { scene: move(base, editing.selected, x, y), guides };
  }
  const grid = free ? 1 : 10;
  if (now.kind === 'bend') {
    const put = { x: Math.round(at.x / grid) * grid, y: Math.round(at.y / grid) * grid };
    return { scene: (now.fresh ? insertBend : moveBend)(base, now.id, now.index, put), guides: [] };
  }
  if (now.kind === 'size') {
    const size = (to: number, from: number): number => Math.max(grid, Math.round((to - from) / grid) * grid);
    const box = { ...now.box, w: size(at.x, now.box.x), h: size(at.y, now.box.y) };
    return { scene: resize(base, now.id, box), guides: [] };
  }
  const end = nearestEnd(base, at, HOLD) ?? at;
  return { scene: withWire(base, now.from, end, wireLayer(base, editing.layer)), guides: [] };
}

const boxBetween = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  w: Math.abs(a.x - b.x),
  h: Math.abs(a.y - b.y),
});

const withWire = (scene: Scene, from: WireEnd, to: WireEnd, layer: string): Scene => {
  const id = nextId(new Set(scene.elements.map((one) => one.id)), scene.elements.length + 1);
  return { ...scene, elements: [...scene.elements, { id, type: 'wire', layer, from, to }] };
};
