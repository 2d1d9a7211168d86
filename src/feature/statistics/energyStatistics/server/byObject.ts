import type { AnalysisRow, RowObject } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import type { Organisation } from '#feature/meters/subject/server/public.ts';
import { type Factors, kilograms } from '#feature/statistics/coefficient/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Text } from '#contract/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import { wholeIntervals } from './asked.ts';
import { comprehensive, type Comprehensive, type MetersByType } from './comprehensive.ts';
import type { StatisticsConfig } from './config.ts';
import { told } from './quality.ts';
import { qualityAt, statisticCells, statisticColumns } from './row.ts';

/** One row of a statistic by objects. */
export interface Counted {
  readonly key: string;
  readonly name: string | Text;
  readonly meters: MetersByType;
  /** Where they are another enterprise's. */
  readonly factors?: Factors;
  readonly zone?: Zone;
  /** The enterprise with these meters; default that of the query. */
  readonly organisation?: Organisation;
  readonly object?: RowObject;
}

/** Objects beside each other over the range: the largest first, with their share of all together. */
export async function byObject(
  trx: Db,
  context: AnalysisContext,
  ground: { readonly zone: Zone; readonly factors: Factors; readonly config: StatisticsConfig },
  objects: readonly Counted[],
  head: Text,
): Promise<Finding> {
  const { intervals, places } = wholeIntervals(context);
  const { config } = ground;
  const found: { object: Counted; sums: Comprehensive; coal: bigint | null }[] = [];
  for (const object of objects) {
    const { factors = ground.factors, zone = ground.zone } = object;
    const sums = await comprehensive(trx, { config, factors, zone }, object.meters, intervals);
    found.push({ object, sums, coal: sums.totals[places.own]?.coal ?? null });
  }
  const whole = found.reduce<bigint | null>(
    (sum, { coal }) => (coal === null ? sum : (sum ?? 0n) + coal),
    null,
  );
  const types = config.countedTypes.filter((type) => objects.some(({ meters }) => meters.has(type)));
  const quality = ({ object, sums }: (typeof found)[number]) =>
    told(
      qualityAt(sums, places.own, {
        expected: context.expected,
        organisation: object.organisation ?? context.organisation,
      }),
    );
  const ranked = found.toSorted((a, b) => Number((b.coal ?? -1n) - (a.coal ?? -1n)));
  return {
    figures: ranked.slice(0, 4).map((one, i) => ({
      key: `top${i}`,
      label: { zh: `第 ${i + 1}`, en: `No. ${i + 1}` },
      value: kilograms(one.coal),
      kind: 'amount' as const,
      unit: 'kgce',
      note:
        typeof one.object.name === 'string' ? { zh: one.object.name, en: one.object.name } : one.object.name,
      ...quality(one),
    })),
    columns: [{ key: 'name', label: head, kind: 'text' }, ...statisticColumns(config.shown, types, config)],
    rows: ranked.map((one): AnalysisRow => {
      const { object, sums } = one;
      const { cells, why } = statisticCells(sums, places, whole, config);
      return {
        key: object.key,
        cells: { name: object.name, ...cells },
        why,
        ...quality(one),
        ...(object.object ? { object: object.object } : {}),
      };
    }),
  };
}
