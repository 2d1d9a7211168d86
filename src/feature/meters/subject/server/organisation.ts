import { sql } from 'kysely';
import { ENERGY_TYPE_ORDER } from '#contract/energyType.ts';
import { ALWAYS, type Counting } from '#domain/fold/counting.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import {
  type CountingColumns,
  countingOfColumns,
  countsFrom,
  type WantedSum,
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

/**
 * Nodes, meters, lists and sums of an enterprise, as far as the scope shows them.
 * @param about all nodes, but of the rest only what the answers about these nodes and meters and all below them need
 */
export async function organisationOf(trx: Db, consumerId: number, about?: About): Promise<Organisation> {
  // None waits for the other: they go out together.
  const nodes = sql<OrgNode>`
    select id, kind, shown_name(name, name_en) as name, code, parent_id as "parentId" from org
    where consumer_id = ${consumerId} order by kind, ix, id`.execute(trx);
  const part = about && (await partOf(trx, consumerId, (await nodes).rows, about));
  const isRead = (column: string, ids: readonly number[] | undefined) =>
    ids ? sql`${sql.ref(column)} = any(${ids}::integer[])` : sql`true`;
  const meters = sql<Omit<OrgMeter, 'counting'> & CountingColumns>`
    select a.id, a.site_id as "siteId", coalesce(a.data_type, '') as "dataType", a.device_type as "deviceType",
      a.parent_id as "parentId", shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_code as code,
      s.time_zone as "timeZone", a.interval_seconds as "intervalSeconds", a.state = '1' as "inUse",
      ${sql.raw(countsFrom('s'))} as "countsFrom", f.counts_to as "countsTo"
    from ammeter a join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
    where a.consumer_id = ${consumerId} and ${isRead('a.id', part?.meterIds)} order by a.id`.execute(trx);
  const lists = sql<ListEntry>`
    select org_id as "orgId", data_type as "dataType", ammeter_id as "meterId", sign::integer as sign
    from org_ammeter where consumer_id = ${consumerId} and ${isRead('org_id', part?.orgIds)} order by id`.execute(
    trx,
  );
  const sums = sql<SumPart>`
    select ammeter_id as "meterId", child_id as "partId", sign::integer as sign
    from ammeter_sum where consumer_id = ${consumerId} and ${isRead('ammeter_id', part?.meterIds)}
    order by ammeter_id, child_id`.execute(trx);
  const [first, second, third, fourth] = await Promise.all([nodes, meters, lists, sums]);
  return {
    consumerId,
    ...(part && { read: new Set(part.orgIds) }),
    nodes: first.rows,
    meters: second.rows.map(({ countsFrom: from, countsTo: to, ...meter }) => ({
      ...meter,
      counting: countingOfColumns({ countsFrom: from, countsTo: to }),
    })),
    lists: third.rows,
    sums: fourth.rows,
  };
}

/** Nodes, each with all below it, and meters. */
interface About {
  readonly orgIds?: readonly number[];
  readonly meterIds?: readonly number[];
}

/** More meters than these are found as quickly by reading all of the enterprise. */
const MOST_OF_A_PART = 5000;

/**
 * The nodes asked about with those below them, and their meters: those listed, standing on the sites or asked for, with
 * what hangs below them in the meter tree or is a part of their definition. No answer about them needs another: a flow is
 * counted twice only along a path between two of them. Undefined where that is all, or most, of the enterprise.
 */
