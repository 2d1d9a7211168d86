import { HeatmapChart } from 'echarts/charts';
import { GridSimpleComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { HeatChart } from './ChartModel.ts';
import { cellsOf, heatOption } from './heatOption.ts';
import type { Ink } from './ink.ts';

register([HeatmapChart, GridSimpleComponent, TooltipComponent, VisualMapContinuousComponent, CanvasRenderer]);

/** The part of ECharts that draws heat maps; a chunk of its own. */
export { init };

export function draw(chart: EChartsType, model: HeatChart, ink: Ink): void {
  chart.setOption(heatOption(model, ink), { notMerge: true });
}

/** Tells the column of cells that are pressed; returns how to end it. */
export function onCell(chart: EChartsType, model: HeatChart, tell: (column: number) => void): () => void {
  const cells = cellsOf(model);
  const onClick = (event: { seriesIndex?: number; dataIndex: number }): void => {
    const cell = cells[event.seriesIndex ?? 0]?.[event.dataIndex];
    if (cell) tell(cell.x);
  };
  chart.on('click', onClick as never);
  return () => {
    if (!chart.isDisposed()) chart.off('click', onClick as never);
  };
}
