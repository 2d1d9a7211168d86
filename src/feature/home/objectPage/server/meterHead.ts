import { sql } from 'kysely';
import { energyTypeOf } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { funCodeOf } from '#contract/permission.ts';
import { contactOf } from '#feature/meters/communication/server/public.ts';
import { askedClass, classOf } from '#domain/figure/accuracy.ts';
import { dateAt } from '#domain/time/text.ts';
import type { NamedMeter } from '#feature/meters/subject/contract.ts';
import { Flows, lifeIn, type Organisation, organisationOf } from '#feature/meters/subject/server/public.ts';
import { daysBetween } from '#domain/time/date.ts';
import { freshnessOf, gaugesOf, visibleMeter } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Accuracy, MeterHead, MountedDevice, NextVerification } from '../contract.ts';
import { otherName } from '../domain/otherName.ts';
import { nameBeside } from './secondName.ts';
import { objectsOf, placesOfMeter } from './places.ts';
import { todayOf } from './today.ts';

const GAUGE_VIEW = funCodeOf(gaugeConfigure, 'view');

interface Row {
  readonly name: string;
  readonly code: string;
  readonly remark: string | null;
  readonly siteId: number;
  readonly deviceType: string;
  readonly dataType: string | null;
  readonly inUse: boolean;
  readonly ratedPower: number | null;
  readonly intervalSeconds: number;
}

/**
 * What the head of a meter's page says.
 * @param holds the functions of the account: the next verification is told to those who see the archive
 * @throws Fault 404 for a meter that does not exist or that the scope does not show.
 */
export async function meterHeadOf(
  trx: Db,
  ammeterId: number,
  holds: (funCode: string) => boolean,
  now: number,
): Promise<MeterHead> {
  const { consumerId, zone } = await visibleMeter(trx, ammeterId);
  const { rows } = await sql<Row>`
    select shown_name(ammeter_name, ammeter_name_en) as name, ammeter_code as code,
      ${nameBeside('ammeter_name', 'remark')} as remark, site_id as "siteId", device_type as "deviceType",
      data_type as "dataType", state = '1' as "inUse", rated_power::float8 as "ratedPower",
      interval_seconds as "intervalSeconds"
    from ammeter where id = ${ammeterId}`.execute(trx);
  const row = rows[0];
  if (!row) throw noSuchRow();
  const { remark, name, dataType, siteId, ...rest } = row;
  const organisation = await organisationOf(trx, consumerId, { meterIds: [ammeterId] });
  const own = organisation.meters.find((meter) => meter.id === ammeterId);
  const virtual = own !== undefined && Flows.of(organisation).isVirtual(own);
  const { places, others } = await placesOfMeter(trx, organisation, ammeterId, siteId);
  const [fresh] = await freshnessOf(trx, [ammeterId], now);
  const lastAt = fresh?.lastAt ?? null;
  const gauge = await gaugeOf(trx, ammeterId, now, zone.name);
  return {
    ...rest,
    ammeterId,
    name,
    otherName: otherName(name, remark),
    consumerId,
    siteId,
    dataType,
    unit: dataType === null ? '' : energyTypeOf(dataType).unit,
    virtual,
    places,
    alsoIn: [...others, ...(await objectsOf(trx, ammeterId))],
    above: await metersAbove(trx, ammeterId),
    below: metersRightBelow(organisation, ammeterId),
    timeZone: zone.name,
    device: virtual || dataType === null ? null : await deviceOf(trx, ammeterId, gauge?.serNo ?? null, now),
    accuracy: virtual || dataType === null ? null : accuracyOf(gauge?.written ?? null, dataType),
    verification: gauge && holds(GAUGE_VIEW) ? gauge.verification : null,
    contact: contactOf({ lastAt, intervalSeconds: row.intervalSeconds, closed: null }, now),
    lastAt,
    ...(await lastValues(trx, ammeterId, lastAt)),
    today:
      dataType === null
        ? null
        : await todayOf(trx, { dataAmmeterId: ammeterId }, (id) => virtual || id === ammeterId, now),
    now,
  };
}

/** Meters over one in the meter tree, the highest first, as far as the scope shows them; a loop ends where it began. */
async function metersAbove(trx: Db, ammeterId: number): Promise<NamedMeter[]> {
  const { rows } = await sql<NamedMeter>`
    with recursive up as (
      select parent_id as id, array[id] as path from ammeter where id = ${ammeterId}
      union all
      select a.parent_id, up.path || a.id from up join ammeter a on a.id = up.id where a.id <> all(up.path))
    select a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName"
    from up join ammeter a on a.id = up.id where a.id <> all(up.path) order by cardinality(up.path) desc`.execute(
    trx,
  );
  return rows;
}

/** Meters right below one; of a virtual meter its parts. */
function metersRightBelow(organisation: Organisation, ammeterId: number): NamedMeter[] {
  const byId = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const parts = organisation.sums.filter((sum) => sum.meterId === ammeterId).map((sum) => sum.partId);
  const hanging = Flows.of(organisation).below(ammeterId, byId.get(ammeterId)?.dataType ?? '');
  return (parts.length > 0 ? parts : hanging.map((meter) => meter.id)).flatMap((id) => {
    const meter = byId.get(id);
    return meter ? [{ ammeterId: id, ammeterName: meter.name }] : [];
  });
}

/** The device and its factors as the ledger has them now; its number by the archive where the ledger knows none. */
async function deviceOf(
  trx: Db,
  ammeterId: number,
  recorded: string | null,
  now: number,
): Promise<MountedDevice | null> {
  const segment = (await lifeIn(trx, ammeterId, now, now + 1)).at(-1);
  if (!segment) return null;
  const { serial, multiplier, correctionFactor, from } = segment;
  return { serial: serial || recorded, ratio: multiplier, correctionFactor, since: from };
}

const accuracyOf = (written: string | null, dataType: string): Accuracy => {
  const limit = classOf(written);
  return limit === null ? { written: null, limit: askedClass(dataType) } : { written, limit };
};

/** What the archive has of the meter. */
async function gaugeOf(
  trx: Db,
  ammeterId: number,
  now: number,
  timeZone: string,
): Promise<{
  readonly written: string;
  readonly serNo: string;
  readonly verification: NextVerification;
} | null> {
  const { rows } = await sql<{ gaugeId: number; written: string; serNo: string; day: string | null }>`
    select id as "gaugeId", precision_level as written, ser_no as "serNo", to_char(next_align_date, 'YYYY-MM-DD') as day
    from gauge_configure where ammeter_id = ${ammeterId} order by id limit 1`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  const { gaugeId, day, written, serNo } = row;
  const days = day === null ? null : daysBetween(dateAt(zoneOf(timeZone), now), day);
  return { written, serNo, verification: { gaugeId, day, days } };
}

/** Active power and register of the newest value; null where it told none. */
async function lastValues(
  trx: Db,
  ammeterId: number,
  lastAt: number | null,
): Promise<{ readonly power: number | null; readonly register: number | null }> {
  if (lastAt === null) return { power: null, register: null };
  const samples = await gaugesOf(trx, ammeterId, ['PZ', 'PP'], lastAt, lastAt + 1);
  const [power = null, register = null] = samples.at(-1)?.values ?? [];
  return { power, register };
}
