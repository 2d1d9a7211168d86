import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type {
  DataZoomComponentOption,
  GridComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { FONT_FAMILY } from '#web/theme/font.ts';
import { formatScaled } from '#domain/figure/number.ts';
import { marksOf } from './bucketMarks.ts';
import { bucketAt, positionsOf, type BucketChart, type ChartSeries } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { tooltipOf } from './tooltip.ts';
import { valueAxis } from './valueAxis.ts';
import { tooltipFrame } from './tooltipFrame.ts';

export type BucketOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption | DataZoomComponentOption
>;

/** Distances of the plot from the edges of the chart, in pixels; the tariff strip lines up with them. */
export interface PlotEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Plot edges: the left one grows with the widest label of the value axis. */
export function edgesOf(model: BucketChart): PlotEdges {
  const { max, decimals } = valueAxis(model);
  const { length } = formatScaled(max * model.scale.factor, { ...model.scale, decimals });
  const left = length <= 5 ? 40 : length <= 7 ? 52 : 12 + Math.ceil(6.4 * length);
  return { left, right: 20, top: 12, bottom: model.strip && model.shading ? 46 : 26 };
}

/**
 * The ECharts option of a bucket chart; pure. Until the chart is `whole`, what its first chunk cannot draw is left
 * out: crosshair, tooltip, shading, limits, zoom.
 */
export function bucketOption(model: BucketChart, ink: Ink, whole = true): BucketOption {
  const axis = valueAxis(model);
  const edges = edgesOf(model);
  const text2 = ink.token('text2');
  const label = { color: text2, fontSize: 11, margin: 6 };
  const pointer = { backgroundColor: text2, color: ink.token('container'), fontSize: 11, padding: [3, 6] };
  return {
    animation: false,
    textStyle: { fontFamily: FONT_FAMILY },
    grid: { ...edges, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: 0,
      max: model.x.span ?? model.x.names.length,
      containShape: false,
      axisLine: { show: true, lineStyle: { color: ink.token('border') } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...label,
        hideOverlap: true,
        customValues: model.x.ticks.map((tick) => tick.at),
        formatter: (at: number) => model.x.ticks.find((tick) => tick.at === at)?.text ?? '',
      },
      axisPointer: {
        show: whole,
        type: 'line',
        lineStyle: { color: text2, width: 1, type: 'solid' },
        label: {
          ...pointer,
          show: true,
          formatter: ({ value }) => shortName(model, Number(value)),
        },
      },
    },
    yAxis: {
      type: 'value',
      min: axis.min,
      max: axis.max,
      interval: axis.interval,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: ink.token('split') } },
      axisLabel: {
        ...label,
        formatter: (value: number) =>
          formatScaled(value * model.scale.factor, { ...model.scale, decimals: axis.decimals }),
      },
    },
    ...(whole ? { tooltip: tooltipOption(model, ink) } : {}),
    ...(whole && model.zoom ? { dataZoom: [{ type: 'inside', filterMode: 'none' }] } : {}),
    series: [
      ...model.series.flatMap((series) => seriesOf(model, series, ink)),
      ...(whole ? marksOf(model, ink) : []),
    ],
  };
}

function tooltipOption(model: BucketChart, ink: Ink): TooltipComponentOption {
  return {
    trigger: 'axis',
    ...tooltipFrame(ink),
    extraCssText: 'box-shadow: 0 4px 16px rgb(0 0 0 / 14%)',
    formatter: (params: unknown) => {
      const first = (Array.isArray(params) ? params[0] : params) as { axisValue?: number } | undefined;
      return tooltipOf(model, bucketAt(model.x, Number(first?.axisValue ?? 0)), ink);
    },
  };
}

function shortName(model: BucketChart, position: number): string {
  const name = model.x.names[bucketAt(model.x, position)] ?? '';
  return name.includes(' ') ? name.slice(name.lastIndexOf(' ') + 1) : name;
}

type Series = BarSeriesOption | LineSeriesOption;

function seriesOf(model: BucketChart, series: ChartSeries, ink: Ink): Series[] {
  return series.kind === 'bar' ? [barOf(model, series, ink)] : lineOf(model, series, ink);
}

function barOf(model: BucketChart, series: ChartSeries, ink: Ink): BarSeriesOption {
  const color = ink.color(series.color);
  const at = positionsOf(model.x);
  const unfinished = new Set(series.unfinished);
  const manual = new Set(series.manual);
  return {
    type: 'bar',
    name: series.label,
    barWidth: '64%',
    barMaxWidth: model.barWidth ?? 28,
    barGap: '10%',
    ...(series.stack ? { stack: series.stack } : {}),
    itemStyle: { color, ...(series.stack ? { borderColor: ink.token('container'), borderWidth: 0.5 } : {}) },
    emphasis: { disabled: true },
    data: series.values.map((value, i) => {
      const point = [at[i] ?? i, value === null ? '-' : value / model.scale.factor];
      if (unfinished.has(i)) {
        return {
          value: point,
          itemStyle: { color: ink.hatch(color), borderColor: color, borderWidth: 1, borderType: 'dashed' },
        };
      }
      if (manual.has(i)) {
        return {
          value: point,
          itemStyle: { color: ink.faint(color, 0.45), borderColor: color, borderWidth: 1 },
        };
      }
      return point;
    }),
  };
}

/** The points of a line or of steps; a null breaks it. Steps run from bucket start to bucket end. */
export function pathOf(
  model: BucketChart,
  series: ChartSeries,
  takes: (bucket: number) => boolean,
): (number | '-')[][] {
  const at = positionsOf(model.x);
  return series.values.flatMap((value, i) => {
    if (value === null || !takes(i)) return [[at[i] ?? i, '-']];
    const scaled = value / model.scale.factor;
    return series.kind === 'step'
      ? [
          [i, scaled],
          [i + 1, scaled],
        ]
      : [[at[i] ?? i, scaled]];
  });
}

function lineOf(model: BucketChart, series: ChartSeries, ink: Ink): LineSeriesOption[] {
  const color = ink.color(series.color);
  const late = typeof series.color === 'object' && 'series' in series.color && series.color.series > 6;
  const dash: LineSeriesOption['lineStyle'] = series.dashed
    ? { type: [4, 3] }
    : late
      ? { type: [6, 3] }
      : { type: 'solid' };
  const dotted = new Set([...(series.unfinished ?? []), ...(series.unmeasured ?? [])]);
  const base: LineSeriesOption = {
    type: 'line',
    name: series.label,
    showSymbol: false,
    symbol: 'none',
    itemStyle: { color },
    emphasis: { disabled: true },
  };
  const width = series.main ? 2 : 1.25;
  const lines: LineSeriesOption[] = [
    {
      ...base,
      lineStyle: { color, width, ...dash },
      data: pathOf(model, series, (i) => !dotted.has(i)),
      ...(series.area ? { areaStyle: { color, opacity: 0.1 } } : {}),
    },
  ];
  if (dotted.size) {
    const near = (i: number): boolean => dotted.has(i) || (series.kind === 'line' && dotted.has(i + 1));
    lines.push({ ...base, lineStyle: { color, width, type: [2, 3] }, data: pathOf(model, series, near) });
  }
  return lines;
}
