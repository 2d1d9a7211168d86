import { FLAG } from '#contract/usageFlag.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import { countingsOf } from '#feature/meters/subject/server/public.ts';
import { type SignedMeter, type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { meterIdsOf, netOf, type Part, type PartCourse, partCourses, REST } from './parts.ts';

const termsOf = (signed: readonly SignedMeter[]): string =>
  [...netOf(signed)]
    .toSorted(([a], [b]) => a - b)
    .map(([meterId, times]) => `${meterId} ${times}`)
    .join();

/** Whether parts have the very meters of the subject between them. */
export const isWhole = ({ signed }: AnalysisContext, parts: readonly Part[]): boolean =>
  termsOf(signed) === termsOf(parts.flatMap((part) => part.signed));

/**
 * The courses of some parts of a whole and, as the last, of the rest: what these leave of the sum of the whole, which
 * need not be added up from all its meters. Its flags are those of the whole. Where the rest holds what no class measures,
 * it is not known while a part is missing.
 */
export async function coursesOfWhole(
  trx: Db,
  context: AnalysisContext,
  reported: readonly Part[],
  rest: readonly Part[],
  starts: readonly number[],
): Promise<Pick<PartCourse, 'energies' | 'flagsOfEach'>[]> {
  const courses = await partCourses(trx, context, reported, starts, true);
  if (rest.length === 0) return courses;
  const { range, level, signed } = context;
  const whole = new Map(
    (await usageSum(trx, signed, level, range.from, range.to)).map((bucket) => [bucket.ts, bucket]),
  );
  const others = meterIdsOf(rest).map((meterId) => ({ meterId, counting: countingsOf(context.organisation, [{ meterId }]) })); // prettier-ignore
  const isOpen = rest.some(({ key }) => key === REST);
  const countings = reported.map((part) => countingsOf(context.organisation, part.signed));
  const lacksAt = (i: number, { ts, end }: SumBucket): boolean =>
    courses.some(({ energies, flagsOfEach }, n) =>
      (energies[i] ?? null) === null
        ? dueIn(countings[n] ?? [], ts, end) > 0
        : ((flagsOfEach[i] ?? 0) & FLAG.partial) !== 0,
    );
  const left = starts.map((start, i): { energy: bigint | null; flags: number } => {
    const bucket = whole.get(start);
    if (bucket?.energy == null) return { energy: null, flags: bucket?.flags ?? 0 };
    const { ts, end, missing, flags } = bucket;
    const lacking = new Set(missing);
    if (others.every((one) => lacking.has(one.meterId) || dueIn(one.counting, ts, end) === 0))
      return { energy: null, flags };
    if (isOpen && lacksAt(i, bucket)) return { energy: null, flags: flags | FLAG.partial };
    return { energy: courses.reduce((sum, one) => sum - (one.energies[i] ?? 0n), bucket.energy), flags };
  });
  return [
    ...courses,
    { energies: left.map(({ energy }) => energy), flagsOfEach: left.map(({ flags }) => flags) },
  ];
}
