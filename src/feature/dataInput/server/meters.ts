import { sql } from 'kysely';
import { energyTypeOf } from '#contract/energyType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterFacts } from '../domain/meterFacts.ts';

/** A meter that an import may write to. */
export interface ImportMeter extends MeterFacts {
  readonly dataType: string;
  readonly zone: string;
}

/** The meters of an enterprise that measure something themselves, by code. */
export async function loadMeters(db: Db, consumerId: number): Promise<ImportMeter[]> {
  const { rows } = await sql<{ id: number; code: string; name: string; data_type: string; zone: string }>`
    select a.id, a.ammeter_code as code, a.ammeter_name as name, a.data_type, s.time_zone as zone
    from ammeter a join monitor_site s on s.id = a.site_id
    where a.consumer_id = ${consumerId} and a.device_type not in ('3', '11') order by a.ammeter_code`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    dataType: row.data_type,
    zone: row.zone,
    unit: energyTypeOf(row.data_type).unit,
  }));
}

/** @throws Fault 404 when the caller may not see the enterprise. */
export async function mustSeeConsumer(trx: Db, consumerId: number): Promise<void> {
  const { rows } = await sql`select id from consumer where id = ${consumerId}`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}

/** As `loadMeters`. @throws Fault 404 for an enterprise that may not be seen, 400 when it has no meter yet. */
export async function mustHaveMeters(trx: Db, consumerId: number): Promise<ImportMeter[]> {
  await mustSeeConsumer(trx, consumerId);
  const meters = await loadMeters(trx, consumerId);
  if (meters.length === 0) {
    throw badInput(
      { zh: '该企业还没有表计，请先建立表计', en: 'This enterprise has no meter yet, add one first' },
      'consumerId',
    );
  }
  return meters;
}

/** The zone in which most of the meters stand. */
export function mainZone(meters: readonly ImportMeter[]): string {
  const counts = new Map<string, number>();
  for (const { zone } of meters) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'Asia/Shanghai';
}
