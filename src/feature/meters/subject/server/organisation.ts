import { sql } from 'kysely';
import { ENERGY_TYPE_ORDER } from '#contract/energyType.ts';
import { ALWAYS, type Counting } from '#domain/fold/counting.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import {
  type CountingColumns,
  countingOfColumns,
  countsFrom,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter, SumPart } from '../domain/flow.ts';
import type { TreeMeter } from '../domain/meterTree.ts';
import { standFor, type ListEntry, type OrgNode, type Stand, type Structure } from '../domain/standFor.ts';

/** A meter of an enterprise, with what a screen says of it. */
export interface OrgMeter extends TreeMeter {
  readonly name: string;
  readonly code: string;
  readonly timeZone: string;
  /** Expected step of its readings. */
  readonly intervalSeconds: number;
  readonly inUse: boolean;
  /** When it counts in sums. */
  readonly counting: Counting;
}

/** An enterprise with everything that says who stands for whom. */
export interface Organisation extends Structure {
  readonly consumerId: number;
  readonly meters: readonly OrgMeter[];
}

/** The enterprise that a node belongs to, or null where the scope shows none of this id. */
export async function consumerOf(trx: Db, orgId: number): Promise<number | null> {
  const { rows } = await sql<{ consumerId: number }>`
    select consumer_id as "consumerId" from org where id = ${orgId}`.execute(trx);
  return rows[0]?.consumerId ?? null;
}

/** Nodes, meters, lists and sums of an enterprise, as far as the scope shows them. */
export async function organisationOf(trx: Db, consumerId: number): Promise<Organisation> {
  // None waits for the other: they go out together.
  const nodes = sql<OrgNode>`
    select id, kind, shown_name(name, name_en) as name, code, parent_id as "parentId" from org
    where consumer_id = ${consumerId} order by kind, ix, id`.execute(trx);
  const meters = sql<Omit<OrgMeter, 'counting'> & CountingColumns>`
    select a.id, a.site_id as "siteId", coalesce(a.data_type, '') as "dataType", a.device_type as "deviceType",
      a.parent_id as "parentId", shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_code as code,
      s.time_zone as "timeZone", a.interval_seconds as "intervalSeconds", a.state = '1' as "inUse",
      ${sql.raw(countsFrom('s'))} as "countsFrom", f.counts_to as "countsTo"
    from ammeter a join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
    where a.consumer_id = ${consumerId} order by a.id`.execute(trx);
  const lists = sql<ListEntry>`
    select org_id as "orgId", data_type as "dataType", ammeter_id as "meterId", sign::integer as sign
    from org_ammeter where consumer_id = ${consumerId} order by id`.execute(trx);
  const sums = sql<SumPart>`
    select ammeter_id as "meterId", child_id as "partId", sign::integer as sign
    from ammeter_sum where consumer_id = ${consumerId} order by ammeter_id, child_id`.execute(trx);
  const [first, second, third, fourth] = await Promise.all([nodes, meters, lists, sums]);
  return {
    consumerId,
    nodes: first.rows,
    meters: second.rows.map(({ countsFrom: from, countsTo: to, ...meter }) => ({
      ...meter,
      counting: countingOfColumns({ countsFrom: from, countsTo: to }),
    })),
    lists: third.rows,
    sums: fourth.rows,
  };
}

/** When each of some meters counts in sums; what the scope does not show counts always. */
export function countingsOf(
  organisation: Organisation,
  signed: readonly Pick<SignedMeter, 'meterId'>[],
): Counting[] {
  const countings = new Map(organisation.meters.map((meter) => [meter.id, meter.counting]));
  return signed.map(({ meterId }) => countings.get(meterId) ?? ALWAYS);
}

/**
 * The signed meters that stand for an organisation node (enterprise, site or unit) in an energy type, and why these.
 * A node that the scope does not show has none.
 */
export async function metersOf(trx: Db, orgId: number, dataType: string): Promise<Stand> {
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) return { meters: [], reason: 'none' };
  return standFor(await organisationOf(trx, consumerId), orgId, dataType);
}

/** Energy types of which a node has meters, in the specification's order. */
export function energyTypesOf(organisation: Organisation, orgId: number): string[] {
  const types = new Set(organisation.meters.map((meter) => meter.dataType));
  for (const entry of organisation.lists) types.add(entry.dataType);
  return ENERGY_TYPE_ORDER.filter(
    (type) => types.has(type) && standFor(organisation, orgId, type).meters.length > 0,
  );
}

/** The zone in which a node's days are told: that of most of these meters, else of its first site. */
export function timeZoneOf(organisation: Organisation, meters: readonly OrgMeter[]): string {
  const counts = new Map<string, number>();
  for (const { timeZone } of meters.length > 0 ? meters : organisation.meters)
    counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? HOME_ZONE;
}
