import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import {
  countsOf,
  type DayContext,
  energyTreeOf,
  expectedOf,
  Flows,
  metersBelow,
  type OrgMeter,
  standFor,
} from '#feature/meters/subject/server/public.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { freshnessOf, NO_SUM, usageOf, usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CoverageRow, Notice, State } from '../contract.ts';
import { coverageOf, type Sum } from '#domain/figure/amount.ts';
import { byGravity, isOnline, type MeterDay, noticesOf } from '../domain/notice.ts';

const MOST_ROWS = 6;
const MOST_NOTICES = 50;
/** Parts may exceed their whole by the error of the meters: class 1 on both sides, in percent. */
const METER_ERROR = 2;

/** How fresh and whole the data of a node are on a day, and what is abnormal about them. */
export async function stateOf(trx: Db, context: DayContext): Promise<State> {
  const { question, expected } = context;
  const { now } = expected;
  const { meters, reported, notices } = await abnormalOf(trx, context);
  const heard = meters.filter((meter) => meter.counting.from !== null);
  const last = reported.flatMap((meter) => meter.lastAt ?? []);
  return {
    ...question,
    freshness: {
      dataTo: last.length > 0 ? Math.max(...last) : null,
      online: reported.filter((meter) => isOnline(meter, now)).length,
      meters: heard.length,
    },
    neverHeard: meters
      .filter((meter) => meter.counting.from === null)
      .map(({ id, name }) => ({ ammeterId: id, ammeterName: name })),
    coverage: await coverageRows(trx, context, meters),
    notices: notices.slice(0, MOST_NOTICES),
    noticeCount: notices.length,
  };
}

/** The meters of a node, what of each is known on a day, and what is abnormal about them, the gravest first. */
export async function abnormalOf(
  trx: Db,
  context: DayContext,
): Promise<{
  readonly meters: readonly OrgMeter[];
  readonly reported: readonly MeterDay[];
  readonly notices: readonly Notice[];
}> {
  const { question, day, expected } = context;
  const { now } = expected;
  const meters = metersInside(context);
  const ids = meters.map((meter) => meter.id);
  const fresh = new Map((await freshnessOf(trx, ids, now)).map((one) => [one.meterId, one.lastAt]));
  // A meter in another zone has other days: it is looked at over the same hours.
  const days = await usageOverEach(trx, ids, day);
  const one = (meter: OrgMeter) => ({
    counting: [meter.counting],
    stepMs: meter.intervalSeconds * 1000,
    now,
  });
  const reported = meters.map((meter) => ({
    id: meter.id,
    name: meter.name,
    stepMs: meter.intervalSeconds * 1000,
    lastAt: fresh.get(meter.id) ?? null,
    coverage: coverageOf(days.get(meter.id) ?? NO_SUM, day.from, day.to, one(meter)),
    flags: days.get(meter.id)?.flags ?? null,
  }));
  const notices = [
    ...noticesOf(reported, { to: day.to, now, current: question.current }),
    ...(await twice(trx, context)),
    ...exceeding((await energyTreeOf(trx, context, day)).tree),
  ].toSorted(byGravity);
  return { meters, reported, notices };
}

/**
 * The real meters in use of the energy type that lie in a node: of a site or an enterprise all, else those below it, of
 * a virtual meter its parts. A virtual meter hears nothing of its own.
 */
function metersInside(context: DayContext): OrgMeter[] {
  const { organisation, subject } = context;
  const flows = Flows.of(organisation);
  const ids = subject.kind === 'unit' || subject.kind === 'meter' ? metersBelow(context).ids : [];
  const below = new Set(ids.flatMap((id) => [...flows.realOf(new Map([[id, 1]])).keys()]));
  return organisation.meters.filter(
    (meter) =>
      meter.inUse &&
      meter.dataType === subject.dataType &&
      !flows.isVirtual(meter) &&
      (subject.kind === 'consumer' ||
        (subject.kind === 'site' && meter.siteId === subject.orgId) ||
        below.has(meter.id)),
  );
}

/** What covers meters together; of their energies nothing is said. */
const coveredBy = (parts: readonly Pick<Sum, 'coveredS'>[]): Sum => ({
  ...NO_SUM,
  coveredS: parts.reduce((sum, one) => sum + one.coveredS, 0),
});

