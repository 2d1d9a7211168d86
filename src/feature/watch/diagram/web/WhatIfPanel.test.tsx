import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import type { DiagramHead } from '../contract.ts';
import { SeenKeeper } from './scene/SeenKeeper.ts';
import { texts } from './texts.ts';
import { WhatIfPanel } from './WhatIfPanel.tsx';

const NOW = 1_770_000_000_000;
const layer = 'device';
const power = { kind: 'item', ammeterId: 7, dataCode: 'PZ' } as const;
const scene: Scene = {
  ...emptyScene([{ id: layer, name: 'Devices' }]),
  elements: [
    { id: 's', type: 'symbol', layer, symbol: 'supply', x: 0, y: 0 },
    { id: 'q', type: 'symbol', layer, symbol: 'breaker', x: 0, y: 40, label: 'QF1' },
    { id: 'm', type: 'symbol', layer, symbol: 'motor', x: 0, y: 80, label: 'Pump', bindings: [{ source: power, map: { kind: 'format', decimals: 0, unit: null } }] },
    { id: 'w1', type: 'wire', layer, from: { element: 's', port: 'b' }, to: { element: 'q', port: 'a' } },
    { id: 'w2', type: 'wire', layer, from: { element: 'q', port: 'b' }, to: { element: 'm', port: 'a' } },
  ],
}; // prettier-ignore
const diagram: DiagramHead = {
  monitorDiagramId: 1, diagramName: 'D', consumerId: 1, siteId: 1, siteName: 'S', timeZone: 'Asia/Shanghai', monitorSysType: '1',
  panelType: '1', newestNo: 1, publishedNo: 1, publishedAt: NOW,
}; // prettier-ignore

interface Given {
  readonly scene?: Scene;
  readonly tried?: ReadonlyMap<string, 'open' | 'closed'>;
  /** kW of meters. */
  readonly told: Readonly<Record<number, number>>;
  /** ms since then. */
  readonly age?: number;
  readonly peak?: number | null;
  readonly transformers?: readonly object[];
  readonly supply?: readonly object[];
}

/** The panel, by what it says of the positions that are tried. */
async function panelOf({
  tried = new Map([['q', 'open']]),
  age = 0,
  told,
  ...given
}: Given): Promise<() => string> {
  const { peak = null, transformers = [], supply = [], scene: shownScene = scene } = given;
  cleanup();
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getPeak') ? { peak, from: null, atLeast: false, method: null, transformers } : { meters: [], leftOut: 0, supply, points: [], objects: [] },
  })); // prettier-ignore
  const keeper = new SeenKeeper(shownScene);
  const values = Object.entries(told).map(([id, value]) => ({ key: `item:${id}:PZ`, value, ts: NOW - age, unit: 'kW', holdMs: 3 * MINUTE_MS })); // prettier-ignore
  keeper.fill({ at: NOW, values, curves: [] });
  const shown = { keeper, status: 'live', error: null, retry: () => undefined, ready: true, turn: 0, now: () => NOW } as const; // prettier-ignore
  const rest = { diagram, shown, scene: shownScene, at: null, names: NO_NAMES, onFlip: () => undefined, onClose: () => undefined }; // prettier-ignore
  await draw(<WhatIfPanel {...rest} tried={tried} />, { phrases: { diagram: texts } });
  return () => screen.getByRole('status').parentElement?.textContent ?? '';
}

/** Draws the panel and waits until it says all of that. */
async function expectSaid(given: Given, ...words: readonly string[]): Promise<void> {
  const said = await panelOf(given);
  await waitFor(() => {
    for (const one of words) expect(said()).toContain(one);
  });
}

/** What is said of the opened breaker when the pump told 480 kW so long ago, ms. */
const verdictAfter = async (age: number): Promise<string> => (await panelOf({ told: { 7: 480 }, age }))();

test('tells the power of what loses supply', async () => {
  const said = await verdictAfter(MINUTE_MS);
  expect(said).toContain('QF1 opens: 1 lose supply (480 kW), 0 move (0 kW)');
  expect(said).not.toContain('whose power is not known');
});

test('a power that is old is not the power now: it is counted as not known', async () => {
  const said = await verdictAfter(20 * DAY_MS);
  expect(said).toContain('QF1 opens: 1 lose supply (0 kW)');
  expect(said).toContain('Of them 1 whose power is not known');
});

