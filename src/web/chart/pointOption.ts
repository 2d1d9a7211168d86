import type { ScatterSeriesOption } from 'echarts/charts';
import type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { FONT_FAMILY } from '#web/theme/font.ts';
import { formatNumber, formatScaled } from '#domain/figure/number.ts';
import type { PointAxis, PointChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { unitText } from '#web/ui/unit.ts';
import { tooltipFrame } from './tooltipFrame.ts';

export type PointOption = ComposeOption<
  ScatterSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>;

/** Diameters in pixels of the smallest and the largest bubble, and of points without a size. */
const SMALLEST = 5;
const LARGEST = 26;
const PLAIN = 6;

/** Diameters whose areas are as the values, from the least to the largest. */
export function diametersOf(model: PointChart): number[][] {
  const values = model.series.flatMap(({ points }) => points.map(({ value }) => Math.max(0, value ?? 0)));
  const most = Math.max(...values, 0);
  return model.series.map(({ points }) =>
    points.map(({ value }) =>
      !model.sized
        ? PLAIN
        : most === 0
          ? SMALLEST
          : Math.max(SMALLEST, LARGEST * Math.sqrt(Math.max(0, value ?? 0) / most)),
    ),
  );
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The ECharts option of a chart of points; pure. */
export function pointOption(model: PointChart, ink: Ink): PointOption {
  const text2 = ink.token('text2');
  const sizes = diametersOf(model);
  const axis = ({ name, min, max, ticks }: PointAxis, grid: boolean) => ({
    type: 'value' as const,
    name,
    nameTextStyle: { color: text2, fontSize: 11 },
    min,
    max,
    axisLine: { show: !grid, lineStyle: { color: ink.token('border') } },
    axisTick: { show: false },
    splitLine: { show: grid, lineStyle: { color: ink.token('split') } },
    ...(ticks && ticks.length > 1 ? { interval: ticks[1]!.at - ticks[0]!.at } : {}),
    axisLabel: {
      hideOverlap: true,
      color: text2,
      fontSize: 11,
      ...(ticks
        ? {
            customValues: ticks.map((tick) => tick.at),
            formatter: (at: number) => ticks.find((tick) => tick.at === at)?.text ?? '',
          }
        : { formatter: (at: number) => formatNumber(at, max - min < 5 ? 1 : 0) }),
    },
  });
  return {
    animation: false,
    textStyle: { fontFamily: FONT_FAMILY },
    grid: { left: 52, right: 24, top: 26, bottom: 40, outerBoundsMode: 'none' },
    xAxis: { ...axis(model.x, false), nameLocation: 'middle', nameGap: 24 },
    yAxis: axis(model.y, true),
    ...(model.series.length > 1
      ? {
          legend: {
            right: 20,
            top: 0,
            icon: 'circle',
            itemWidth: 8,
            itemHeight: 8,
            selectedMode: false,
            textStyle: { color: text2, fontSize: 12 },
          },
        }
      : {}),
    tooltip: {
      trigger: 'item',
      ...tooltipFrame(ink),
      formatter: (params: unknown) => {
        const { seriesIndex = 0, dataIndex = 0 } = params as { seriesIndex?: number; dataIndex?: number };
        const series = model.series[seriesIndex];
        const point = series?.points[dataIndex];
        if (!series || !point) return '';
        const value = `${formatScaled(point.value, model.scale)} ${unitText(model.scale.unit)}`;
        return `<b style="font-weight:600">${escape(point.name)}</b><br>${escape(series.label)}&ensp;${escape(value)}`;
      },
    },
    series: model.series.map((series, s) => ({
      type: 'scatter',
      name: series.label,
      itemStyle: { color: ink.color(series.color), opacity: 0.65 },
      data: series.points.map((point, i) => ({
        value: [point.x, point.y],
        symbolSize: sizes[s]?.[i] ?? PLAIN,
      })),
    })),
  };
}
