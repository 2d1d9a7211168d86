import { expect, it } from 'vitest';
import { LOOKS } from '#contract/scene/binding.ts';
import { emptyScene, type SceneElement } from '#contract/scene/scene.ts';
import { drawElement } from '#domain/scene/drawElement.ts';
import { extentOf } from '#domain/scene/extent.ts';
import { type Box, elementsOf, meets } from '#domain/scene/geometry.ts';
import { screenInk } from '#domain/scene/ink.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { sameNode, type SvgNode } from '#domain/scene/node.ts';
import { SYMBOLS } from '#domain/scene/symbol/symbols.ts';
import type { Told } from '#domain/scene/told.ts';
import { KNOWN_ATTRIBUTES } from './pen.ts';
import { Shelf } from './Shelf.ts';

const NOW = 1_700_000_000_000;
const layer = 'device';
const item = (id: number) => ({ kind: 'item', ammeterId: id, dataCode: 'PZ' }) as const;
const format = { kind: 'format', decimals: 1, unit: null } as const;

/** Every symbol under every look with its words on every side, and every other kind of element. */
function everything(): SceneElement[] {
  const symbols = SYMBOLS.flatMap(({ name }) =>
    LOOKS.map((look, i): SceneElement => ({
      id: `${name} ${look}`,
      type: 'symbol',
      layer,
      symbol: name,
      x: 0,
      y: 0,
      turn: ([0, 90, 180, 270] as const)[i % 4] ?? 0,
      ...(i % 3 === 0 ? { mirrored: true } : {}),
      scale: i % 2 === 0 ? 2 : 1,
      label: 'Name / 第二行',
      labelSide: (['right', 'left', 'below', 'above'] as const)[i % 4] ?? 'right',
      bindings: [
        { source: item(1), map: { kind: 'range', ranges: [{ from: null, to: null, look }] } },
        { source: item(1), map: format },
        { source: item(2), map: format },
        { source: item(1), map: { kind: 'rotate', perUnit: 7 } },
        { source: { kind: 'alarm', ammeterId: 1 }, map: format },
      ],
    })),
  );
  const box = { layer, x: 10, y: 10, w: 80, h: 40 };
  const bound = { bindings: [{ source: item(1), map: format }] };
  return [
    ...symbols,
    { id: 'bus', type: 'bus', layer, x: 0, y: 0, length: 200, label: 'I', kv: 10 },
    { id: 'wire', type: 'wire', layer, from: { x: 0, y: 0 }, to: { x: 90, y: 40 }, dashed: true, bindings: [{ source: item(1), map: { kind: 'flow', least: 0 } }] },
    { id: 'text', type: 'text', layer, x: 0, y: 0, text: 'Words', bold: true, anchor: 'end' },
    ...(['rect', 'ellipse', 'line', 'arrow'] as const).map((shape): SceneElement => ({ id: shape, type: 'shape', ...box, shape, fill: 'accent', dashed: true })),
    { id: 'image', type: 'image', ...box, data: 'data:image/png;base64,iVBORw0KGgo=' },
    { id: 'value', type: 'value', layer, x: 0, y: 0, label: 'P', ...bound },
    { id: 'bar', type: 'bar', ...box, least: 0, most: 100, ...bound },
    { id: 'trend', type: 'trend', ...box, hours: 24, ...bound },
    { id: 'button', type: 'button', ...box, text: 'Go', to: '/SDNMonitoring/OneLine' },
    { id: 'link', type: 'link', layer, x: 0, y: 0, text: 'Go', to: '/SDNMonitoring/OneLine' },
  ]; // prettier-ignore
}

const scene = { ...emptyScene([{ id: layer, name: 'Devices' }]), elements: everything() };
const elements = elementsOf(scene);
const told = (value: number, ageMs: number): Told => ({ value, ts: NOW - ageMs, unit: 'kW', holdMs: 60_000 });
const drawn = (one: SceneElement): SvgNode =>
  drawElement(one, {
    elements,
    ink: screenInk,
    language: 'zh',
    names: NO_NAMES,
    seen: {
      values: new Map([
        ['item:1:PZ', told(47, 0)],
        ['item:2:PZ', told(5, 3_600_000)],
        ['alarm:1', { ...told(1, 0), holdMs: null }],
      ]),
      curves: new Map([['item:1:PZ 24h', [[NOW - 3_600_000, 1], [NOW, 2]]]]),
      now: NOW,
      fed: new Map([['wire', 'unknown']]),
      levels: new Map(),
    },
  }); // prettier-ignore

const all = (node: SvgNode): SvgNode[] => [node, ...(node.children ?? []).flatMap(all)];

it('every attribute that the renderer writes is one that a canvas knows', () => {
  const nodes = scene.elements.map(drawn).flatMap(all);
  const unknown = nodes.flatMap(({ attrs }) => Object.keys(attrs).filter((name) => !KNOWN_ATTRIBUTES.has(name))); // prettier-ignore
  expect([...new Set(unknown)]).toEqual([]);
  // Colours are said on every node that has them: black by default would be drawn on screens alone.
  const bare = nodes.filter(({ tag, attrs }) => ['path', 'text', 'rect', 'ellipse'].includes(tag) && attrs['fill'] === undefined); // prettier-ignore
  expect(bare).toEqual([]);
});

it('what an element draws lies within what is drawn anew for it', () => {
  const words = scene.elements.flatMap((one) => {
    const node = drawn(one);
    const { x, y, w, h } = extentOf(one, node, elements);
    return (node.children ?? [])
      .filter(({ tag, attrs }) => tag === 'text' || attrs['data-alarm'] !== undefined)
      .flatMap(({ attrs, tag }) => {
        const [px, py] = tag === 'text' ? [attrs['x'], attrs['y']] : /M([-\d.]+) ([-\d.]+)/.exec(String(attrs['d']))?.slice(1) ?? []; // prettier-ignore
        const inside = Number(px) >= x && Number(px) <= x + w && Number(py) >= y && Number(py) <= y + h;
        return inside ? [] : [one.id];
      });
  });
  expect(words).toEqual([]);
});

it('the same drawing is the same, and another value, colour or shape is not', () => {
  const [first] = scene.elements;
  if (!first) throw new Error('nothing drawn');
  expect(sameNode(drawn(first), drawn(first))).toBe(true);
  const node = drawn(first);
  expect(sameNode(node, { ...node, attrs: { ...node.attrs, fill: '#fff' } })).toBe(false);
  expect(sameNode(node, { ...node, children: (node.children ?? []).slice(1) })).toBe(false);
});

it('the shelf finds what a look over all of it finds, in the order in which it lies', () => {
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const random = (): Box => ({ x: next(5000) - 500, y: next(3000) - 500, w: next(300), h: next(90) });
  const large = { box: { x: -1e6, y: -1e6, w: 2e6, h: 2e6 }, rank: 500 };
  const lying = [...Array.from({ length: 500 }, (_, rank) => ({ box: random(), rank })), large];
  const shelf = new Shelf<(typeof lying)[number]>();
  for (const one of lying) shelf.add(one);
  for (const one of lying.slice(0, 50)) shelf.remove(one);
  const places = [...Array.from({ length: 100 }, random), large.box];
  for (const place of places) {
    const wanted = lying.slice(50).filter(({ box }) => meets(box, place));
    expect(shelf.in(place).map(({ rank }) => rank)).toEqual(wanted.map(({ rank }) => rank));
  }
});
