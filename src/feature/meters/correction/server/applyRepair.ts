import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { conflict, noSuchRow } from '#contract/error.ts';
import {
  activateSource,
  createSource,
  storeIntervals,
  storeReadings,
  undoSource,
  type VisibleMeter,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { Db } from '#server/database/db.ts';
import type { Effect, Operation } from '../contract.ts';
import type { Plan } from '../domain/plan.ts';
import { effectOf } from './effect.ts';

export interface Author {
  readonly employeeId: number;
  readonly reason: string;
}

/**
 * Stores what a person corrects under a source of its own and lets all of it count at once, in the request's
 * transaction; `system` stores the values before, when they do not count yet. Answers the id and the effect.
 */
export async function applyRepair(
  trx: Db,
  system: Db,
  meter: VisibleMeter,
  operation: Operation,
  { employeeId, reason }: Author,
): Promise<{ id: number; effect: Effect }> {
  const { plan, effect, sums } = await effectOf(trx, meter.id, operation);
  const source = await storePlan(system, meter, operation, plan, employeeId);
  const [from, to] = [new Date(operation.from), new Date(operation.to)];
  for (const one of plan.voids) {
    await sql`insert into reading_void (meter_id, source, code, kind, from_ts, to_ts, target)
      values (${meter.id}, ${source}, ${one.code}, ${one.kind}, ${new Date(one.from)}, ${new Date(one.to)}, ${one.target})`.execute(
      trx,
    );
  }
  // The interval that activating and undoing mark.
  await sql`insert into data_source_meter as d (meter_id, source, from_ts, to_ts, codes)
    values (${meter.id}, ${source}, ${from}, ${to}, '')
    on conflict (meter_id, source) do update set from_ts = least(d.from_ts, excluded.from_ts),
      to_ts = greatest(d.to_ts, excluded.to_ts)`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into repair (consumer_id, meter_id, source_id, kind, code, from_ts, to_ts, amount, reason, now_pp, after_pp, created_by)
    values (${meter.consumerId}, ${meter.id}, ${source}, ${operation.kind}, ${operation.code}, ${from}, ${to},
      ${operation.amount}, ${reason}, ${sums.now}, ${sums.after}, ${employeeId}) returning id`.execute(trx);
  await activateSource(trx, source);
  return { id: rows[0]?.id ?? 0, effect };
}

/** Stores the values of a plan under a new source that does not count yet. */
async function storePlan(
  system: Db,
  meter: VisibleMeter,
  { code }: Operation,
  plan: Plan,
  employeeId: number,
): Promise<number> {
  const source = await createSource(system, {
    consumerId: meter.consumerId,
    kind: 'person',
    name: `${meter.code} ${code}`,
    createdBy: employeeId,
    pending: true,
  });
  const options = { source, pending: true };
  if (plan.readings.length > 0) {
    const builder = new BatchBuilder();
    for (const { ts, value } of plan.readings) {
      builder.row(meter.id, ts);
      builder.set(codeIndex(code), value);
    }
    await storeReadings(system, builder.batch(), options);
  }
  const intervals = plan.intervals.map((one) => ({ ...one, meterId: meter.id, code }));
  await storeIntervals(system, intervals, options);
  return source;
}

/** Takes a correction out again: the figures return to what they were. @throws Fault 404, 409 when it is undone. */
export async function undoRepair(trx: Db, id: number, { employeeId, reason }: Author): Promise<void> {
  const { rows } = await sql<{ source: number; undone: boolean }>`
    select source_id as source, undone_at is not null as undone from repair where id = ${id} for update`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw noSuchRow();
  if (row.undone) throw conflict({ zh: '该修正已撤销', en: 'This correction is undone already' });
  await undoSource(trx, row.source, employeeId);
  await sql`update repair set undone_by = ${employeeId}, undone_at = now(), undo_reason = ${reason}
    where id = ${id}`.execute(trx);
}
