import { ENERGY } from '#contract/energyType.ts';
import { hourText } from '#domain/time/clock.ts';
import type { Client } from '../../demonstration/client.ts';
import type { Archive } from '../archive.ts';
import { Rig } from '../rig.ts';
import type { Reported } from '../story.ts';

/** What the energy of the units costs, thousandths of a yuan, and the hours of its periods. */
export const PRICES = { peak: 1105, flat: 650, valley: 247, fund: 20, demand: 32_000 } as const;
export type PeriodName = 'peak' | 'flat' | 'valley';
export const periodAt = (hour: number): PeriodName =>
  hour < 8 ? 'valley' : hour >= 10 && hour < 19 ? 'peak' : 'flat';
/** kgCO2 of a kWh. */
export const CARBON = 0.5366;

/** The meters of one kind of fault as an organisation unit with an account. */
export interface Unit {
  readonly told: Reported;
  readonly orgId: number;
  readonly account: string;
  /** Its meters that have ever sent something, and a sum of them as the judge takes it. */
  readonly meters: readonly Rig[];
  readonly sum: Rig;
}

const segment = (begin: number, end: number, period: number) => {
  return { begin: hourText(begin), end: hourText(end), period };
};

/** Enters a calendar, prices and a factor, and for every kind of fault a unit that its meters stand for. */
export async function enterUnits(
  client: Client,
  archive: Archive,
  reported: readonly Reported[],
): Promise<Unit[]> {
  const { consumerId } = archive;
  const add = (path: string, row: Readonly<Record<string, unknown>>): Promise<{ id: number }> =>
    client.post<{ id: number }>(`/api/${path}/add`, { consumerId, ...row });
  const segments = [segment(0, 8, 4), segment(8, 10, 3), segment(10, 19, 2), segment(19, 24, 3)];
  await add('archive/timezone', {
    timezoneName: 'score',
    validFrom: '2020-01-01',
    rules: { rules: [{ segments }] },
  });
  const yuan = (thousandths: number): string => (thousandths / 1000).toFixed(3);
  const { id: planId } = await add('price/priceScheme', {
    schemeName: 'score',
    price1: yuan(PRICES.peak),
    price2: yuan(PRICES.peak),
    price3: yuan(PRICES.flat),
    price4: yuan(PRICES.valley),
    fundPrice: yuan(PRICES.fund),
    demandPrice: yuan(PRICES.demand),
    basicCharge: '2',
    factorStandard: '90',
    reactive: '1',
  });
  const factor = {
    orgId: consumerId,
    dataType: ENERGY.electricity,
    type: '2',
    dt: '2020-01-01',
    factor: CARBON,
    source: 'score',
  };
  await client.post('/api/archive/coefficient/editAll', { json: JSON.stringify([factor]) });
  const units: Unit[] = [];
  for (const [i, one] of reported.entries()) {
    const account = `A${i}`;
    const { id: orgId } = await add('sys/orgUnit', {
      orgName: one.story.kind.slice(0, 60),
      orgCode: account,
    });
    const real = one.rigs.filter(({ parts }) => parts.length === 0);
    for (const { code } of real)
      await add('archive/orgAmmeter', {
        orgId,
        ammeterId: archive.meterIds.get(code),
        sign: '1',
        confirmed: 1,
      });
    await add('price/priceAgreement', { measureAccount: account, orgId, planId, beginDt: '2020-01-01' });
    const meters = real.filter(({ spans }) => spans.length > 0);
    units.push({ told: one, orgId, account, meters, sum: sumOf(account, meters) });
  }
  return units;
}

/** Meters as the sum that they are together: touched and flagged where one of them is. */
export function sumOf(code: string, meters: readonly Rig[]): Rig {
  const [first] = meters;
  if (!first) throw new Error(`${code} has no meters`);
  const sum = new Rig(first.season, { code });
  sum.listed = true;
  sum.sent = [];
  sum.spans = [];
  sum.parts = meters.map((one) => ({ code: one.code, sign: 1 }));
  for (const one of meters) {
    sum.tells.push(...one.tells);
    sum.permits.push(...one.permits);
    sum.touched.push(...one.touched);
    sum.slack ??= one.slack;
  }
  return sum;
}
