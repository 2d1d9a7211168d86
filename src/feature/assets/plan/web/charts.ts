import { scaleFor } from '#domain/figure/number.ts';
import { sharedSlots, slotSpan } from '#domain/storage/slots.ts';
import { timeAt } from '#domain/time/text.ts';
import type { BucketChart, ChartBuckets, ChartSeries } from '#web/chart/ChartModel.ts';
import type { MonitorWire, PlanCurveRow } from '../contract.ts';
import type { DayPart } from './parts.ts';

/** Words of the series. */
export interface MonitorWords {
  readonly name: string;
  readonly sendCurve: string;
  readonly runCurve: string;
  readonly setPoint: string;
  readonly soc: string;
}

const QUARTERS_OF_HOUR = 4;

/** The axis of a day of quarters. @param timeZone of the station */
function axis(times: readonly string[], timeZone: string): ChartBuckets {
  return {
    names: times.map((time) => timeAt(timeZone, time)),
    ticks: Array.from({ length: Math.floor(times.length / QUARTERS_OF_HOUR / 2) + 1 }, (_, i) => {
      const at = i * 2 * QUARTERS_OF_HOUR;
      const time = times[at];
      return { at, text: time === undefined ? '24:00' : timeAt(timeZone, time).slice(11, 16) };
    }),
  };
}

/** What was told to a station and what it did, kW through a day. */
export function monitorChart(told: MonitorWire, words: MonitorWords, parts: readonly DayPart[]): BucketChart {
  const { times, timeZone, sendCurve, runCurve, setPoint } = told;
  const series: ChartSeries[] = [
    { key: 'run', label: words.runCurve, kind: 'bar', color: 'primary', values: runCurve },
    {
      key: 'send',
      label: words.sendCurve,
      kind: 'step',
      color: { series: 4 },
      values: sendCurve,
      main: true,
    },
  ];
  if (setPoint.some((kw) => kw !== null))
    series.push({
      key: 'set',
      label: words.setPoint,
      kind: 'step',
      color: { series: 2 },
      values: setPoint,
      dashed: true,
    });
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor('kW', [...sendCurve, ...runCurve, ...setPoint]),
    x: axis(times, timeZone),
    series,
    shading: parts,
    strip: parts.length > 0,
  };
}

/** The state of charge through a day, %. */
export function socChart(told: MonitorWire, words: MonitorWords): BucketChart {
  return {
    kind: 'buckets',
    name: words.soc,
    scale: { unit: '%', factor: 1, decimals: 1 },
    x: axis(told.times, told.timeZone),
    series: [{ key: 'soc', label: words.soc, kind: 'line', color: 'primary', values: told.soc, main: true }],
  };
}

/** Some versions over the slots of a day, kW. @param timeZone of the station */
export function compareChart(plans: readonly PlanCurveRow[], name: string, timeZone: string): BucketChart {
  const slots = sharedSlots(timeZone, plans.map(({ planDate }) => planDate)); // prettier-ignore
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(
      'kW',
      plans.flatMap(({ points }) => points),
    ),
    x: {
      names: Array.from({ length: slots.count }, (_, slot) => slotSpan(slots, slot, slot + 1)),
      ticks: Array.from({ length: Math.floor(slots.count / 8) + 1 }, (_, i) => ({
        at: i * 8,
        text: slots.clocks[i * 8] ?? '',
      })),
    },
    series: plans.map(({ id, planDate, version, points }, i) => ({
      key: String(id),
      label: `${planDate} v${version}`,
      kind: 'step',
      color: { series: i + 1 },
      values: points.slice(0, slots.count),
      main: i === 0,
    })),
  };
}
