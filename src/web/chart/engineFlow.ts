import { SankeyChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([SankeyChart, TooltipComponent, CanvasRenderer]);

/** The part of ECharts that draws flows; a chunk of its own. */
export { init };
