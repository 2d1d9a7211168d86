import { ScatterChart } from 'echarts/charts';
import { GridSimpleComponent, LegendPlainComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { PointChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { pointOption } from './pointOption.ts';

register([ScatterChart, GridSimpleComponent, LegendPlainComponent, TooltipComponent, CanvasRenderer]);

/** The part of ECharts that draws points; a chunk of its own. */
export { init };

export function draw(chart: EChartsType, model: PointChart, ink: Ink): void {
  chart.setOption(pointOption(model, ink), { notMerge: true });
}

/** Tells the rows of points that are pressed; returns how to end it. */
export function onPoint(chart: EChartsType, model: PointChart, tell: (row: number) => void): () => void {
  const onClick = (event: { seriesIndex?: number; dataIndex: number }): void => {
    const row = model.series[event.seriesIndex ?? 0]?.points[event.dataIndex]?.row;
    if (row !== undefined) tell(row);
  };
  chart.on('click', onClick as never);
  return () => {
    if (!chart.isDisposed()) chart.off('click', onClick as never);
  };
}
