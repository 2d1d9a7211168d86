import { sql } from 'kysely';
import * as z from 'zod';
import { ENERGY_CODES } from '#contract/dataCode.ts';
import { id } from '#contract/param.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { monthAt } from '#domain/time/text.ts';
import { usageOf, visibleMeter } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { LedgerChange, Life } from '../contract.ts';
import { eventsOf } from '../domain/life.ts';
import { loadLedger } from './store.ts';

const MAIN = ENERGY_CODES.indexOf('PP');
const MOST_CHANGES = 200;
const ALWAYS = Date.UTC(9000, 0);

/** The life of a meter: its intervals, its consumption by month, and who changed what. */
export const getLife = defineRoute({
  method: 'GET',
  path: '/api/archive/ledger/getLife',
  summary: {
    zh: '表计履历：分段、月用量与变更记录',
    en: "A meter's life: periods in service, use by month, and changes",
  },
  permission: 'archive.ledger.view',
  params: z.object({ ammeterId: id() }),
  example: { ammeterId: 1 },
  handler: async ({ trx, params }): Promise<Life> => {
    const meter = await visibleMeter(trx, params.ammeterId);
    const ledger = await loadLedger(trx, meter.id);
    const events = eventsOf(ledger);
    const buckets = await usageOf(trx, [meter.id], LEVEL.month, 0, ALWAYS);
    const known = buckets.flatMap((bucket) => bucket.energies[MAIN] ?? []);
    return {
      meterId: meter.id,
      meterCode: meter.code,
      meterName: meter.name,
      unit: meter.unit,
      zone: meter.zone.name,
      rows: ledger.map((row, i) => ({ ...row, events: events[i] ?? [] })),
      months: buckets.map((bucket) => {
        const energy = bucket.energies[MAIN] ?? null;
        return {
          month: monthAt(meter.zone, bucket.ts),
          from: bucket.ts,
          to: bucket.end,
          energy: energy === null ? null : microToNumber(energy),
          coveredSeconds: bucket.coveredS,
          flags: flagNames(bucket.flags),
        };
      }),
      total: known.length === 0 ? null : microToNumber(known.reduce((sum, energy) => sum + energy, 0n)),
      history: await changesOf(trx, meter.id),
    };
  },
});

/** The main energy of a visible meter's months, in the order of time. @throws Fault 404 */
export async function monthsOf(
  trx: Db,
  ammeterId: number,
): Promise<{ unit: string; months: { month: string; energy: number | null }[] }> {
  const meter = await visibleMeter(trx, ammeterId);
  const buckets = await usageOf(trx, [meter.id], LEVEL.month, 0, ALWAYS);
  return {
    unit: meter.unit,
    months: buckets.map((bucket) => {
      const energy = bucket.energies[MAIN] ?? null;
      return {
        month: monthAt(meter.zone, bucket.ts),
        energy: energy === null ? null : microToNumber(energy),
      };
    }),
  };
}

async function changesOf(trx: Db, meterId: number): Promise<LedgerChange[]> {
  const { rows } = await sql<Omit<LedgerChange, 'at'> & { at: Date }>`
    select id::integer, at, user_name as by, action, row_id as "rowId", before, after, remarks from oper_log
    where resource = 'ledger' and (coalesce(after, before)->>'ammeterId')::integer = ${meterId}
    order by oper_log.id desc limit ${MOST_CHANGES}`.execute(trx);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