/** Meters that the list of a node counts beside what they are part of, each with the energy that is too much. */
async function twice(trx: Db, { organisation, signed, subject, day }: DayContext): Promise<Notice[]> {
  if (subject.reason !== 'list') return [];
  const flows = Flows.of(organisation);
  const counts = [...flows.twice(flows.realOf(countsOf(signed)))].filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  const sums = await usageOverEach(trx, counts.map(([id]) => id), day); // prettier-ignore
  return counts.map(([id, count]) => {
    const energy = sums.get(id)?.energy ?? null;
    return {
      kind: 'countedTwice',
      dataAmmeterId: id,
      name: names.get(id) ?? '',
      at: null,
      value: energy === null ? null : microToNumber(energy * BigInt(count)),
    };
  });
}

/** Meters whose parts are more than they are. */
function exceeding(node: EnergyNode | null): Notice[] {
  if (!node) return [];
  const { rest, pP, dataAmmeterId } = node;
  const over = rest !== null && pP !== null && -rest * 100 > pP * METER_ERROR;
  return [
    ...(over && dataAmmeterId !== null
      ? [{ kind: 'partsExceed' as const, dataAmmeterId, name: node.orgName, at: null, value: -rest }]
      : []),
    ...node.children.flatMap(exceeding),
  ];
}

interface Part {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly name: string;
  readonly meterIds: readonly number[];
}

/** The parts of a node whose coverage is told: sites, units, or meters, whichever there are several of. */
function partsOf(context: DayContext, meters: readonly OrgMeter[]): Part[] {
  const { organisation, subject, signed } = context;
  const inside = new Set(meters.map((meter) => meter.id));
  const orgs = organisation.nodes
    .filter((node) => node.parentId === subject.orgId && subject.kind !== 'meter')
    .map((node) => ({
      kind: node.kind,
      orgId: node.id,
      dataAmmeterId: null,
      name: node.name,
      meterIds:
        node.kind === 'site'
          ? meters.filter((meter) => meter.siteId === node.id).map((meter) => meter.id)
          : standFor(organisation, node.id, subject.dataType).meters.map((meter) => meter.meterId),
    }))
    .filter((part) => part.meterIds.length > 0);
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  const ofMeter = (id: number): Part => ({
    orgId: null,
    dataAmmeterId: id,
    name: names.get(id) ?? '',
    meterIds: [id],
  });
  const standing = signed.map((one) => ofMeter(one.meterId));
  const { flows } = metersBelow(context);
  const below = signed.flatMap((one) =>
    flows.below(one.meterId, subject.dataType).map((meter) => ofMeter(meter.id)),
  );
  const choices: readonly (readonly Part[])[] = [
    orgs.filter((part) => part.kind === 'site'),
    orgs.filter((part) => part.kind === 'unit'),
    standing,
    [...standing, ...below.filter((part) => inside.has(part.dataAmmeterId ?? 0))],
  ];
  return [...(choices.find((parts) => parts.length > 1) ?? standing)].slice(0, MOST_ROWS);
}

async function coverageRows(
  trx: Db,
  context: DayContext,
  meters: readonly OrgMeter[],
): Promise<CoverageRow[]> {
  const { day } = context;
  const parts = partsOf(context, meters);
  const ids = [...new Set(parts.flatMap((part) => part.meterIds))];
  const hours = await usageOf(trx, ids, LEVEL.hour, day.from, day.to);
  const days = await usageOverEach(trx, ids, day);
  const count = Math.round((day.to - day.from) / HOUR_MS);
  return parts.map(({ meterIds, ...part }) => {
    const own = new Set(meterIds);
    const all = expectedOf(context, meterIds.map((meterId) => ({ meterId }))); // prettier-ignore
    const percent = (covering: readonly Pick<Sum, 'coveredS'>[], { from, to }: Range): number | null =>
      coverageOf(coveredBy(covering), from, to, all);
    return {
      orgId: part.orgId,
      dataAmmeterId: part.dataAmmeterId,
      name: part.name,
      percent: percent(
        [...own].flatMap((id) => days.get(id) ?? []),
        day,
      ),
      hours: Array.from({ length: count }, (_, i) => {
        const from = day.from + i * HOUR_MS;
        const to = from + HOUR_MS;
        const inside = hours.filter(({ meterId, ts }) => own.has(meterId) && ts >= from && ts < to);
        return percent(inside, { from, to });
      }),
    };
  });
}
