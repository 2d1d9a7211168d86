import type { HeatmapSeriesOption } from 'echarts/charts';
import type {
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { formatScaled } from '#domain/figure/number.ts';
import { say } from '#web/text/useTexts.ts';
import { FONT_FAMILY } from '#web/theme/font.ts';
import { unitText } from '#web/ui/unit.ts';
import type { HeatCell, HeatChart } from './ChartModel.ts';
import { heatScale } from './heatScale.ts';
import type { Ink } from './ink.ts';
import { tooltipFrame } from './tooltipFrame.ts';

export type HeatOption = ComposeOption<
  HeatmapSeriesOption | GridComponentOption | TooltipComponentOption | VisualMapComponentOption
>;

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** What a cell says: its day and time, its value or that there is none, and why. */
export function heatTooltip(model: HeatChart, cell: HeatCell): string {
  const head = `${model.columns[cell.x] ?? ''} ${model.rows[cell.y] ?? ''}`;
  const value = cell.absent
    ? ''
    : cell.value === null
      ? (model.gap ?? say('chart.noValue'))
      : `${formatScaled(cell.value, model.scale)} ${unitText(model.scale.unit)}`;
  const lines = [value, cell.note ?? ''].filter(Boolean).map(escape);
  return [`<b style="font-weight:600">${escape(head)}</b>`, ...lines].join('<br>');
}

/** A year has 35,000 cells: they are drawn at once, and none changes under the pointer. */
const SERIES = { type: 'heatmap', progressive: 0, emphasis: { disabled: true } } as const;

/** The cells of a series of the picture by their places in it: those with a value, and the others. */
export const cellsOf = ({
  cells,
}: Pick<HeatChart, 'cells'>): readonly [readonly HeatCell[], readonly HeatCell[]] => [
  cells.filter(({ value }) => value !== null),
  cells.filter(({ value }) => value === null),
];

/** The ECharts option of a heat map; pure. */
export function heatOption(model: HeatChart, ink: Ink): HeatOption {
  const text2 = ink.token('text2');
  const { low, high, colors } = heatScale(model, ink.dark);
  const columnTicks = new Map(model.columnTicks.map(({ at, text }) => [at, text]));
  const [known, others] = cellsOf(model);
  const gap = ink.hatch(ink.token('text3'));
  const label = { color: text2, fontSize: 11, hideOverlap: true };
  const line = { axisTick: { show: false }, axisLine: { lineStyle: { color: ink.token('border') } } };
  return {
    animation: false,
    textStyle: { fontFamily: FONT_FAMILY },
    grid: { left: 44, right: 12, top: 8, bottom: 24, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: [...model.columns],
      ...line,
      splitArea: { show: false },
      axisLabel: {
        ...label,
        interval: (at: number) => columnTicks.has(at),
        formatter: (_: string, at: number) => columnTicks.get(at) ?? '',
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...model.rows],
      ...line,
      axisLabel: { ...label, interval: (at: number) => model.rowTicks.includes(at) },
    },
    visualMap: {
      type: 'continuous',
      show: false,
      min: low,
      max: high,
      dimension: 2,
      seriesIndex: [0, 1],
      inRange: { color: [...colors] },
    },
    tooltip: {
      trigger: 'item',
      ...tooltipFrame(ink),
      formatter: (params: unknown) => {
        const { seriesIndex = 0, dataIndex = -1 } = params as { seriesIndex?: number; dataIndex?: number };
        const cell = [known, others][seriesIndex]?.[dataIndex];
        return cell ? heatTooltip(model, cell) : '';
      },
    },
    series: [
      // The many as plain numbers, which is quick; what looks otherwise each by itself.
      { ...SERIES, data: known.map(({ x, y, value }) => [x, y, Math.min(high, Math.max(low, value ?? 0))]) },
      {
        ...SERIES,
        // ECharts leaves out what has no value: a gap is to be seen.
        data: others.map(({ x, y, absent }) => ({
          value: [x, y, low],
          visualMap: false,
          itemStyle: { color: absent ? ink.token('layout') : (gap as never) },
        })),
      },
    ],
  };
}
