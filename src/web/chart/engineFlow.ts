import { SankeyChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([SankeyChart, TooltipComponent, CanvasRenderer]);

/** The part of ECharts that draws flows; a chunk of its own. */
export { init };
