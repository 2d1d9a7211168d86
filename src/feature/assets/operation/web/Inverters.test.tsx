import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { InverterYield, PvDevice } from '../contract.ts';
import { Inverters } from './Inverters.tsx';
import { texts } from './texts.ts';

const inverter = (id: number, rest: Partial<InverterYield>): InverterYield => ({
  id,
  name: `I${id}`,
  ammeterId: id,
  ratedPower: 50,
  generated: 1000,
  specificYield: 20,
  deviation: 0,
  comparedDays: 10,
  days: 10,
  why: null,
  coverage: 100,
  ...rest,
});

/** The rows below the head, words under a row among them. */
async function rowsOf(inverters: readonly InverterYield[]): Promise<string[]> {
  const total = { label: '', from: 0, to: 0, generated: null, specificYield: null, irradiation: null, irradiationCoverage: null, performanceRatio: null, coverage: null, flags: [] } as const; // prettier-ignore
  const device: PvDevice = { id: 1, name: 'Roof', ammeterId: 9, ratedPower: 150, selfUsed: null, fedIn: null, income: null, buckets: [], total, inverters, peerRules: [], soiling: null, degradation: null, monthsOnRecord: 0 }; // prettier-ignore
  await drawAt('/', <Inverters device={device} />, { phrases: { operation: texts } });
  await screen.findByText('I1');
  return screen.getAllByRole('row').slice(1).map((row) => row.textContent ?? ''); // prettier-ignore
}

test('one that lags is named; one whose logger was off says over how many days it was compared', async () => {
  const rows = await rowsOf([
    inverter(1, {}),
    inverter(2, { generated: 800, specificYield: 16, comparedDays: 8, coverage: 80 }),
    inverter(3, { deviation: -10 }),
  ]);
  expect(rows).toHaveLength(5);
  expect(rows[2]).toBe('compared over 8 of 10 days, those of which 95 % is known');
  expect(rows[4]).toBe('Low: look at strings, shade and dirt');
});

test('one that cannot be compared says why', async () => {
  const silent = inverter(3, { generated: null, specificYield: null, deviation: null, comparedDays: 0, why: 'coverage' }); // prettier-ignore
  const rows = await rowsOf([inverter(1, {}), inverter(2, {}), silent]);
  expect(rows.at(-1)).toBe('Not comparable: no day of it is known by 95 %');
});

test('of two inverters nobody expects a comparison', async () => {
  const few = { deviation: null, comparedDays: 0, why: 'few' } as const;
  expect(await rowsOf([inverter(1, few), inverter(2, few)])).toHaveLength(2);
});
