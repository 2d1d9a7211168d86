import { scaleFor } from '#domain/figure/number.ts';
import { clockAt, secondAt } from '#domain/time/text.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { SessionCurve, SessionPoint } from '../contract.ts';

const TICKS = 5;

/** A curve of a session by one of its values; positions are ms since its begin. Null where fewer than two are known. */
export function sessionChart(
  { points, timeZone, begin }: SessionCurve,
  value: 'energy' | 'power',
  name: string,
): BucketChart | null {
  const known = points.filter((point) => point[value] !== null && (value === 'power' || point.onCourse));
  // One instant has one place in a curve: the last of equal ones.
  const course: readonly SessionPoint[] = known.filter((point, i) => point.at !== known[i + 1]?.at);
  const end = course.at(-1)?.at ?? begin;
  if (course.length < 2 || end <= begin) return null;
  const span = end - begin;
  const values = course.map((point) => point[value]);
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(value === 'energy' ? 'kWh' : 'kW', values),
    x: {
      names: course.map(({ at }) => secondAt(timeZone, at)),
      ticks: Array.from({ length: TICKS }, (_, i) => (span * i) / (TICKS - 1)).map((at) => ({
        at,
        text: clockAt(timeZone, begin + at),
      })),
      at: course.map(({ at }) => at - begin),
      span,
    },
    series: [
      {
        key: value,
        label: name,
        kind: 'line',
        color: { series: value === 'energy' ? 1 : 2 },
        values,
        main: true,
        area: value === 'energy',
      },
    ],
  };
}