const item = (ammeterId: number) =>
  [
    { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
  ] as const;
/** Two transformers with a load each and a tie between. */
const pair: Scene = {
  ...emptyScene([{ id: layer, name: 'Devices' }]),
  elements: [
    { id: 's', type: 'symbol', layer, symbol: 'supply', x: 0, y: 0 },
    { id: 'hv', type: 'bus', layer, x: 0, y: 0, length: 9 },
    { id: 'w', type: 'wire', layer, from: { element: 's', port: 'b' }, to: { element: 'hv', at: 0 } },
    ...[1, 2].flatMap((n): SceneElement[] => [
      { id: `T${n}`, type: 'symbol', layer, symbol: 'transformer2', x: 0, y: 0, label: `T${n}`, bindings: [...item(10 + n)] },
      { id: `q${n}`, type: 'symbol', layer, symbol: 'breaker', x: 0, y: 0, label: `Q${n}` },
      { id: `b${n}`, type: 'bus', layer, x: 0, y: 0, length: 9 },
      { id: `m${n}`, type: 'symbol', layer, symbol: 'motor', x: 0, y: 0, label: `M${n}`, bindings: [...item(n)] },
      { id: `hv${n}`, type: 'wire', layer, from: { element: 'hv', at: 0 }, to: { element: `T${n}`, port: 'a' } },
      { id: `tq${n}`, type: 'wire', layer, from: { element: `T${n}`, port: 'b' }, to: { element: `q${n}`, port: 'a' } },
      { id: `qb${n}`, type: 'wire', layer, from: { element: `q${n}`, port: 'b' }, to: { element: `b${n}`, at: 0 } },
      { id: `bm${n}`, type: 'wire', layer, from: { element: `b${n}`, at: 0 }, to: { element: `m${n}`, port: 'a' } },
    ]),
    { id: 'tie', type: 'symbol', layer, symbol: 'breaker', x: 0, y: 0, label: 'Tie' },
    { id: 'bt', type: 'wire', layer, from: { element: 'b1', at: 0 }, to: { element: 'tie', port: 'a' } },
    { id: 'tb', type: 'wire', layer, from: { element: 'tie', port: 'b' }, to: { element: 'b2', at: 0 } },
  ],
}; // prettier-ignore
const supply = [{ ammeterId: 11, times: 1, due: true }, { ammeterId: 12, times: 1, due: true }]; // prettier-ignore
const apart = new Map<string, 'open' | 'closed'>([['q1', 'open'], ['tie', 'closed']]); // prettier-ignore

test('a transformer has a share of its capacity by apparent power, and none where that is not known', async () => {
  const told = { 1: 100, 2: 300, 11: 100, 12: 300 };
  const measured = { ammeterId: 12, capacity: 1000, power: 300, apparent: 400 };
  const given = { scene: pair, tried: apart, told, supply, peak: 300 };
  // What the tie joined before is what the second one takes alone now.
  const loads = ['T1100 → 0 kW', 'T2300 (40 %) → 400 (53 %) kW', '400 → 400 kW', '300 → 400 +100 kW'];
  await expectSaid({ ...given, transformers: [measured] }, ...loads);
  await expectSaid(
    { ...given, transformers: [{ ...measured, apparent: null }] },
    'T2300 → 400 kW',
    '300 → 400 +100 kW',
  );
});

test('what nobody knows makes a bound of the sum and of the peak, and its transformer is told of', async () => {
  const told = { 2: 300, 11: 100, 12: 300 };
  const shut = new Map<string, 'open' | 'closed'>([['q1', 'open'], ['tie', 'open']]); // prettier-ignore
  await expectSaid(
    { scene: pair, tried: shut, told, supply, peak: 350 },
    '400 → ≤ 400 kW',
    '350 → ≤ 400 ≤ +50 kW',
  );
  await expectSaid({ scene: pair, tried: shut, told, supply, peak: 500 }, '500 → 500 +0 kW');
  await expectSaid({ scene: pair, tried: apart, told, supply }, 'T2300 → ≥ 300 kW');
});

test('the power of the site is that of what stands for it, with its sign', async () => {
  const signed = [
    { ammeterId: 11, times: 1, due: true },
    { ammeterId: 12, times: -1, due: true },
    { ammeterId: 99, times: 1, due: false },
  ];
  const told = { 1: 100, 2: 30, 11: 100, 12: 30 };
  const shut = new Map<string, 'open' | 'closed'>([['q1', 'open'], ['tie', 'open']]); // prettier-ignore
  await expectSaid({ scene: pair, tried: shut, told, supply: signed }, '70 → \u221230 kW');
});
