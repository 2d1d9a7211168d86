import {
  AxisPointerComponent,
  DataZoomInsideComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { connect, use as register } from 'echarts/core';

register([
  AxisPointerComponent,
  DataZoomInsideComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
]);

/** What a chart gets right after its first picture: crosshair, tooltip, shading, limits, zoom. */
export { connect };
