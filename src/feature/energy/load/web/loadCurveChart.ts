import type { Text } from '#contract/text.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { dateAt, monthAt, timeAt } from '#domain/time/text.ts';
import { type LoadCurve, type MeterCurve, CURVE_INTERVALS } from '../contract.ts';

const OF_EACH: Readonly<Record<LoadCurve['stretch'], Text>> = {
  quarter: { zh: '每 15 分钟', en: 'each quarter of an hour' },
  hour: { zh: '每小时', en: 'each hour' },
  day: { zh: '每日', en: 'each day' },
  month: { zh: '每月', en: 'each month' },
};

/** What a curve leaves out, as a sentence. */
const thinned = ({ stretch: interval }: LoadCurve, { total }: MeterCurve): Text => ({
  zh: `${OF_EACH[interval].zh}的最低与最高，取自 ${total.toLocaleString('en-US')} 个功率读数（瞬时值）`,
  en: `Lowest and highest of ${OF_EACH[interval].en}, of ${total.toLocaleString('en-US')} instantaneous readings of power`,
});

/** Highest and lowest power of each interval; one that nobody knows is a gap. Pure. */
export function loadCurveChart(
  curve: LoadCurve,
  meter: MeterCurve,
  say: (text: Text) => string,
): BucketChart {
  const zone = zoneOf(curve.timeZone);
  const level = Number(
    Object.entries(CURVE_INTERVALS).find(([, one]) => one === curve.stretch)?.[0] ?? 3,
  ) as Level;
  const starts = bucketBounds(zone, level, curve.from, curve.to).slice(0, -1);
  const at = new Map(meter.from.map((ts, i) => [ts, i]));
  const values = (list: readonly number[]): (number | null)[] =>
    starts.map((ts) => list[at.get(ts) ?? -1] ?? null);
  const nameAt = level === 4 ? monthAt : level <= 2 ? timeAt : dateAt;
  const names = starts.map((ts) => nameAt(zone, ts));
  const ticks = names.flatMap((name, i) =>
    name.slice(0, 7) === names[i - 1]?.slice(0, 7) ? [] : [{ at: i, text: name.slice(0, 7) }],
  );
  return {
    kind: 'buckets',
    name: `${meter.ammeterName} · ${say(thinned(curve, meter))}`,
    scale: scaleFor(curve.unit, meter.high),
    x: { names, ticks },
    series: [
      { key: 'high', label: say({ zh: '最高', en: 'Highest' }), kind: 'step', color: 'primary', main: true, values: values(meter.high) }, // prettier-ignore
      { key: 'low', label: say({ zh: '最低', en: 'Lowest' }), kind: 'step', color: 'text2', values: values(meter.low) }, // prettier-ignore
    ],
  };
}
