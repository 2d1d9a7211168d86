import { utcDate } from '#domain/time/date.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { dayStart, monthStart } from '../plant/moment.ts';
import type { Client } from './client.ts';

/** The shifts tell what they made when they end. */
const SHIFT_MS = 8 * HOUR_MS;

/** When the shift ended that told last before an instant, ms. */
export const lastShiftEnd = (now: number): number =>
  dayStart(now) + Math.floor((now - dayStart(now)) / SHIFT_MS) * SHIFT_MS;

interface Made {
  readonly id: number;
  readonly consumerId: number;
  readonly productName: string;
  readonly dt: string;
  readonly outputAmount: number | null;
}

/**
 * Enters what the running month made so far, as the shift leaders of a plant do: a row for every day, today's as far as its
 * shifts have told. @param client whoever may enter output and costs @throws Refused
 */
export async function enterOutput(
  client: Client,
  { code, product }: PlantDesign,
  now: number,
): Promise<void> {
  if (!product) return;
  const enterprises = await client.get<readonly { id: number; orgCode: string }[]>(
    '/api/archive/consumer/getall',
  );
  const consumerId = enterprises.find((one) => one.orgCode === code)?.id;
  if (consumerId === undefined) return;
  const known = await client.get<readonly Made[]>('/api/archive/costBenefit/getall');
  const own = known.filter((one) => one.consumerId === consumerId && one.productName === product.name);
  const until = lastShiftEnd(now);
  for (let day = monthStart(until - 1, 0); day < until; day += DAY_MS) {
    // Midnight there is 16:00 UTC of the day before.
    const dt = utcDate(day + SHIFT_MS);
    const share = Math.min(1, (until - day) / DAY_MS);
    const outputAmount = Math.round(product.perDay * share * (1 + 0.04 * Math.sin((day / DAY_MS) * 1.7)));
    const row = own.find((one) => one.dt === dt);
    if (row?.outputAmount === outputAmount) continue;
    const outputValue = outputAmount * product.price;
    const values = {
      outputAmount,
      outputValue,
      addedValue: Math.round(outputValue * 0.22),
      income: Math.round(outputValue * 0.965),
      energyCost: outputAmount * product.energyCost,
    };
    const key = { consumerId, orgId: consumerId, dt, productName: product.name };
    if (row) await client.post('/api/archive/costBenefit/edit', { id: row.id, ...key, ...values });
    else
      await client.post('/api/archive/costBenefit/add', { ...key, productNameEn: product.nameEn, ...values });
  }
}
