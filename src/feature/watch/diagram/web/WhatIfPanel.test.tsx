import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
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

/** What is said of the opened breaker when the pump told 480 kW so long ago, ms. */
async function verdictAfter(age: number): Promise<string> {
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getPeak') ? { peak: null, from: null, atLeast: false, method: null } : { meters: [], points: [], objects: [] },
  })); // prettier-ignore
  const keeper = new SeenKeeper(scene);
  const told = { key: 'item:7:PZ', value: 480, ts: NOW - age, unit: 'kW', holdMs: 3 * MINUTE_MS };
  keeper.fill({ at: NOW, values: [told], curves: [] });
  const shown = { keeper, status: 'live', error: null, retry: () => undefined, ready: true, turn: 0, now: () => NOW } as const; // prettier-ignore
  const rest = { diagram, shown, scene, at: null, names: NO_NAMES, onFlip: () => undefined, onClose: () => undefined }; // prettier-ignore
  await draw(<WhatIfPanel {...rest} tried={new Map([['q', 'open']])} />, { phrases: { diagram: texts } });
  return screen.getByRole('status').parentElement?.textContent ?? '';
}

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
