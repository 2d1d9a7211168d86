import type { PointChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { axisOf } from '#web/analysisFrame/chartOf.ts';
import { type ChartWords, columnOf } from '#web/analysisFrame/analysis.ts';
import { hourText } from '#domain/time/clock.ts';

/** Hours of `HH:MM`; 24:00 is the end of the day. */
const hoursOf = (clock: string): number => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;

/** When each day was highest: dates across, time of day upwards, the area of a bubble is the value. */
export function bubbleChart(
  answer: AnalysisAnswer,
  name: string,
  { value, at }: { readonly value: string; readonly at: string },
  { say }: ChartWords,
): PointChart {
  const column = columnOf(answer, value);
  const axis = axisOf(answer.rows.map(({ cells }) => String(cells['time'] ?? '')));
  const points = answer.rows.flatMap(({ cells }, row) => {
    const [clock, amount] = [cells[at], cells[value]];
    return typeof clock === 'string' && typeof amount === 'number'
      ? [{ x: row + 0.5, y: hoursOf(clock), value: amount, name: `${axis.names[row]} ${clock}`, row }]
      : [];
  });
  return {
    kind: 'points',
    name,
    scale: scaleFor(column.unit ?? '', points.map((point) => point.value)), // prettier-ignore
    x: { name: '', min: 0, max: Math.max(1, answer.rows.length), ticks: axis.ticks },
    y: {
      name: say({ zh: '时刻', en: 'Time of day' }),
      min: 0,
      max: 24,
      ticks: [0, 4, 8, 12, 16, 20, 24].map((hour) => ({
        at: hour,
        text: hourText(hour),
      })),
    },
    sized: true,
    series: [{ key: value, label: say(column.label), color: 'primary', points }],
  };
}
