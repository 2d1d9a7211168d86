import { sumOf } from '#domain/decimal/sum.ts';
import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { efficiencyOf, type ImportantPoint, strip, type SystemType } from '../domain/important.ts';
import { type AnalysisContext, rangeIn } from '#feature/meters/analysisFrame/server/public.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';

/** A system whose efficiency is watched. */
export interface KeySystem {
  readonly id: number;
  readonly name: string;
  readonly type: SystemType;
  readonly orgId: number | null;
  readonly powerMeterId: number;
  readonly outputMeterId: number;
  /** Energy type and unit of what it gives. */
  readonly outputType: string;
  readonly outputUnit: string;
  readonly minPower: number | null;
}

/**
 * The systems of a type within the subject: of an enterprise all, of an organisation those that belong to it or to one
 * below it (a site: those whose meter stands there), of a meter those that it measures. One of them where it is named.
 * @throws Fault 404 for a system that is none of them.
 */
export async function systemsOf(
  trx: Db,
  { subject, organisation }: AnalysisContext,
  type: SystemType,
  only?: number,
): Promise<KeySystem[]> {
  const { rows } = await sql<
    Omit<KeySystem, 'outputUnit' | 'minPower'> & { minPower: string | null; siteId: number }
  >`
    select k.id, shown_name(k.system_name, k.system_name_en) as name, k.system_type as type, k.org_id as "orgId",
      k.power_meter_id as "powerMeterId", k.output_meter_id as "outputMeterId", k.min_power as "minPower",
      o.data_type as "outputType", p.site_id as "siteId"
    from key_system k join ammeter p on p.id = k.power_meter_id join ammeter o on o.id = k.output_meter_id
    where k.consumer_id = ${subject.consumerId} and k.system_type = ${type}
    order by k.id`.execute(trx);
  const parents = new Map(organisation.nodes.map((node) => [node.id, node.parentId]));
  const isBelow = (orgId: number | null): boolean => {
    for (let at: number | null | undefined = orgId, n = 0; at != null && n < 100; at = parents.get(at), n++)
      if (at === subject.orgId) return true;
    return false;
  };
  const inside = rows.filter(
    ({ orgId, siteId, powerMeterId, outputMeterId }) =>
      subject.kind === 'consumer' ||
      (subject.kind === 'meter'
        ? [powerMeterId, outputMeterId].includes(subject.dataAmmeterId ?? 0)
        : isBelow(orgId) || siteId === subject.orgId),
  );
  const found = inside.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && found.length === 0) throw noSuchRow();
  return found.map(({ siteId: _siteId, minPower, ...one }) => ({
    ...one,
    outputUnit: energyTypeOf(one.outputType).unit,
    minPower: minPower === null ? null : Number(minPower),
  }));
}

/** A bucket of a system. */
export interface SystemPoint extends ImportantPoint {
  /** Where the bucket of the question with the same dates begins: a system in another zone has its own days. */
  readonly at: number;
  readonly ts: number;
  readonly end: number;
  readonly output: number | null;
  readonly efficiency: number | null;
  readonly power: SumBucket;
  readonly given: SumBucket;
}

const reported = (bucket: SumBucket | undefined): number | null =>
  bucket?.energy == null ? null : microToNumber(bucket.energy);

/** The buckets of a system over the range, those that do not count left out; `minPower` replaces its own. */
export async function pointsOf(
  trx: Db,
  context: AnalysisContext,
  system: KeySystem,
  minPower: number | null = system.minPower,
): Promise<SystemPoint[]> {
  const { level, until, zone } = context;
  const timeZone = context.organisation.meters.find(({ id }) => id === system.powerMeterId)?.timeZone;
  const own = timeZone === undefined ? zone : zoneOf(timeZone);
  const { from, to } = rangeIn(context, own);
  const sums = (meterId: number) => usageSum(trx, [{ meterId, sign: 1 }], level, from, to);
  const power = await sums(system.powerMeterId);
  const given = new Map((await sums(system.outputMeterId)).map((bucket) => [bucket.ts, bucket]));
  const points = power.flatMap((bucket): SystemPoint[] => {
    const other = given.get(bucket.ts);
    if (!other) return [];
    // What is not over would be compared unevenly: its readings come one after the other.
    const over = bucket.end <= until || level > 2;
    const [PP, output] = over ? [reported(bucket), reported(other)] : [null, null];
    return [
      {
        at: level <= LEVEL.hour ? bucket.ts : startOfDate(zone, dateAt(own, bucket.ts)),
        ts: bucket.ts,
        end: bucket.end,
        hours: (bucket.end - bucket.ts) / HOUR_MS,
        PP,
        output,
        efficiency: efficiencyOf(system.type, PP, output, system.outputType),
        power: bucket,
        given: other,
      },
    ];
  });
  return strip(points, minPower).map((point) => (point.PP === null ? { ...point, efficiency: null } : point));
}

/** Sums over the points of which both sides are known: only these make an efficiency. */
export function totalOf(
  system: Pick<KeySystem, 'type' | 'outputType'>,
  points: readonly Pick<SystemPoint, 'PP' | 'output'>[],
): { PP: number | null; output: number | null; efficiency: number | null } {
  const known = points.filter(({ PP, output }) => PP !== null && output !== null);
  if (known.length === 0) return { PP: null, output: null, efficiency: null };
  const PP = sumOf(known.map((point) => point.PP));
  const output = sumOf(known.map((point) => point.output));
  return { PP, output, efficiency: efficiencyOf(system.type, PP, output, system.outputType) };
}
