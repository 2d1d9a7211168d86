import { describe, expect, it } from 'vitest';
import { emptyScene, MOST_ELEMENTS, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { checkScene } from './check.ts';
import { svgOf } from './drawElement.ts';
import { elementsOf, wirePoints } from './geometry.ts';
import { markupOf } from './node.ts';
import { SYMBOLS } from './symbol/symbols.ts';
import { positionsOf } from './seen.ts';
import type { Told } from './told.ts';

const LAYERS = [{ id: 'device', name: 'Devices' }];
const sceneWith = (...elements: unknown[]): Scene => ({
  ...emptyScene(LAYERS),
  elements: elements as SceneElement[],
});
const breaker = {
  id: 'q1',
  type: 'symbol',
  layer: 'device',
  symbol: 'breaker',
  x: 100,
  y: 100,
  label: 'QF-203',
};
const problemOf = (raw: unknown): string => {
  const checked = checkScene(raw);
  return 'problem' in checked ? checked.problem.en : '';
};

describe('the door of scenes', () => {
  it('takes every kind of element', () => {
    const item = { kind: 'item', ammeterId: 1, dataCode: 'PZ' };
    const scene = sceneWith(
      { ...breaker, turn: 90, mirrored: true, scale: 2, bindings: [{ source: { kind: 'signal', signalPointId: 3 }, map: { kind: 'range', ranges: [{ from: 1, to: 1, look: 'closed' }] }, staleSeconds: 60 }] },
      { id: 'b', type: 'bus', layer: 'device', x: 0, y: 0, length: 300, kv: 10 },
      { id: 'w', type: 'wire', layer: 'device', from: { element: 'q1', port: 'a' }, to: { element: 'b', at: 20 } },
      { id: 't', type: 'text', layer: 'device', x: 0, y: 0, text: '10 kV I 段 <b>' },
      { id: 's', type: 'shape', layer: 'device', x: 0, y: 0, w: 9, h: 9, shape: 'arrow' },
      { id: 'i', type: 'image', layer: 'device', x: 0, y: 0, w: 9, h: 9, data: 'data:image/png;base64,iVBORw0KGgo=' },
      { id: 'v', type: 'value', layer: 'device', x: 0, y: 0, bindings: [{ source: item, map: { kind: 'format', decimals: 1, unit: null } }] },
      { id: 'r', type: 'bar', layer: 'device', x: 0, y: 0, w: 9, h: 9, least: 0, most: 100 },
      { id: 'c', type: 'trend', layer: 'device', x: 0, y: 0, w: 9, h: 9, hours: 24 },
      { id: 'u', type: 'button', layer: 'device', x: 0, y: 0, w: 9, h: 9, text: 'Go', to: '/SDNMonitoring/OneLine?diagram=2' },
      { id: 'l', type: 'link', layer: 'device', x: 0, y: 0, text: 'Go', to: '/SDNEquipment/SDNGageNet' },
    ); // prettier-ignore
    expect(checkScene(JSON.parse(JSON.stringify(scene)))).toEqual({ scene });
  });

  it.each([
    ['a script as a name', { ...breaker, symbol: '<script>' }, 'q1'],
    [
      'a foreign address',
      { id: 'u', type: 'link', layer: 'device', x: 0, y: 0, text: 'x', to: 'https://example.com' },
      'u',
    ],
    [
      'an address of a script',
      { id: 'u', type: 'link', layer: 'device', x: 0, y: 0, text: 'x', to: 'javascript:alert(1)' },
      'u',
    ],
    [
      'an address without its host',
      { id: 'u', type: 'link', layer: 'device', x: 0, y: 0, text: 'x', to: '//example.com' },
      'u',
    ],
    [
      'a picture from elsewhere',
      { id: 'i', type: 'image', layer: 'device', x: 0, y: 0, w: 9, h: 9, data: 'https://example.com/a.png' },
      'i',
    ],
    [
      'a picture that is a document',
      {
        id: 'i',
        type: 'image',
        layer: 'device',
        x: 0,
        y: 0,
        w: 9,
        h: 9,
        data: 'data:image/svg+xml;base64,PHN2Zz4=',
      },
      'i',
    ],
    ['a name that is not known', { ...breaker, onclick: 'x' }, 'onclick'],
    ['a control character', { ...breaker, label: 'a\u0000b' }, 'label'],
    ['half of a letter', { ...breaker, label: 'a\uD800b' }, 'label'],
    ['a place that is none', { ...breaker, x: Number.NaN }, 'x'],
    ['a symbol that is not there', { ...breaker, symbol: 'rocket' }, 'rocket'],
    ['a layer that is not there', { ...breaker, layer: 'sky' }, 'sky'],
    [
      'a bar without a range',
      { id: 'r', type: 'bar', layer: 'device', x: 0, y: 0, w: 9, h: 9, least: 5, most: 5 },
      'r',
    ],
    [
      'a wire to nothing',
      { id: 'w', type: 'wire', layer: 'device', from: { element: 'no', port: 'a' }, to: { x: 0, y: 0 } },
      'w',
    ],
    [
      'a code that is a statement',
      {
        ...breaker,
        bindings: [
          { source: { kind: 'item', ammeterId: 1, dataCode: "P'--" }, map: { kind: 'rotate', perUnit: 1 } },
        ],
      },
      'dataCode',
    ],
  ])('refuses %s and names it', (_what, element, named) => {
    expect(problemOf(sceneWith(element))).toContain(named);
  });

  it('refuses names used twice, too many elements, too many bytes, and what is no scene', () => {
    expect(problemOf(sceneWith(breaker, breaker))).toContain('twice');
    const many = Array.from({ length: MOST_ELEMENTS + 1 }, (_, i) => ({ ...breaker, id: `q${i}` }));
    expect(problemOf(sceneWith(...many))).toContain('5001');
    const image = {
      id: 'i',
      type: 'image',
      layer: 'device',
      x: 0,
      y: 0,
      w: 9,
      h: 9,
      data: `data:image/png;base64,${'A'.repeat(1_200_000)}`,
    };
    expect(problemOf(sceneWith(image, { ...image, id: 'j' }))).toContain('2 MB');
    for (const raw of [
      null,
      1,
      'x',
      [],
      {},
      { elements: 3 },
      { elements: [null] },
      { ...emptyScene(LAYERS), layers: [] },
      { ...emptyScene(LAYERS), html: '<b>' },
    ])
      expect(problemOf(raw)).not.toBe('');
  });
});

describe('the symbols', () => {
  it('have a name of their own, both titles, and wires meet them on the grid at their edge', () => {
    expect(SYMBOLS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(SYMBOLS.map(({ name }) => name)).size).toBe(SYMBOLS.length);
    expect(new Set(SYMBOLS.map(({ title }) => title.zh)).size).toBe(SYMBOLS.length);
    for (const { name, ports, w, h, figures } of SYMBOLS) {
      expect(ports.length, name).toBeGreaterThan(0);
      expect(figures.length, name).toBeGreaterThan(0);
      for (const port of ports) {
        expect([port.x % 10 || 0, port.y % 10 || 0], name).toEqual([0, 0]);
        expect(Math.abs(port.x) <= w / 2 && Math.abs(port.y) <= h / 2, name).toBe(true);
      }
    }
  });
});

describe('wires', () => {
  it('are upright or level wherever their ends were moved', () => {
    const wire = {
      id: 'w',
      type: 'wire',
      layer: 'device',
      from: { element: 'q1', port: 'b' },
      to: { element: 'q2', port: 'a' },
    } as const;
    for (const [x, y, turn] of [
      [100, 300, 0],
      [250, 320, 90],
      [40, 20, 180],
      [90, 500, 270],
    ] as const)
      for (const bends of [
        undefined,
        [{ x: 70, y: 210 }],
        [
          { x: 70, y: 210 },
          { x: 300, y: 33 },
        ],
      ]) {
        const one = { ...wire, ...(bends ? { bends } : {}) };
        const scene = sceneWith(breaker, { ...breaker, id: 'q2', x, y, turn }, one);
        const points = wirePoints(one as never, elementsOf(scene)) ?? [];
        expect(points[0]).toEqual({ x: 100, y: 120 });
        for (const [i, point] of points.slice(1).entries())
          expect(point.x === points[i]?.x || point.y === points[i]?.y, JSON.stringify(points)).toBe(true);
      }
  });
});

describe('a drawing', () => {
  const told = (value: number | null, age = 0): Told => ({
    value,
    ts: 1_000_000_000 - age,
    unit: 'kW',
    holdMs: 60_000,
  });
  const draw = (scene: Scene, values: Record<string, Told>): string =>
    markupOf(
      svgOf(scene, '<one> & "line"', {
        language: 'en',
        names: new Map([[7, { code: 'E-7', name: 'Pump' }]]),
        seen: { values: new Map(Object.entries(values)), curves: new Map(), now: 1_000_000_000, fed: new Map(), levels: new Map() },
      }),
    ); // prettier-ignore
  const source = { kind: 'item', ammeterId: 1, dataCode: 'PZ' } as const;
  const value = sceneWith({ id: 'v', type: 'value', layer: 'device', x: 0, y: 0, bindings: [{ source, map: { kind: 'format', decimals: 0, unit: null } }] }); // prettier-ignore

  it('writes what is missing as missing, and says how old an old value is', () => {
    expect(draw(value, {})).toContain('>--<');
    expect(draw(value, { 'item:1:PZ': told(0) })).toContain('>0 kW<');
    expect(draw(value, { 'item:1:PZ': told(1930, 14 * 60_000) })).toContain('1,930 kW  ○ 14 min ago');
  });

  it('tells positions by shape, also that one is not known', () => {
    const map = {
      kind: 'range',
      ranges: [
        { from: 1, to: 1, look: 'closed' },
        { from: 0, to: 0, look: 'open' },
      ],
    } as const;
    const scene = sceneWith({
      ...breaker,
      bindings: [{ source: { kind: 'signal', signalPointId: 3 }, map }],
    });
    const at = (one: Told | undefined): string => draw(scene, one ? { 'signal:3': one } : {});
    const [open, closed, old, none] = [at(told(0)), at(told(1)), at(told(1, 61_000)), at(undefined)];
    expect(new Set([open, closed, none]).size).toBe(3);
    expect(none).toContain('>?<');
    expect(old).toContain('>?<');
    expect(at(told(2))).toContain('>?<');
  });

  it('tells the position of a switch whatever limits are bound before it, and the limit by colour and frame', () => {
    const limit = { source, map: { kind: 'range', ranges: [{ from: 90, to: null, look: 'alarm' }, { from: null, to: 90, look: 'normal' }] } }; // prettier-ignore
    const position = { source: { kind: 'signal', signalPointId: 3 }, map: { kind: 'range', ranges: [{ from: 1, to: 1, look: 'closed' }, { from: 0, to: 0, look: 'open' }] } }; // prettier-ignore
    const shape = (bindings: unknown[], position: number | null, load: number | null): string =>
      draw(sceneWith({ ...breaker, bindings }), { 'signal:3': told(position), 'item:1:PZ': told(load) });
    const [open, closed] = [shape([position], 0, null), shape([position], 1, null)];
    expect(open).not.toBe(closed);
    expect(shape([limit, position], 0, 10)).toBe(open);
    expect(shape([limit, position], 1, 10)).toBe(closed);
    expect(shape([limit, position], 1, 95)).toBe(shape([position, limit], 1, 95));
    expect(shape([limit, position], 1, 95)).not.toBe(closed);
    const scene = (...bindings: unknown[]): Scene => sceneWith({ ...breaker, bindings });
    const stands = (one: Scene, values: Record<string, Told>) =>
      positionsOf(one, new Map(Object.entries(values)), 1_000_000_000).get('q1');
    expect(stands(scene(limit, position), { 'signal:3': told(0), 'item:1:PZ': told(10) })).toBe('open');
    expect(stands(scene(limit, position), { 'item:1:PZ': told(10) })).toBeNull();
    // A limit tells of no position: then nothing does.
    expect(stands(scene(limit), { 'item:1:PZ': told(10) })).toBeUndefined();
    const running = { source: position.source, map: { kind: 'range', ranges: [{ from: 0, to: 0, look: 'stopped' }] } }; // prettier-ignore
    expect(stands(scene(running), { 'signal:3': told(0) })).toBeNull();
    const flowing = { source, map: { kind: 'range', ranges: [{ from: 1, to: null, look: 'closed' }] } };
    expect(stands(scene(flowing), { 'item:1:PZ': told(10) })).toBe('closed');
    expect(stands(scene(flowing, position), { 'item:1:PZ': told(10), 'signal:3': told(0) })).toBe('open');
  });

  it('turns by its value, and stands as it was drawn while that is not known', () => {
    const bindings = [{ source, map: { kind: 'rotate', perUnit: 30 } }];
    const scene = sceneWith({ ...breaker, turn: 90, bindings });
    expect(draw(scene, { 'item:1:PZ': told(2) })).toContain('rotate(150)');
    expect(draw(scene, {})).toContain('rotate(90)');
    expect(draw(scene, { 'item:1:PZ': told(2, 61_000) })).toContain('rotate(90)');
  });

  it('calls meters as they are called now', () => {
    const bindings = [
      { source: { kind: 'alarm', ammeterId: 7 }, map: { kind: 'visible', from: null, to: null } },
    ];
    const svg = draw(sceneWith({ ...breaker, label: '{name} / {code} x', bindings }), {});
    expect(svg).toContain('>Pump<');
    expect(svg).toContain('>E-7 x<');
  });

  it('escapes every word, and is well-formed', () => {
    const svg = draw(sceneWith({ ...breaker, label: `<script>alert("1")</script> & '` }), {});
    expect(svg).not.toContain('<script');
    expect(svg).not.toMatch(/&(?!#\d+;)/);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);
  });

  it('has no places that are only pressed, and an address of pictures that every program reads', () => {
    const data = 'data:image/png;base64,iVBORw0KGgo=';
    const svg = draw(
      sceneWith(
        { ...breaker, label: 'Q' },
        { id: 'w', type: 'wire', layer: 'device', from: { x: 0, y: 0 }, to: { x: 10, y: 0 } },
        { id: 'i', type: 'image', layer: 'device', x: 0, y: 0, w: 10, h: 10, data },
      ),
      {},
    );
    expect(svg).not.toContain('transparent');
    expect(svg).toContain(`href="${data}"`);
    expect(svg).toContain(`xlink:href="${data}"`);
    expect(svg).toContain('stroke-width="1.6"');
  });

  it('hides what is bound to be hidden, and nothing for a value that is not known', () => {
    const scene = sceneWith({
      id: 't',
      type: 'text',
      layer: 'device',
      x: 0,
      y: 0,
      text: 'Earthed',
      bindings: [{ source, map: { kind: 'visible', from: 1, to: null } }],
    });
    expect(draw(scene, { 'item:1:PZ': told(0) })).not.toContain('Earthed');
    expect(draw(scene, { 'item:1:PZ': told(1) })).toContain('Earthed');
    expect(draw(scene, {})).toContain('Earthed');
    expect(draw(scene, { 'item:1:PZ': told(0, 61_000) })).toContain('Earthed');
  });
});
