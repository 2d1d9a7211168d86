import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { markAll, restartAll } from '#feature/meters/reading/server/public.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

/** Whether two names of zones differ. */
export const zoneChanged = (before: unknown, after: unknown): boolean => before !== after;

/**
 * Has everything of meters folded again after a change of what the fold reads beside readings, with a task that
 * shows how far it is. The marks are set in the transaction of the change. `zone` = buckets get other borders.
 */
export async function repairMeters(
  { trx, caller, services }: SlotCall,
  consumerId: number,
  name: string,
  meterIds: readonly number[],
  kind: 'facts' | 'zone',
): Promise<void> {
  const extents = await (kind === 'zone' ? restartAll : markAll)(trx, meterIds);
  await fileRepair(
    { trx, caller, services },
    consumerId,
    name,
    extents.map((extent) => extent.meterId),
  );
}

/** Files the task that shows how far the repair of marked meters is. */
export async function fileRepair(
  { trx, caller, services }: Pick<SlotCall, 'trx' | 'caller' | 'services'>,
  consumerId: number,
  name: string,
  meterIds: readonly number[],
): Promise<void> {
  if (meterIds.length === 0) return;
  await startTask(trx, services, {
    kind: 'repair',
    label: { zh: `修复 ${name} 的用量`, en: `Repairing the figures of ${name}` },
    params: { meterIds },
    consumerId,
    employeeId: caller.employeeId,
  });
}

const FACTS = [
  'intervalSeconds',
  'ratedPower',
  'gapShape',
  'siteId',
  'dataType',
  'periodSource',
  'demandSlip',
  'commissioned',
  'state',
];

/**
 * Follows the change of a meter's row: its step and power take part in the arithmetic, its site gives the zone, a
 * virtual one is a sum; its commissioning and state say when sums demand it.
 */
export async function followMeter(call: SlotCall, meter: JsonRow, before: JsonRow | null): Promise<void> {
  const virtual =
    before !== null &&
    (meter['deviceType'] === DEVICE_TYPE.totalAdder) !== (before['deviceType'] === DEVICE_TYPE.totalAdder);
  if (before === null || (!virtual && FACTS.every((key) => meter[key] === before[key]))) return;
  const moved = meter['siteId'] !== before['siteId'];
  const [from, to] = moved ? await zonesOf(call.trx, [before['siteId'], meter['siteId']]) : [];
  const kind = moved && zoneChanged(from, to) ? 'zone' : 'facts';
  await repairMeters(call, Number(meter['consumerId']), String(meter['ammeterName']), [meter.id], kind);
}

async function zonesOf(trx: Db, sites: readonly unknown[]): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select id, time_zone as zone from monitor_site where id = any(${sites}::integer[])`.execute(trx);
  return sites.map((id) => rows.find((row) => row.id === id)?.zone);
}