async function partOf(
  trx: Db,
  consumerId: number,
  nodes: readonly OrgNode[],
  { orgIds = [], meterIds = [] }: About,
): Promise<{ readonly orgIds: readonly number[]; readonly meterIds: readonly number[] } | undefined> {
  const inside = new Set(orgIds);
  if (inside.has(consumerId)) return undefined;
  const children = new Map<number | null, number[]>();
  for (const { id, parentId } of nodes) {
    const siblings = children.get(parentId);
    if (siblings) siblings.push(id);
    else children.set(parentId, [id]);
  }
  // The set grows while it is walked.
  for (const at of inside) for (const id of children.get(at) ?? []) inside.add(id);
  const ids = [...inside];
  const found = new Set<number>();
  const sites = nodes.flatMap(({ kind, id }) => (kind === 'site' && inside.has(id) ? [id] : []));
  // Most of a large enterprise stands on one site: the table would be read for units, too.
  const standing =
    sites.length > 0 ? sql`select id from ammeter where site_id = any(${sites}::integer[]) union` : sql``;
  // Level by level: of a recursive statement PostgreSQL expects millions of rows, and makes room for them.
  let next = sql`
    ${standing} select ammeter_id as id from org_ammeter where org_id = any(${ids}::integer[])
    union select unnest(${meterIds}::integer[])`;
  for (;;) {
    const { rows } = await sql<{ id: number }>`${next} limit ${MOST_OF_A_PART}`.execute(trx);
    const level = rows.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    for (const id of level) found.add(id);
    if (found.size >= MOST_OF_A_PART) return undefined;
    if (level.length === 0) return { orgIds: ids, meterIds: [...found] };
    next = sql`
      select id from ammeter where parent_id = any(${level}::integer[]) and consumer_id = ${consumerId}
      union select child_id from ammeter_sum where ammeter_id = any(${level}::integer[]) and consumer_id = ${consumerId}`;
  }
}

/** The same, or read anew about these nodes where it does not hold what answers about them need. */
export const organisationAbout = async (
  trx: Db,
  organisation: Organisation,
  orgIds: readonly number[],
): Promise<Organisation> =>
  organisation.read && orgIds.some((id) => !organisation.read?.has(id))
    ? organisationOf(trx, organisation.consumerId, { orgIds })
    : organisation;

/** When each meter counts, by its id: asked for each node of a tree. */
const countingOfEach = new WeakMap<Organisation['meters'], ReadonlyMap<number, Counting>>();

/** When each of some meters counts in sums; what the scope does not show counts always. */
export function countingsOf(
  organisation: Organisation,
  signed: readonly Pick<SignedMeter, 'meterId'>[],
): Counting[] {
  let countings = countingOfEach.get(organisation.meters);
  if (!countings) {
    countings = new Map(organisation.meters.map((meter) => [meter.id, meter.counting]));
    countingOfEach.set(organisation.meters, countings);
  }
  return signed.map(({ meterId }) => countings.get(meterId) ?? ALWAYS);
}

/**
 * The signed meters that stand for an organisation node (enterprise, site or unit) in an energy type, and why these.
 * A node that the scope does not show has none.
 */
export async function metersOf(trx: Db, orgId: number, dataType: string): Promise<Stand> {
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) return { meters: [], reason: 'none' };
  return standFor(await organisationOf(trx, consumerId, { orgIds: [orgId] }), orgId, dataType);
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

/** The zone of most meters of an enterprise, as `timeZoneOf` tells it of all of them. */
export async function usualZoneOf(trx: Db, consumerId: number): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select s.time_zone as "timeZone" from (
      select site_id, count(*) as meters, min(id) as first from ammeter where consumer_id = ${consumerId} group by 1) a
      join monitor_site s on s.id = a.site_id
    group by 1 order by sum(a.meters) desc, min(a.first) limit 1`.execute(trx);
  return rows[0]?.timeZone ?? HOME_ZONE;
}

/** The sums that the nodes of an enterprise stand for, of meters that all have one zone; of each as many as there are. */
export async function wantedSumsOf(db: Db, consumerId: number): Promise<WantedSum[]> {
  const organisation = await organisationOf(db, consumerId);
  const zones = new Map(organisation.meters.map((meter) => [meter.id, meter.timeZone]));
  return organisation.nodes.flatMap((node) =>
    energyTypesOf(organisation, node.id).flatMap((dataType): WantedSum[] => {
      const { meters } = standFor(organisation, node.id, dataType);
      const [zone, ...others] = new Set(meters.map(({ meterId }) => zones.get(meterId)));
      return zone === undefined || others.length > 0 ? [] : [{ zone, signed: meters }];
    }),
  );
}
