import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import type { Envelope } from '#contract/envelope.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { type Client, ok, type Product } from '../product.ts';
import { buildMeters } from './meter.ts';

const HOME = 8 * 3_600_000;

/** Midnight of a date in the plants' zone. */
export const midnight = (date: string): number => dayOfDate(date) * 86_400_000 - HOME;

/** A plant that is billed, and what is asked of it through the public calls. */
export interface Billed {
  readonly consumerId: number;
  readonly siteId: number;
  readonly meterIds: readonly number[];
  readonly add: (resource: string, row: Readonly<Record<string, unknown>>) => Promise<number>;
  /** The same without insisting that it is taken. */
  readonly tryAdd: (
    resource: string,
    row: Readonly<Record<string, unknown>>,
  ) => Promise<Envelope<{ id: number }>>;
  readonly bill: (month: string, account?: string) => Promise<BillView>;
  readonly fold: () => Promise<void>;
}

/**
 * For tests: an enterprise whose meters measured every quarter of an hour from a date on, kWh by `energyAt`, in no
 * tariff period.
 */
export async function buildBilled(
  product: Product,
  operator: Client,
  {
    name,
    from,
    days,
    energyAt = () => 10,
    meters = 1,
  }: {
    readonly name: string;
    readonly from: string;
    readonly days: number;
    /** kWh of a quarter, counted from the first, of a meter. */
    readonly energyAt?: (quarter: number, meter: number) => number;
    readonly meters?: number;
  },
): Promise<Billed> {
  const { db } = product.database;
  const built = await buildMeters(db, { name, meters });
  const { consumerId } = built;
  const start = midnight(from);
  await storeIntervals(
    db,
    built.meterIds.flatMap((meterId, meter) =>
      Array.from({ length: days * 96 }, (_, q) => ({
        meterId,
        start: start + q * Q,
        end: start + (q + 1) * Q,
        code: 'PP' as const,
        value: String(energyAt(q, meter)),
      })),
    ),
  );
  await foldDirty(db);
  const tryAdd: Billed['tryAdd'] = (resource, row) =>
    operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row });
  return {
    ...built,
    tryAdd,
    add: async (resource, row) => ok(await tryAdd(resource, row)).id,
    bill: async (month, measureAccount = 'A') =>
      ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount, month })),
    fold: () => foldDirty(db).then(() => undefined),
  };
}

/** Keys and amounts of a bill's lines. */
export const amountsOf = ({ rows }: BillView): [string, number][] => rows.map((row) => [row.key, row.amount]);
