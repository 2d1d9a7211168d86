import { sql } from 'kysely';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { amountOf } from '#domain/figure/amount.ts';
import { groupedBy } from '#domain/group.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import type { ContactState } from '#feature/meters/communication/contract.ts';
import { meterRows } from '#feature/meters/communication/server/public.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import { newestOf, NO_SUM, usageOver } from '#feature/meters/reading/server/public.ts';
import {
  contextOf,
  type Counts,
  countsOf,
  energyTypesOf,
  Flows,
  type Organisation,
  organisationOf,
} from '#feature/meters/subject/server/public.ts';
import { OPEN } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { LevelOpen, SiteCard, SiteEnergy, SiteNow, SiteState } from '../contract.ts';
import { countNow } from './countNow.ts';
import { transformersOf } from './transformers.ts';

/** So many sites are told at once. */
const MOST_SITES = 500;

interface SiteRow {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly address: string | null;
  readonly timeZone: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

/** Sites by id, or those of an enterprise; the executor shows those of the caller's scope. */
async function siteRows(
  trx: Db,
  of: { siteId?: number | undefined; consumerId?: number | undefined },
): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    select id as "siteId", shown_name(org_name, org_name_en) as "siteName", consumer_id as "consumerId", address,
      coalesce(time_zone, ${homeZone}) as "timeZone", longitude::float8 as longitude, latitude::float8 as latitude
    from monitor_site where (${of.siteId ?? null}::integer is null or id = ${of.siteId ?? null})
      and (${of.consumerId ?? null}::integer is null or consumer_id = ${of.consumerId ?? null})
    order by id limit ${MOST_SITES}`.execute(trx);
  return rows;
}

/** Open alarms of some sites by level. */
async function levelsOfSites(trx: Db, siteIds: readonly number[]): Promise<ReadonlyMap<number, LevelOpen[]>> {
  const { rows } = await sql<LevelOpen & { siteId: number }>`
    select r.site_id as "siteId", r.alarm_level as level, count(*)::integer as open,
      count(*) filter (where r.process = '0')::integer as unconfirmed
    from alarm_record r where r.site_id = any (${siteIds}::integer[]) and ${OPEN}
      and r.revision is distinct from 'withdrawn' group by 1, 2 order by 1, 2`.execute(trx);
  return new Map(
    [...groupedBy(rows, (row) => row.siteId)].map(([siteId, list]) => [
      siteId,
      list.map(({ siteId: _, ...level }) => level),
    ]),
  );
}

/** Whether something urgent or important is active of some sites. */
async function sitesInAlarm(trx: Db, siteIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ siteId: number }>`
    select distinct site_id as "siteId" from alarm_record where site_id = any (${siteIds}::integer[])
      and alarm_status = '1' and alarm_level in ('1', '2') and revision is distinct from 'withdrawn'`.execute(
    trx,
  );
  return new Set(rows.map((row) => row.siteId));
}

const stateOf = (meters: SiteCard['meters'], inAlarm: boolean): SiteState =>
  inAlarm
    ? 'alarm'
    : meters.online === 0 && meters.silent === 0 && meters.offline === 0
      ? 'noData'
      : meters.silent + meters.offline > 0
        ? 'offline'
        : 'normal';

interface PowerNow {
  readonly power: number | null;
  readonly powerOf: number;
  readonly powerKnown: number;
}

/**
 * The power of the electricity meters that stand for sites, kW; null while one of them that speaks at all is silent. What is newest
 * is asked once for all sites.
 */
async function powersNow(
  trx: Db,
  sites: readonly SiteRow[],
  now: number,
): Promise<ReadonlyMap<number, PowerNow>> {
  const organisations = new Map<number, Organisation>();
  for (const [consumerId, list] of groupedBy(sites, (site) => site.consumerId)) {
    const orgIds = list.map(({ siteId }) => siteId);
    organisations.set(consumerId, await organisationOf(trx, consumerId, { orgIds }));
  }
  const standing: Standing[] = [];
  for (const { siteId, consumerId } of sites) {
    const organisation = organisations.get(consumerId);
    if (!organisation || !energyTypesOf(organisation, siteId).includes(ENERGY.electricity)) continue;
    const of = { orgId: siteId, dataType: ENERGY.electricity };
    const { signed } = await contextOf(trx, of, now, organisation);
    const times = Flows.of(organisation).realOf(countsOf(signed));
    standing.push({ siteId, times, due: countNow(organisation, now) });
  }
  const wanted = standing.flatMap(({ times }) =>
    [...times.keys()].map((meterId) => ({ meterId, code: 'PZ' })),
  );
  const known = new Map(
    (wanted.length === 0 ? [] : await newestOf(trx, wanted, now))
      .filter((one) => now - one.at <= PRESENT_VALUE_MS)
      .map((one) => [one.meterId, one.value]),
  );
  return new Map(standing.map((one) => [one.siteId, powerOf(one, known)]));
}

/** Who stands for a site. */
interface Standing {
  readonly siteId: number;
  /** How often each real meter is counted; virtual ones are their parts. */
  readonly times: Counts;
  /** Meters that count now: one that was never heard, or was removed, is no part of it unless it speaks. */
  readonly due: ReadonlySet<number>;
}

function powerOf({ times, due }: Standing, known: ReadonlyMap<number, number | null>): PowerNow {
  const speaking = [...times].filter(([meterId]) => due.has(meterId) || known.has(meterId));
  const powers = speaking.map(([meterId, count]) => {
    const value = known.get(meterId) ?? null;
    return value === null ? null : count * value;
  });
  const powerKnown = powers.filter((one) => one !== null).length;
  return {
    power: powers.length > 0 && powerKnown === powers.length ? sumOf(powers) : null,
    powerOf: speaking.length,
    powerKnown,
  };
}

const NO_POWER: PowerNow = { power: null, powerOf: 0, powerKnown: 0 };

/** Sites as cards, those of an enterprise or one alone, by as few statements however many there are. @param now ms */
export async function siteCards(
  trx: Db,
  of: { siteId?: number | undefined; consumerId?: number | undefined },
  now: number,
): Promise<(SiteCard & Omit<PowerNow, 'power'>)[]> {
  const sites = await siteRows(trx, of);
  if (sites.length === 0) return [];
  const siteIds = sites.map((site) => site.siteId);
  const levels = await levelsOfSites(trx, siteIds);
  const inAlarm = await sitesInAlarm(trx, siteIds);
  const contacts = groupedBy(await meterRows(trx, { siteIds }, now), (row) => row.siteId);
  const powers = await powersNow(trx, sites, now);
  return sites.map((site) => {
    const meters: Record<ContactState, number> = { never: 0, online: 0, offline: 0, silent: 0 };
    for (const { contact } of contacts.get(site.siteId) ?? []) meters[contact] += 1;
    return {
      ...site,
      state: stateOf(meters, inAlarm.has(site.siteId)),
      meters,
      open: (levels.get(site.siteId) ?? []).reduce((n, { open: count }) => n + count, 0),
      ...(powers.get(site.siteId) ?? NO_POWER),
    };
  });
}

/** Energy of every type of a node, today and this month by the clock of its site. */
export async function energiesOf(
  trx: Db,
  organisation: Organisation,
  orgId: number,
  now: number,
): Promise<SiteEnergy[]> {
  const list: SiteEnergy[] = [];
  for (const dataType of energyTypesOf(organisation, orgId)) {
    const { signed, zone, expected } = await contextOf(trx, { orgId, dataType }, now, organisation);
    if (signed.length === 0) continue;
    const date = dateAt(zone, now);
    const ranges = [periodOf(zone, 'day', date), periodOf(zone, 'month', date)] as const;
    const [today = NO_SUM, month = NO_SUM] = await usageOver(trx, signed, ranges);
    list.push({
      dataType,
      unit: energyTypeOf(dataType).unit,
      today: amountOf(today, ranges[0].from, ranges[0].to, expected),
      month: amountOf(month, ranges[1].from, ranges[1].to, expected),
    });
  }
  return list;
}

/** All of one site as it stands now. @throws Fault 404 for a site that the scope does not show */
export async function siteNow(trx: Db, siteId: number, now: number): Promise<SiteNow> {
  const [card] = await siteCards(trx, { siteId }, now);
  if (!card) throw noSuchRow();
  const organisation = await organisationOf(trx, card.consumerId, { orgIds: [siteId] });
  return {
    ...card,
    now,
    energies: await energiesOf(trx, organisation, siteId, now),
    levels: (await levelsOfSites(trx, [siteId])).get(siteId) ?? [],
    transformers: await transformersOf(trx, { siteId }, now),
    ...(await aroundOf(trx, siteId)),
  };
}

/** Whom to call, what is drawn and filmed, and what is to be done at a site. */
async function aroundOf(
  trx: Db,
  siteId: number,
): Promise<Pick<SiteNow, 'contacts' | 'diagrams' | 'cameras' | 'openOrders'>> {
  const { rows: contacts } = await sql<SiteNow['contacts'][number]>`
    select shown_name(contact_name, contact_name_en) as "contactName", job, phone, on_duty as "onDuty"
    from monitor_site_contact where site_id = ${siteId} order by on_duty desc, ix, id limit 20`.execute(trx);
  const { rows: diagrams } = await sql<SiteNow['diagrams'][number]>`
    select id as "monitorDiagramId", shown_name(diagram_name, diagram_name_en) as "diagramName", panel_type = '1' as flat,
      exists (select from diagram_publication p where p.diagram_id = d.id) as published
    from monitor_diagram d where site_id = ${siteId} and state = '1' order by ix, id limit 20`.execute(trx);
  const { rows: cameras } = await sql<SiteNow['cameras'][number]>`
    select id as "cameraId", shown_name(camera_name, camera_name_en) as "cameraName", place from i_video_control
    where site_id = ${siteId} and state = '1' order by id limit 20`.execute(trx);
  const { rows: orders } = await sql<{ n: number }>`
    select count(*)::integer as n from work_order
    where site_id = ${siteId} and order_state not in ('accepted', 'cancelled')`.execute(trx);
  return { contacts, diagrams, cameras, openOrders: orders[0]?.n ?? 0 };
}
