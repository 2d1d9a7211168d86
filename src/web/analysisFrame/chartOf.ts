import type { BucketChart, ChartBuckets, ChartSeries } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import type { CellValue } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { valuesOf } from '#domain/figure/scales.ts';
import { columnOf, type ChartWords } from './analysis.ts';

/** Lengths of `2018-` and `2018-07-`. */
const YEAR_LENGTH = 5;
const MONTH_LENGTH = 8;

/** At most so many labels under an axis. */
const TICKS = 13;

/** How one column is drawn. */
export interface DrawnColumn extends Pick<
  ChartSeries,
  'kind' | 'color' | 'stack' | 'dashed' | 'main' | 'area'
> {
  readonly key: string;
}

/** The chart of some columns of an answer, a bucket each row; columns of which nothing is known are left out. */
export function chartOf(
  answer: AnalysisAnswer,
  name: string,
  drawn: readonly DrawnColumn[],
  { say }: ChartWords,
): BucketChart {
  const unit = columnOf(answer, drawn[0]?.key ?? '').unit ?? '';
  const known = drawn.filter(({ key }) =>
    valuesOf(answer, columnOf(answer, key)).some((value) => value !== null),
  );
  const series = (known.length > 0 ? known : drawn.slice(0, 1)).map(({ key, ...look }, i): ChartSeries => {
    const column = columnOf(answer, key);
    const marked = (test: (row: AnalysisAnswer['rows'][number]) => boolean): number[] =>
      answer.rows.flatMap((row, at) => (test(row) ? [at] : []));
    return {
      ...look,
      key,
      label: say(column.label),
      values: valuesOf(answer, column),
      // Beside the first, what is stacked on it.
      ...(i === 0 || look.stack !== undefined
        ? {
            unfinished: marked((row) => row.unfinished === true),
            manual: marked((row) => row.flags.includes('manual')),
          }
        : {}),
    };
  });
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(unit, series.flatMap((one) => one.values)), // prettier-ignore
    x: axisOf(answer.rows.map((row) => nameOf(row.cells['time'] ?? row.cells['name'] ?? '', say))),
    series,
    ...(answer.rows.length > 200 ? { zoom: true } : {}),
  };
}

const nameOf = (value: CellValue, say: ChartWords['say']): string =>
  typeof value === 'object' ? (value === null ? '' : say(value)) : String(value);

/** The axis of named buckets: the parts of the names that differ, evenly thinned. */
export function axisOf(names: readonly string[]): ChartBuckets {
  const step = Math.max(1, Math.ceil(names.length / TICKS));
  const common = sharedStart(names);
  return {
    names,
    ticks: names.flatMap((name, i) => (i % step === 0 ? [{ at: i + 0.5, text: name.slice(common) }] : [])),
  };
}

/** Length of what all names begin with, up to the last dash or blank of it; a clock never follows a bare day. */
function sharedStart(names: readonly string[]): number {
  const [first = '', ...others] = names;
  if (others.length === 0) return 0;
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) length++;
  const cut = Math.max(first.slice(0, length).lastIndexOf('-'), first.slice(0, length).lastIndexOf(' ')) + 1;
  return cut === MONTH_LENGTH && first.includes(':') ? YEAR_LENGTH : cut;
}
