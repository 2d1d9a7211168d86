import type { Text } from '#contract/text.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import { countingsOf, Flows, metersBelow, standFor } from '#feature/meters/subject/server/public.ts';
import { coursesOf, type MeterCourse, type SignedMeter } from '#feature/meters/reading/server/public.ts';
import { groupedBy } from '#domain/group.ts';
import { bucketBounds, bucketStart, type Level, LEVEL } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';

/** A part of the subject: a node right below it, or a meter. */
export interface Part {
  readonly key: string;
  readonly name: string | Text;
  readonly signed: readonly SignedMeter[];
  readonly orgId?: number;
  readonly dataAmmeterId?: number;
}

/**
 * `part`: the organisations (of a meter: the meters) right below, units before sites, which hold the same meters; `site`:
 * its sites; `meter`: its meters; `all`: down the tree.
 */
export const CLASSIFY = ['part', 'site', 'meter', 'all'] as const;
export type Classify = (typeof CLASSIFY)[number];

/** The parts of the subject that have meters of the energy asked about; they do not overlap. */
export function partsOf(context: AnalysisContext, classify: Classify): Part[] {
  if (classify === 'meter' || classify === 'all') return metersOf(context, classify === 'all');
  const nodes = nodesBelow(context);
  const kinds = new Map(context.organisation.nodes.map((node) => [node.id, node.kind]));
  const of = (kind: string): Part[] => nodes.filter(({ orgId = 0 }) => kinds.get(orgId) === kind);
  const [sites, units] = [of('site'), of('unit')];
  const chosen = sites.length === 0 || units.length === 0 ? nodes : classify === 'site' ? sites : units;
  return chosen.length > 0 ? chosen : metersOf(context, false);
}

function nodesBelow({ organisation, subject }: AnalysisContext): Part[] {
  return organisation.nodes
    .filter((node) => subject.orgId !== null && node.parentId === subject.orgId)
    .flatMap((node): Part[] => {
      const { meters } = standFor(organisation, node.id, subject.dataType);
      return meters.length === 0
        ? []
        : [{ key: `o${node.id}`, name: node.name, signed: meters, orgId: node.id }];
    });
}

function metersOf(context: AnalysisContext, all: boolean): Part[] {
  const { organisation, signed, subject } = context;
  const flows = Flows.of(organisation);
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  const below = signed.flatMap(({ meterId }) => flows.below(meterId, subject.dataType).map((one) => one.id));
  const ids = all
    ? metersBelow(context).ids
    : subject.kind === 'meter'
      ? below
      : signed.map((one) => one.meterId);
  // A meter that counts against the others is told with its sign, so that the classes make up the whole.
  const signs = new Map(all ? [] : signed.map(({ meterId, sign }) => [meterId, sign]));
  return ids.map((id) => ({
    key: `m${id}`,
    name: names.get(id) ?? '',
    signed: [{ meterId: id, sign: signs.get(id) ?? 1 }],
    dataAmmeterId: id,
  }));
}

/** A name in both languages. */
export const wordsOf = (name: string | Text): Text =>
  typeof name === 'string' ? { zh: name, en: name } : name;

/** How often each meter counts, those left out that cancel. */
export function netOf(terms: readonly SignedMeter[]): Map<number, number> {
  const net = new Map<number, number>();
  for (const { meterId, sign } of terms) net.set(meterId, (net.get(meterId) ?? 0) + sign);
  return new Map([...net].filter(([, times]) => times !== 0));
}

export const REST = 'other';

/** What parts leave of the subject, as a part of its own; none where they are all of it. It is known where all of it is. */
export function restOf({ signed }: Pick<AnalysisContext, 'signed'>, parts: readonly Part[]): Part[] {
  const left = netOf([
    ...signed,
    ...parts.flatMap((part) => part.signed.map(({ meterId, sign }) => ({ meterId, sign: -sign as 1 | -1 }))),
  ]);
  const terms = [...left].flatMap(([meterId, times]) =>
    Array.from({ length: Math.abs(times) }, (): SignedMeter => ({ meterId, sign: times > 0 ? 1 : -1 })),
  );
  const name = { zh: '其余（不属于任何分类）', en: 'The rest (in no class)' };
  return parts.length === 0 || terms.length === 0 ? [] : [{ key: REST, name, signed: terms }];
}

/** What is known of a meter. */
interface Known {
  readonly energy: bigint | null;
  readonly coveredS: number;
  readonly flags: number;
}

/** What is known of a part, bucket by bucket. */
export interface PartCourse {
  readonly energies: readonly (bigint | null)[];
  /** Seconds backed by readings, summed over the meters. */
  readonly coveredS: number;
  /** Bits of FLAG of all buckets; partial where a meter is missing in one. */
  readonly flags: number;
  /** The same of each; zeros where they were not asked for. */
  readonly flagsOfEach: readonly number[];
}

