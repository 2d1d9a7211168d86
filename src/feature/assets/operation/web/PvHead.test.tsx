import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { drawAt, session } from '#web/resource/testBed.tsx';
import type { PvDevice } from '../contract.ts';
import { PvHead } from './PvHead.tsx';
import { texts } from './texts.ts';

const total = { label: '', from: 0, to: 0, generated: 200, specificYield: 2, irradiation: null, irradiationCoverage: null, performanceRatio: null, coverage: 100, flags: [] } as const; // prettier-ignore
const device: PvDevice = { id: 1, name: 'Roof', ammeterId: 9, ratedPower: 100, selfUsed: 150, fedIn: 50, income: 97.5, buckets: [], total, inverters: [], peerRules: [], soiling: null, degradation: null, monthsOnRecord: 0 }; // prettier-ignore

/** The figures as they stand beside each other. */
async function figures(plant: PvDevice, funCodes: readonly string[]): Promise<string[]> {
  const as = { ...session, funCodes: [...funCodes] };
  await drawAt('/', <PvHead device={plant} now={undefined} />, { as, phrases: { operation: texts } });
  await screen.findByText('Generated');
  return screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
}

test('tells what was used and fed in, the share of it, and what it brought', async () => {
  const told = await figures(device, [COST_BENEFIT_CODE]);
  expect(told).toHaveLength(8);
  expect(told[5]).toMatch(/^Used on site150\.0.*feed-in.*50\.0 kWh$/);
  expect(told[6]).toMatch(/^Self-consumption75\.0/);
  expect(told[7]).toMatch(/^Income97\.50/);
});

test('money is told to who may see it, and what is not known is no share', async () => {
  const told = await figures({ ...device, fedIn: null }, []);
  expect(told).toHaveLength(7);
  expect(told[6]).toMatch(/^Self-consumption--/);
});
