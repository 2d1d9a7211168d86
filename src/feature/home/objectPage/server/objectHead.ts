import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { PageKind } from '#contract/objectPage.ts';
import {
  consumerOf,
  contextOf,
  energyTypesOf,
  metersBelow,
  type Organisation,
  organisationOf,
  standFor,
  timeZoneOf,
  usualZoneOf,
} from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { ObjectHead } from '../contract.ts';
import { otherName } from '../domain/otherName.ts';
import { nameBeside } from './secondName.ts';
import { objectPath, pathTo } from './places.ts';
import { todayOf } from './today.ts';

type ObjectKind = Exclude<PageKind, 'meter'>;

/** A node of the tree of organisations, or a monitored object; its meters that the scope shows. */
export interface FoundObject {
  readonly kind: ObjectKind;
  readonly orgId: number;
  readonly name: string;
  readonly code: string;
  readonly remark: string | null;
  readonly siteId: number | null;
  readonly organisation: Organisation;
  readonly meterIds: readonly number[];
}

/** @throws Fault 404 for an id that nothing has, or that the scope does not show. */
export async function findObject(trx: Db, orgId: number, now: number): Promise<FoundObject> {
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) return monitoredObject(trx, orgId);
  const organisation = await organisationOf(trx, consumerId, { orgIds: [orgId] });
  const node = organisation.nodes.find((one) => one.id === orgId);
  if (!node) throw noSuchRow();
  const { kind, name, code } = node;
  const { rows } = await sql<{ remark: string | null }>`
    select ${nameBeside('org_name', 'remark')} as remark from monitor_site where id = ${orgId}
    union all select ${nameBeside('org_name', 'remark')} from org_unit where id = ${orgId}
    union all select ${nameBeside('org_name', 'remark')} from consumer where id = ${orgId} limit 1`.execute(
    trx,
  );
  return {
    kind,
    orgId,
    name,
    code,
    remark: rows[0]?.remark ?? null,
    siteId: kind === 'site' ? orgId : null,
    organisation,
    meterIds: await metersIn(trx, organisation, orgId, kind, now),
  };
}

/** All meters of an enterprise or site; of a unit those that stand for it and those below them. */
async function metersIn(
  trx: Db,
  organisation: Organisation,
  orgId: number,
  kind: ObjectKind,
  now: number,
): Promise<number[]> {
  if (kind !== 'unit')
    return organisation.meters
      .filter((meter) => kind === 'consumer' || meter.siteId === orgId)
      .map((meter) => meter.id);
  const ids = new Set<number>();
  for (const dataType of energyTypesOf(organisation, orgId)) {
    const context = await contextOf(trx, { orgId, dataType }, now, organisation);
    for (const { meterId } of context.signed) ids.add(meterId);
    for (const id of metersBelow(context).ids) ids.add(id);
  }
  return [...ids];
}

async function monitoredObject(trx: Db, orgId: number): Promise<FoundObject> {
  const { rows } = await sql<{
    name: string;
    code: string;
    remark: string | null;
    siteId: number;
    consumerId: number;
    meters: number[] | null;
  }>`
    select shown_name(org_name, org_name_en) as name, org_code as code,
      ${nameBeside('org_name', 'remark')} as remark, site_id as "siteId", consumer_id as "consumerId",
      ammeter_id_list as meters
    from monitor_object where id = ${orgId}`.execute(trx);
  const row = rows[0];
  if (!row) throw noSuchRow();
  const { consumerId, meters, ...rest } = row;
  const organisation = await organisationOf(trx, consumerId, { meterIds: meters ?? [] });
  const named = new Set(meters);
  const meterIds = organisation.meters.filter((meter) => named.has(meter.id)).map((meter) => meter.id);
  return { kind: 'object', orgId, ...rest, organisation, meterIds };
}

/** What the head of an object's page says. */
export async function objectHeadOf(trx: Db, found: FoundObject, now: number): Promise<ObjectHead> {
  const { kind, orgId, name, code, remark, siteId, organisation, meterIds } = found;
  const ids = new Set(meterIds);
  const meters = organisation.meters.filter((meter) => ids.has(meter.id));
  const isObject = kind === 'object';
  const measuring = meters.filter((meter) => meter.dataType !== '');
  const dataTypes = isObject
    ? [...new Set(measuring.map((meter) => meter.dataType))]
    : energyTypesOf(organisation, orgId);
  const [first] = dataTypes;
  const stands = first !== undefined && !isObject && standFor(organisation, orgId, first).meters.length > 0;
  return {
    kind,
    orgId,
    name,
    otherName: otherName(name, remark),
    code,
    consumerId: organisation.consumerId,
    siteId,
    places: isObject
      ? [...pathTo(organisation, siteId), ...(await objectPath(trx, orgId))]
      : pathTo(organisation, orgId).slice(0, -1),
    timeZone:
      meters.length > 0 ? timeZoneOf(organisation, meters) : await usualZoneOf(trx, organisation.consumerId),
    dataTypes,
    meterCount: meters.length,
    choices: isObject
      ? measuring.map((meter) => ({
          ammeterId: meter.id,
          ammeterName: meter.name,
          dataType: meter.dataType,
        }))
      : [],
    today: stands ? await todayOf(trx, { orgId, dataType: first }, () => true, now) : null,
    now,
  };
}
