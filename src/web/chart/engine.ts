import { BarChart, LineChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([BarChart, LineChart, GridSimpleComponent, CanvasRenderer]);

/** The part of ECharts that draws the first picture of bars and lines; a chunk of its own. */
export { init };
