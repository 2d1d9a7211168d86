import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { tellingOf } from '#domain/scene/telling.ts';
import { draw } from '#web/resource/testBed.tsx';
import { SeenKeeper } from '../scene/SeenKeeper.ts';
import { texts } from '../texts.ts';
import { ElementList } from './ElementList.tsx';

const AT = 1_770_000_000_000;
const MINUTE = 60_000;
const layer = 'device';
const ranges = [
  { from: 1, to: 1, look: 'closed' as const },
  { from: 0, to: 0, look: 'open' as const },
];
const power = { kind: 'item', ammeterId: 7, dataCode: 'PZ' } as const;
const kW = { kind: 'format', decimals: 1, unit: null } as const;
const limits = [{ from: 500, to: null, look: 'warning' as const }];
const names = new Map([[7, { code: 'E-103', name: 'Pump house' }]]);

/** A supply, its breaker, a meter below it, and as many others as are asked for. */
function sceneOf(more: number): Scene {
  const elements: SceneElement[] = [
    { id: 's', type: 'symbol', layer, symbol: 'supply', x: 0, y: 0, label: '10 kV' },
    { id: 'q', type: 'symbol', layer, symbol: 'breaker', x: 0, y: 40, label: 'QF1', bindings: [{ source: { kind: 'signal', signalPointId: 1 }, map: { kind: 'range', ranges } }] },
    { id: 'm', type: 'symbol', layer, symbol: 'meter', x: 0, y: 80, label: '{code} {name}', bindings: [{ source: power, map: kW }, { source: power, map: { kind: 'range', ranges: limits } }, { source: { kind: 'alarm', ammeterId: 7 }, map: { kind: 'range', ranges: [{ from: 1, to: 4, look: 'alarm' }] } }] },
    { id: 'w1', type: 'wire', layer, from: { element: 's', port: 'b' }, to: { element: 'q', port: 'a' } },
    { id: 'w2', type: 'wire', layer, from: { element: 'q', port: 'b' }, to: { element: 'm', port: 'a' } },
    { id: 'frame', type: 'shape', layer, shape: 'rect', x: 0, y: 0, w: 10, h: 10 },
    ...Array.from({ length: more }, (_, i): SceneElement => ({ id: `t${i}`, type: 'text', layer, x: 0, y: 200 + i, text: `Bay ${i}` })),
  ]; // prettier-ignore
  return { ...emptyScene([{ id: layer, name: 'Devices' }]), elements };
}

async function show(scene: Scene, breaker: number | null, ts = AT) {
  const keeper = new SeenKeeper(scene);
  const value = (key: string, told: number | null, unit: string, at: number | null = AT) => ({ key, value: told, ts: at, unit, holdMs: 3 * MINUTE }); // prettier-ignore
  keeper.fill({ at: AT, values: [value('item:7:PZ', 612.34, 'kW', ts), value('signal:1', breaker, ''), value('alarm:7', 2, '')], curves: [] }); // prettier-ignore
  keeper.look(null, AT);
  const [onPick, onMark, onLeave] = [vi.fn(), vi.fn(), vi.fn()];
  const shown = { keeper, status: 'live', error: null, retry: () => undefined, ready: true, turn: 0, now: () => AT } as const; // prettier-ignore
  const list = <ElementList {...{ shown, names, onPick, onMark, onLeave }} elements={tellingOf(scene)} box={null} />; // prettier-ignore
  await draw(list, { phrases: { diagram: texts } });
  return { onPick, onMark, onLeave };
}

const rows = () => screen.getAllByRole('option').map((one) => one.textContent);

test('says of every element what its drawing tells, in the order in which it is drawn', async () => {
  await show(sceneOf(1), 1);
  expect(rows()).toEqual([
    '10 kVGrid supply',
    'QF1Circuit breaker · Closed',
    'E-103 Pump houseElectricity meter · Warning · Active power 612.3 kW · Alarm of level 2',
    'Bay 0Text',
  ]);
});

test('says what has no supply, what is not known, and how old a value is', async () => {
  await show(sceneOf(0), 0, AT - 14 * MINUTE);
  expect(rows()[1]).toBe('QF1Circuit breaker · Open');
  expect(rows()[2]).toContain('No supply · Active power 612.3 kW ○ 14 min ago');
});

test('a switch of which nothing is known leaves the supply below it open', async () => {
  await show(sceneOf(0), null);
  expect(rows()[1]).toBe('QF1Circuit breaker · Unknown');
  expect(rows()[2]).toContain('supply not known');
});

test('is walked by keys, with few rows there at once, and its element is pressed by Enter', async () => {
  const { onPick, onMark, onLeave } = await show(sceneOf(1000), 1);
  const list = screen.getByRole('listbox');
  act(() => list.focus());
  expect(onMark).toHaveBeenLastCalledWith('s');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(onMark).toHaveBeenLastCalledWith('m');
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith('m');
  await userEvent.keyboard('{End}');
  expect(onMark).toHaveBeenLastCalledWith('t999');
  const last = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
  expect(last).toHaveTextContent('Bay 999');
  expect(last).toHaveAttribute('aria-posinset', '1003');
  expect(last).toHaveAttribute('aria-setsize', '1003');
  expect(screen.getAllByRole('option').length).toBeLessThan(30);
  await userEvent.keyboard('{Escape}');
  expect(onLeave).toHaveBeenCalled();
});

test('finds elements by their words', async () => {
  const { onPick } = await show(sceneOf(1000), 1);
  await userEvent.type(screen.getByRole('searchbox'), 'pump');
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole('option'));
  expect(onPick).toHaveBeenCalledWith('m');
  await userEvent.type(screen.getByRole('searchbox'), ' nothing');
  expect(screen.getByText('No element matches')).toBeInTheDocument();
});