/**
 * The signed sums of parts in the buckets that begin at `starts`.
 * @param flagged whether the flags of each bucket are wanted
 */
export async function partCourses(
  trx: Db,
  context: AnalysisContext,
  parts: readonly Pick<Part, 'signed'>[],
  starts: readonly number[],
  flagged = false,
): Promise<PartCourse[]> {
  const { zone, level, range, organisation } = context;
  const index = new Map(starts.map((ts, i) => [ts, i]));
  const courses = await coursesIn(trx, context, meterIdsOf(parts), flagged);
  return parts.map(({ signed }) => {
    const energies: (bigint | null)[] = starts.map(() => null);
    const flagsOfEach = starts.map(() => 0);
    const known = starts.map(() => 0);
    let [coveredS, flags] = [0, 0];
    for (const { meterId, sign } of signed) {
      const course = courses.get(meterId);
      coveredS += course?.coveredS ?? 0;
      flags |= course?.flags ?? 0;
      let last = -1;
      course?.ts.forEach((ts, n) => {
        const energy = course.energies[n] ?? null;
        const i = index.get(ts) ?? index.get(bucketStart(zone, level, ts));
        if (energy === null || i === undefined) return;
        const own = sign === 1 ? energy : -energy;
        const before = energies[i] ?? null;
        energies[i] = before === null ? own : before + own;
        flagsOfEach[i] = (flagsOfEach[i] ?? 0) | (course.flagsOfEach[n] ?? 0);
        if (i !== last) known[i] = (known[i] ?? 0) + 1;
        last = i;
      });
    }
    const counting = countingsOf(organisation, signed);
    known.forEach((n, i) => {
      const from = starts[i] ?? 0;
      if (n === 0 || n >= dueIn(counting, from, starts[i + 1] ?? range.to)) return;
      flags |= FLAG.partial;
      flagsOfEach[i] = (flagsOfEach[i] ?? 0) | FLAG.partial;
    });
    return { energies, coveredS, flags, flagsOfEach };
  });
}

/**
 * The courses of meters over the range of a question, by id. A site in another zone has other days: its hours are told, or
 * its quarters where these are not the hours of the question, so that all parts are over the same instants.
 */
async function coursesIn(
  trx: Db,
  { zone, level, range, organisation }: AnalysisContext,
  meterIds: readonly number[],
  flagged: boolean,
): Promise<ReadonlyMap<number, MeterCourse>> {
  const zones = new Map(organisation.meters.map((meter) => [meter.id, meter.timeZone]));
  const levelOf = (timeZone = zone.name): Level => {
    if (level === LEVEL.quarter || timeZone === zone.name) return level;
    const away = zoneOf(timeZone);
    const days = bucketBounds(zone, LEVEL.day, range.from, range.to);
    return days.every((ts) => (away.offsetAt(ts) - zone.offsetAt(ts)) % HOUR_MS === 0)
      ? LEVEL.hour
      : LEVEL.quarter;
  };
  const found = new Map<number, MeterCourse>();
  for (const [timeZone, ids] of groupedBy(meterIds, (id) => zones.get(id)))
    for (const course of await coursesOf(trx, ids, levelOf(timeZone), range.from, range.to, flagged))
      found.set(course.meterId, course);
  return found;
}

/**
 * The signed sum of a part from what is known of its meters; partial where one is missing.
 * @param due how many of them count in its interval
 */
export function sumOfPart(
  { signed }: Pick<Part, 'signed'>,
  known: ReadonlyMap<number, Known>,
  due = signed.length,
) {
  const found = signed.flatMap(({ meterId, sign }) => {
    const sum = known.get(meterId);
    return sum && sum.energy !== null ? [{ ...sum, energy: sum.energy * BigInt(sign) }] : [];
  });
  const missing = found.length > 0 && found.length < due ? FLAG.partial : 0;
  return {
    energy: found.length === 0 ? null : found.reduce((all, one) => all + one.energy, 0n),
    coveredS: found.reduce((all, one) => all + one.coveredS, 0),
    flags: found.reduce((all, one) => all | one.flags, missing),
    known: found.length,
  };
}

/** The meters of parts, each once. */
export const meterIdsOf = (parts: readonly Pick<Part, 'signed'>[]): number[] => [
  ...new Set(parts.flatMap((part) => part.signed.map((meter) => meter.meterId))),
];

/** The object that a part is, for a row of an answer. */
export const objectOf = ({ orgId, dataAmmeterId }: Part): { orgId?: number; dataAmmeterId?: number } => ({
  ...(orgId === undefined ? {} : { orgId }),
  ...(dataAmmeterId === undefined ? {} : { dataAmmeterId }),
});
