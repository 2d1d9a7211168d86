import type { Text } from '#contract/text.ts';
import { formatNumber, scaleFor } from '#domain/figure/number.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { clockOf } from '#domain/time/clock.ts';
import { dateText } from '#domain/time/date.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { HeatCell, HeatChart } from '#web/chart/ChartModel.ts';
import type { LoadQuarters } from '../contract.ts';

const QUARTERS = 96;

const HOURLY: Text = { zh: '小时平均', en: 'mean of its hour' };
const SKIPPED: Text = { zh: '没有这一时刻：时钟拨快', en: 'No such time: clocks went forward' };
const TWICE: Text = { zh: '时钟拨慢，出现两次', en: 'clocks went back, it came twice' };

/** A day as the picture and its table tell it. */
interface Day {
  readonly date: string;
  readonly cells: readonly HeatCell[];
}

/**
 * Days beside each other, quarters of an hour of the wall clock below each other. A quarter that was not measured is a
 * gap; one that is still to come is not there; of one that a day has twice the picture shows the higher. Pure.
 */
export function loadHeatChart(answer: LoadQuarters, say: (text: Text) => string): HeatChart {
  const zone = zoneOf(answer.timeZone);
  const bounds = bucketBounds(zone, 3, answer.from, answer.to);
  const hourly = new Set(answer.hourly.flatMap(([first, behind]) => Array.from({ length: behind - first }, (_, i) => first + i))); // prettier-ignore
  const days = bounds.slice(0, -1).map((start, x): Day => {
    const end = bounds[x + 1] ?? start;
    const local = zone.local(start);
    const rows = new Map<number, { values: (number | null)[]; hourly: boolean }>();
    for (let ts = start; ts < end; ts += QUARTER_MS) {
      const { hour, minute } = zone.local(ts);
      const row = hour * 4 + Math.floor(minute / 15);
      const at = (ts - answer.from) / QUARTER_MS;
      // What is to come is no gap.
      if (ts >= answer.until) continue;
      const one = rows.get(row) ?? { values: [], hourly: false };
      one.values.push(answer.power[at] ?? null);
      rows.set(row, { values: one.values, hourly: one.hourly || hourly.has(at) });
    }
    const skipped = end - start < QUARTERS * QUARTER_MS && end <= answer.until;
    const cells = Array.from({ length: QUARTERS }, (_, y): HeatCell | null => {
      const one = rows.get(y);
      if (!one) return skipped ? { x, y, value: null, note: say(SKIPPED), absent: true } : null;
      const known = one.values.filter((value) => value !== null);
      const twice = one.values.length > 1 ? `${say(TWICE)}: ${one.values.map((value) => formatNumber(value, 1)).join(' / ')}` : ''; // prettier-ignore
      const note = [one.hourly ? say(HOURLY) : '', twice].filter(Boolean).join(', ');
      return { x, y, value: known.length > 0 ? Math.max(...known) : null, ...(note ? { note } : {}) };
    }).filter((cell) => cell !== null);
    return { date: dateText(local), cells };
  });
  const values = answer.power.filter((value) => value !== null);
  return {
    kind: 'heat',
    name: say({ zh: '逐 15 分钟负荷', en: 'Load of every quarter of an hour' }),
    scale: scaleFor(answer.unit, values),
    // Its energy may be known all the same, as that of a longer interval.
    gap: say({ zh: '未按 15 分钟测得', en: 'Not measured in quarters' }),
    columns: days.map(({ date }) => date),
    columnTicks: ticksOf(days.map(({ date }) => date)),
    rows: Array.from({ length: QUARTERS }, (_, row) => clockOf(row * 15)),
    rowTicks: [0, 16, 32, 48, 64, 80],
    cells: days.flatMap(({ cells }) => cells),
    table: {
      heads: [
        say({ zh: '已测 15 分钟', en: 'Quarters measured' }),
        say({ zh: '最高', en: 'Highest' }),
        say({ zh: '时刻', en: 'At' }),
        say({ zh: '最低', en: 'Lowest' }),
        say({ zh: '时刻', en: 'At' }),
      ],
      rows: days.map(({ date }, x) => rowOf(date, answer, bounds[x] ?? 0, bounds[x + 1] ?? 0)),
    },
  };
}

/** The first of each month where there are several, else every fifth day. */
function ticksOf(dates: readonly string[]): { at: number; text: string }[] {
  const months = dates.flatMap((date, at) => (date.endsWith('-01') ? [{ at, text: date.slice(0, 7) }] : []));
  if (dates.length > 62) return months;
  return dates.flatMap((date, at) => (at % 5 === 0 ? [{ at, text: date.slice(5) }] : []));
}

/** A day of the table: how much of it was measured, and its highest and lowest quarter with their times. */
function rowOf(
  date: string,
  answer: LoadQuarters,
  from: number,
  to: number,
): HeatChart['table']['rows'][number] {
  const zone = zoneOf(answer.timeZone);
  const first = (from - answer.from) / QUARTER_MS;
  const own = answer.power.slice(first, (to - answer.from) / QUARTER_MS);
  const over = Math.max(0, Math.min(own.length, Math.ceil((answer.until - from) / QUARTER_MS)));
  const known = own.filter((value) => value !== null);
  const reported = (value: number): [number | null, string] => {
    if (known.length === 0) return [null, '--'];
    const { hour, minute } = zone.local(from + own.indexOf(value) * QUARTER_MS);
    return [value, clockOf(hour * 60 + minute)];
  };
  return {
    name: date,
    cells: [`${known.length} / ${over}`, ...reported(Math.max(...known)), ...reported(Math.min(...known))],
  };
}
