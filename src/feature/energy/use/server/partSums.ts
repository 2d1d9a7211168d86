import type { Range } from '#domain/fold/reach.ts';
import { type Change, compared } from '#domain/figure/change.ts';
import { coverageOf, sideOf, type Sum } from '#domain/figure/amount.ts';
import { dueIn } from '#domain/fold/due.ts';
import {
  type Equivalent,
  factorsOf,
  EQUIVALENT_COLUMNS,
  equivalentCells,
  equivalentOfEach,
} from '#feature/statistics/coefficient/server/public.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import {
  type AnalysisContext,
  changeCells,
  equalPeriods,
  flagsOf,
  LAST_YEAR,
  numberOf,
  previousPeriod,
} from '#feature/meters/analysisFrame/server/public.ts';
import { countingsOf, expectedOf } from '#feature/meters/subject/server/public.ts';
import { usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Classify, meterIdsOf, objectOf, type Part, partsOf, REST, restOf, sumOfPart } from './parts.ts';

/** What a part used over the range. */
export interface UsedPart extends Part {
  readonly sum: Sum;
}

/** The same beside the interval before and the year before, and its equivalent. */
export interface PartSum extends UsedPart {
  readonly beforeChange: Change;
  readonly lastYearChange: Change;
  readonly equivalent: Equivalent;
}

/** Classes of the subject that have shares of it. */
export const CLASSES = ['part', 'site', 'meter'] as const;

/** The classes of the subject and what they leave of it, the highest first, unknown last: together they are the whole. */
export async function rankedParts(trx: Db, context: AnalysisContext, by: Classify): Promise<UsedPart[]> {
  const classes = partsOf(context, by);
  const parts = by === 'all' ? classes : [...classes, ...restOf(context, classes)];
  const sums = await usageOverEach(trx, meterIdsOf(parts), context.range);
  return parts
    .map((part) => ({ ...part, sum: knownSum(context, part, sums) }))
    .toSorted((a, b) => byEnergy(a.sum.energy, b.sum.energy));
}

/** The sum of a part; a difference of which a part is missing is not known. */
function knownSum(
  query: Pick<AnalysisContext, 'organisation' | 'range'>,
  part: Part,
  sums: Awaited<ReturnType<typeof usageOverEach>>,
): Sum {
  const due = dueOf(query, part);
  const sum = sumOfPart(part, sums, due);
  return part.key === REST && sum.known < due ? { ...sum, energy: null } : sum;
}

/** The same with what they are compared with, and their equivalents. */
export async function partSums(trx: Db, context: AnalysisContext, by: Classify): Promise<PartSum[]> {
  const parts = await rankedParts(trx, context, by);
  const ids = meterIdsOf(parts);
  const [before, year] = [equalPeriods(context, previousPeriod(context)), equalPeriods(context, LAST_YEAR)];
  const own = await usageOverEach(trx, ids, before.own);
  const earlier = await usageOverEach(trx, ids, before.before);
  const lastYear = await usageOverEach(trx, ids, year.before);
  const factors = await factorsOf(trx, context.organisation, context.subject);
  const { zone, subject } = context;
  const equivalents = await equivalentOfEach(
    trx,
    factors,
    { zone, dataType: subject.dataType },
    ids,
    context.range,
  );
  return parts.map((part): PartSum => {
    const of = (sums: typeof own, range: Range) => sideOf(knownSum({ ...context, range }, part, sums), range);
    const now = of(own, before.own);
    return {
      ...part,
      beforeChange: compared(now, of(earlier, before.before)),
      lastYearChange: compared(now, of(lastYear, year.before)),
      equivalent: signedEquivalent(part, equivalents),
    };
  });
}

function signedEquivalent({ signed }: Part, equivalents: ReadonlyMap<number, Equivalent>): Equivalent {
  const sum = (key: keyof Equivalent): bigint | null =>
    signed.reduce<bigint | null>((all, { meterId, sign }) => {
      const value = equivalents.get(meterId)?.[key] ?? null;
      return value === null ? all : (all ?? 0n) + value * BigInt(sign);
    }, null);
  return { coal: sum('coal'), carbon: sum('carbon') };
}

/** How many meters of a part count in the range. */
export const dueOf = (
  { organisation, range }: Pick<AnalysisContext, 'organisation' | 'range'>,
  { signed }: Pick<Part, 'signed'>,
): number => dueIn(countingsOf(organisation, signed), range.from, range.to);

const byEnergy = (a: bigint | null, b: bigint | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a > b ? -1 : a < b ? 1 : 0;
};

/** A part's share of the whole. */
const shareOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || !whole ? null : Number(part) / Number(whole);

/** The columns of a table of parts. */
export const partColumns = (unit: string): AnalysisColumn[] => [
  { key: 'rank', label: { zh: '名次', en: 'Rank' }, kind: 'text' },
  { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
  { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit },
  { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
  { key: 'beforeChange', label: { zh: '环比', en: 'Change' }, kind: 'change' },
  { key: 'lastYearChange', label: { zh: '同比', en: 'Year on year' }, kind: 'change' },
  ...EQUIVALENT_COLUMNS,
];

/** A part as a row; `whole` is what shares are of. */
export function partRow(
  context: AnalysisContext,
  part: PartSum,
  i: number,
  whole: bigint | null,
): AnalysisRow {
  const { range } = context;
  const { beforeChange, lastYearChange } = part;
  const changes = changeCells({ beforeChange, lastYearChange });
  return {
    key: part.key,
    cells: {
      rank: i + 1,
      name: part.name,
      energy: numberOf(part.sum.energy),
      share: shareOf(part.sum.energy, whole),
      ...changes.cells,
      ...equivalentCells(part.equivalent),
    },
    coverage: coverageOf(part.sum, range.from, range.to, expectedOf(context, part.signed)),
    flags: flagsOf(part.sum.flags),
    ...(part.key === REST ? {} : { object: objectOf(part) }),
    why: changes.why,
  };
}
