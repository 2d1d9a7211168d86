import type { Binding } from '#contract/scene/binding.ts';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { move } from '#domain/scene/edit/act.ts';
import { boundsOf, type Box, elementsOf, meets } from '#domain/scene/geometry.ts';

/** A meter of the works as the picture needs it. */
interface Metered {
  readonly ammeterId: number;
  readonly code: string;
}

const INFEED = 'E-101';
const TRANSFORMERS = ['E-102', 'E-103'];
/** px of what is put beside the infeed, and between it and the infeed. */
const SIZE = { w: 500, h: 150 } as const;
const BESIDE = 90;
const layer = 'note';

const power = (ammeterId: number): Binding => ({
  source: { kind: 'item', ammeterId, dataCode: 'PZ' },
  map: { kind: 'format', decimals: 0, unit: null },
});
const share = (ammeterId: number): Binding[] => {
  const source = { kind: 'figure', ammeterId, figure: 'loadShare' } as const;
  return [
    { source, map: { kind: 'format', decimals: 0, unit: null } },
    {
      source,
      map: {
        kind: 'range',
        ranges: [
          { from: 100, to: null, look: 'alarm' },
          { from: 90, to: 100, look: 'warning' },
          { from: null, to: 90, look: 'normal' },
        ],
      },
    },
  ];
};

/** Where a box of a size lies left of a place and over nothing: at its height, else above all. */
function freePlace(scene: Scene, { x, y }: { readonly x: number; readonly y: number }): Box {
  const elements = elementsOf(scene);
  const boxes = scene.elements.map((one) => boundsOf(one, elements));
  const wanted = { x: x - BESIDE - SIZE.w, y: y - 60, ...SIZE };
  const top = Math.min(...boxes.map((box) => box.y));
  return boxes.some((box) => meets(box, wanted)) ? { ...wanted, y: top - SIZE.h - 60 } : wanted;
}

/**
 * The one-line diagram of the steel works as a person finished it: the infeed stands higher, and beside it are its power with
 * the curve of a day, how far the main transformers are loaded, and the ways to the hall in space and to the alarms.
 */
export function handFinished(drawn: Scene, meters: readonly Metered[]): Scene {
  const idOf = (code: string): number | undefined => meters.find((one) => one.code === code)?.ammeterId;
  const infeed = idOf(INFEED);
  const supply = drawn.elements.find((one) => one.origin === `meter:${infeed}/supply`);
  if (infeed === undefined || supply?.type !== 'symbol') return drawn;
  const scene = move(drawn, new Set([supply.id]), 0, -20);
  const { x, y, w, h } = freePlace(scene, supply);
  const text = (id: string, at: readonly [number, number], words: string): SceneElement => ({ id, type: 'text', layer, x: x + at[0], y: y + at[1], text: words, tone: 'quiet', size: 12 }); // prettier-ignore
  const bars = TRANSFORMERS.flatMap((code, i): SceneElement[] => {
    const ammeterId = idOf(code);
    if (ammeterId === undefined) return [];
    const bindings = share(ammeterId);
    const at = x + 290 + i * 50;
    return [
      { id: `hand.bar${i}`, type: 'bar', layer, x: at, y: y + 30, w: 16, h: 72, least: 0, most: 100, bindings },
      { id: `hand.share${i}`, type: 'value', layer, x: at + 8, y: y + 122, size: 12, anchor: 'middle', bindings },
      text(`hand.t${i}`, [290 + i * 50, 22], `T${i + 1}`),
    ]; // prettier-ignore
  });
  const added: SceneElement[] = [
    { id: 'hand.frame', type: 'shape', layer, shape: 'rect', x, y, w, h, stroke: 'quiet', dashed: true },
    { id: 'hand.power', type: 'value', layer, x: x + 16, y: y + 34, size: 20, label: 'P', bindings: [power(infeed)] },
    { id: 'hand.trend', type: 'trend', layer, x: x + 16, y: y + 48, w: 240, h: 72, hours: 24, bindings: [power(infeed)] },
    text('hand.hours', [16, 138], '24 h'),
    ...bars,
    { id: 'hand.hall', type: 'button', layer, x: x + 400, y: y + 24, w: 84, h: 30, text: '三维 3-D', to: '/SDNMonitoring/Scene3D' },
    { id: 'hand.alarms', type: 'link', layer, x: x + 400, y: y + 90, text: '告警 Alarms', to: '/SDNEventAlert/SDNEventAlert' },
  ]; // prettier-ignore
  return { ...scene, elements: [...scene.elements, ...added] };
}
