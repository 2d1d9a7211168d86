import { sql } from 'kysely';
import { energyTypeOf } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Counting } from '#domain/fold/counting.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import { type CountingColumns, countingOfColumns, countsFrom } from '../counting.ts';

/** A meter that the caller may see. */
export interface VisibleMeter {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly consumerId: number;
  readonly zone: Zone;
  /** Unit of its main register. */
  readonly unit: string;
  /** When it counts in sums. */
  readonly counting: Counting;
  /** Its windows of demand move by less than a quarter of an hour. */
  readonly slides: boolean;
}

// One answer asks for the same meters several times: within its transaction each is found once.
const found = new WeakMap<Db, Map<number, Promise<ReadonlyMap<number, VisibleMeter>>>>();

/**
 * Those of the meters that the executor's scope shows, by id; the only way into the time series for a request. Who will
 * ask for several lists one after the other asks for all of them first.
 */
export async function visibleMeters(db: Db, meterIds: readonly number[]): Promise<VisibleMeter[]> {
  const ids = [...new Set(meterIds)].toSorted((a, b) => a - b);
  if (ids.length === 0) return [];
  if (!db.isTransaction) return [...(await find(db, ids)).values()];
  const known = found.get(db) ?? new Map<number, Promise<ReadonlyMap<number, VisibleMeter>>>();
  found.set(db, known);
  const unknown = ids.filter((id) => !known.has(id));
  const query = unknown.length > 0 ? find(db, unknown) : undefined;
  for (const id of unknown) if (query) known.set(id, query);
  const meters: VisibleMeter[] = [];
  for (const id of ids) {
    const meter = (await known.get(id))?.get(id);
    if (meter) meters.push(meter);
  }
  return meters;
}

async function find(db: Db, meterIds: readonly number[]): Promise<ReadonlyMap<number, VisibleMeter>> {
  const { rows } = await sql<
    {
      id: number;
      code: string;
      name: string;
      consumerId: number;
      zone: string | null;
      energy: string;
      slides: boolean;
    } & CountingColumns
  >`
    select a.id, a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.consumer_id as "consumerId", s.time_zone as zone,
      a.data_type as energy, a.demand_slip is not null and a.demand_slip <> '15' as slides, ${sql.raw(countsFrom('s'))} as "countsFrom", f.counts_to as "countsTo"
    from ammeter a left join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
    where a.id = any(${meterIds}::integer[]) order by a.id`.execute(db);
  return new Map(
    rows.map(({ zone, energy, countsFrom: from, countsTo: to, ...row }) => [
      row.id,
      {
        ...row,
        zone: zoneOf(zone ?? HOME_ZONE),
        unit: energyTypeOf(energy).unit,
        counting: countingOfColumns({ countsFrom: from, countsTo: to }),
      },
    ]),
  );
}

/** The meter, or the fault 404 when it does not exist or may not be seen. */
export async function visibleMeter(db: Db, meterId: number): Promise<VisibleMeter> {
  const [meter] = await visibleMeters(db, [meterId]);
  if (!meter) throw noSuchRow();
  return meter;
}
