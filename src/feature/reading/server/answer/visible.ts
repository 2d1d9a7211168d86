import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';

/** A meter that the caller may see. */
export interface VisibleMeter {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly consumerId: number;
  readonly zone: Zone;
  /** Unit of its main register. */
  readonly unit: string;
}

// One answer asks for the same meters several times: within its transaction they are found once.
const found = new WeakMap<Db, Map<string, Promise<VisibleMeter[]>>>();

/** Those of the meters that the executor's scope shows; the only way into the time series for a request. */
export async function visibleMeters(db: Db, meterIds: readonly number[]): Promise<VisibleMeter[]> {
  if (meterIds.length === 0) return [];
  if (!db.isTransaction) return find(db, meterIds);
  const known = found.get(db) ?? new Map<string, Promise<VisibleMeter[]>>();
  found.set(db, known);
  const key = meterIds.join();
  const asked = known.get(key) ?? find(db, meterIds);
  known.set(key, asked);
  return asked;
}

async function find(db: Db, meterIds: readonly number[]): Promise<VisibleMeter[]> {
  const { rows } = await sql<{
    id: number;
    code: string;
    name: string;
    consumerId: number;
    zone: string | null;
    energy: string;
  }>`
    select a.id, a.ammeter_code as code, a.ammeter_name as name, a.consumer_id as "consumerId", s.time_zone as zone,
      a.data_type as energy
    from ammeter a left join monitor_site s on s.id = a.site_id
    where a.id = any(${meterIds}::integer[]) order by a.id`.execute(db);
  return rows.map(({ zone, energy, ...row }) => ({
    ...row,
    zone: zoneOf(zone ?? 'Asia/Shanghai'),
    unit: energyTypeOf(energy).unit,
  }));
}

/** The meter, or the fault 404 when it does not exist or may not be seen. */
export async function visibleMeter(db: Db, meterId: number): Promise<VisibleMeter> {
  const [meter] = await visibleMeters(db, [meterId]);
  if (!meter) throw noSuchRow();
  return meter;
}
