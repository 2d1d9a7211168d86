import { sql } from 'kysely';
import * as z from 'zod';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { Call } from '#server/route.ts';
import { MANY_ENTERPRISES } from '../contract.ts';
import type { MeterFacts } from '../domain/meterFacts.ts';

/** A meter that an import may write to. */
export interface ImportMeter extends MeterFacts {
  readonly consumerId: number;
  readonly dataType: string;
  readonly zone: string;
  /** How often it is expected to say something. */
  readonly intervalSeconds: number;
}

/**
 * The meters that measure something themselves, by code: of an enterprise, or (null) of all that the executor sees,
 * their codes with `ENTERPRISE/` before them.
 * @param only of them, those of these ids
 */
export async function loadMeters(
  db: Db,
  consumerId: number | null,
  only?: readonly number[],
): Promise<ImportMeter[]> {
  const { rows } = await sql<Raw>`
    select a.id, a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_name as written, a.data_type, a.interval_seconds, s.time_zone as zone,
      floor(extract(epoch from a.commissioned::timestamp at time zone s.time_zone) * 1000)::float8 as since,
      floor(extract(epoch from f.closed_ts) * 1000)::float8 as closed, a.consumer_id, c.org_code as owner, shown_name(c.org_name, c.org_name_en) as owner_name
    from ammeter a join monitor_site s on s.id = a.site_id join consumer c on c.id = a.consumer_id
      left join meter_fold f on f.meter_id = a.id
    where (${consumerId}::integer is null or a.consumer_id = ${consumerId}) and a.device_type not in (${sql.lit(DEVICE_TYPE.communicationManager)}, ${sql.lit(DEVICE_TYPE.totalAdder)})
      and (${only ?? null}::integer[] is null or a.id = any (${only ?? null}))
    order by c.org_code, a.ammeter_code`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    consumerId: row.consumer_id,
    dataType: row.data_type,
    zone: row.zone,
    intervalSeconds: row.interval_seconds,
    ...(row.since === null ? {} : { since: row.since }),
    ...(row.closed === null ? {} : { closedBefore: row.closed }),
    unit: energyTypeOf(row.data_type).unit,
    ...(consumerId === null
      ? { code: `${row.owner}/${row.code}`, name: `${row.owner_name} · ${row.name}`, owner: row.owner }
      : { code: row.code, name: row.name, writtenName: row.written }),
  }));
}

/** What a task, which sees every meter, must know of an account whose role is limited: the meters that it may write to. */
export const withinLimit = (
  { limit }: Call<unknown>['caller'],
  meters: readonly ImportMeter[],
): { readonly onlyMeters?: readonly number[] } =>
  limit === undefined ? {} : { onlyMeters: meters.map((meter) => meter.id) };

interface Raw {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly written: string;
  readonly data_type: string;
  readonly zone: string;
  readonly interval_seconds: number;
  readonly since: number | null;
  readonly closed: number | null;
  readonly consumer_id: number;
  readonly owner: string;
  readonly owner_name: string;
}

/** The enterprise of a parameter; 0 = many of them, for whoever sees all. @throws Fault 404 for one not to be seen */
export async function ownerOf(
  { trx, caller }: Pick<Call<unknown>, 'trx' | 'caller'>,
  consumerId: number,
): Promise<number | null> {
  if (consumerId !== MANY_ENTERPRISES) {
    await mustSeeConsumer(trx, consumerId);
    return consumerId;
  }
  if (caller.scope !== 'all') throw noSuchRow();
  return null;
}

/** A parameter that names an enterprise, or many of them by 0. */
export const owner = () => z.coerce.number().int().min(MANY_ENTERPRISES).max(2147483647);

/** @throws Fault 404 when the caller may not see the enterprise. */
export async function mustSeeConsumer(trx: Db, consumerId: number): Promise<void> {
  const { rows } = await sql`select id from consumer where id = ${consumerId}`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}

/** As `loadMeters`. @throws Fault 400 where there is no meter yet. */
export async function mustHaveMeters(trx: Db, consumerId: number | null): Promise<ImportMeter[]> {
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
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? HOME_ZONE;
}
