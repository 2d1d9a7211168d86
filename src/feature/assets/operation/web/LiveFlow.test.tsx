import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { StationNow } from '../contract.ts';
import { LiveFlow } from './LiveFlow.tsx';
import { sampleOverview, sampleStation } from './sampleOverview.ts';
import { texts } from './texts.ts';

const station = (name: string, kW: number | null, soc: number | null, ratedEnergy: number): StationNow =>
  sampleStation({
    name,
    soc,
    ratedEnergy,
    power: { value: kW, at: 1 },
    doing: kW === null ? null : kW < 0 ? 'charging' : 'discharging',
  });

/** The box of the battery as it reads. */
async function boxOf(stations: readonly StationNow[]): Promise<string> {
  await drawAt('/', <LiveFlow overview={sampleOverview({ stations })} />, { phrases: { operation: texts } });
  const name = await screen.findByText(/^Battery/);
  return name.parentElement?.textContent ?? '';
}

test('two batteries are shown as what they do together, their charge by what they hold', async () => {
  expect(await boxOf([station('1#', -30, 80, 100), station('2#', -20, 20, 300)])).toBe(
    'Battery charging50 kWSOC 35%',
  );
});

test('where they do not do the same each is named', async () => {
  expect(await boxOf([station('1#', 30, 80, 100), station('2#', -50, 20, 300)])).toBe(
    'Battery charging20 kWSOC 35% • 1# discharging 80% • 2# charging 20%',
  );
});

test('of one that does not tell its charge no other stands for both', async () => {
  expect(await boxOf([station('1#', 30, 80, 100), station('2#', 20, null, 300)])).toBe(
    'Battery discharging50 kW1# discharging 80% • 2# discharging --',
  );
});
