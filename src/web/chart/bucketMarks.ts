import type { LineSeriesOption } from 'echarts/charts';
import type { BucketChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { valueAxis } from './valueAxis.ts';

type Areas = NonNullable<NonNullable<LineSeriesOption['markArea']>['data']>;

const STATE_SHADE = 0.08;
const BAND_SHADE = 0.3;

/** Limits closer than this share of the axis would write their labels over each other. */
const LABEL_SHARE = 0.08;
const CJK = /[\u2e80-\uffff]/gu;

/** How far the label of each limit moves to the left, in pixels: beside those of the limits right above it. */
function labelShifts(model: BucketChart): number[] {
  const limits = model.limits ?? [];
  if (limits.length < 2) return [];
  const { min, max } = valueAxis(model);
  const near = LABEL_SHARE * (max - min) * model.scale.factor;
  const shifts: number[] = [];
  const widths = limits.map(({ label }) => 12 + 6.2 * label.length + 5 * (label.match(CJK)?.length ?? 0));
  const order = limits.map((_, i) => i).toSorted((a, b) => limits[b]!.value - limits[a]!.value);
  order.forEach((at, place) => {
    const above = order[place - 1];
    const close = above !== undefined && limits[above]!.value - limits[at]!.value < near;
    shifts[at] = close ? (shifts[above] ?? 0) + (widths[above] ?? 0) : 0;
  });
  return shifts;
}

/** What stands behind the curves: period shading, intervals of an alarm, its dead band, limits, events, the present; marks of an empty series. */
export function marksOf(model: BucketChart, ink: Ink): LineSeriesOption[] {
  const text2 = ink.token('text2');
  const besides = labelShifts(model);
  const lines = [
    ...(model.limits ?? []).map((limit, i) => ({
      yAxis: limit.value / model.scale.factor,
      lineStyle: { color: text2, width: 1, type: limit.declared ? ('solid' as const) : [5, 4] },
      label: {
        show: true,
        formatter: limit.label,
        color: text2,
        fontSize: 11,
        position: 'insideEndTop' as const,
        ...(besides[i]
          ? { offset: [-besides[i], 6], padding: [0, 3], backgroundColor: ink.token('container') }
          : {}),
      },
    })),
    ...(model.events ?? []).map(({ at, label }) => ({
      xAxis: at,
      lineStyle: { color: text2, width: 1, type: [2, 2] },
      label: {
        show: label !== '',
        formatter: label,
        color: text2,
        fontSize: 11,
        position: 'end' as const,
        align: 'right' as const,
        offset: [-4, 14],
      },
    })),
    ...(model.now === undefined
      ? []
      : [
          {
            xAxis: model.now,
            lineStyle: { color: ink.token('text3'), width: 1, type: 'dashed' as const },
            label: { show: false },
          },
        ]),
  ];
  const areas = areasOf(model, ink);
  if (!areas.length && !lines.length) return [];
  return [
    {
      type: 'line',
      data: [],
      silent: true,
      z: 0,
      tooltip: { show: false },
      markArea: { silent: true, data: areas },
      markLine: { silent: true, symbol: 'none', animation: false, data: lines },
    },
  ];
}

/** Tariff periods and intervals of an alarm from bottom to top, its dead band from side to side. */
function areasOf(model: BucketChart, ink: Ink): Areas {
  const across = (from: number, to: number, color: string): Areas[number] => [
    { xAxis: from, itemStyle: { color } },
    { xAxis: to },
  ];
  const { factor } = model.scale;
  return [
    ...(model.shading ?? [])
      .filter((part) => ink.shade(part.period) > 0)
      .map(({ from, to, period }) =>
        across(from, to, ink.faint(ink.color({ tariff: period }), ink.shade(period))),
      ),
    ...(model.states ?? []).map(({ from, to, status }) =>
      across(from, to, ink.faint(ink.color({ status }), STATE_SHADE)),
    ),
    ...(model.deadBand
      ? [
          [
            {
              yAxis: model.deadBand.from / factor,
              itemStyle: { color: ink.faint(ink.token('text3'), BAND_SHADE) },
            },
            { yAxis: model.deadBand.to / factor },
          ] as Areas[number],
        ]
      : []),
  ];
}
