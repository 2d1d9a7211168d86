import { DataZoomInsideComponent } from 'echarts/components';
import { use as register } from 'echarts/core';

/** Adds wheel and drag zoom; a chunk of its own. */
export function addZoom(): void {
  register([DataZoomInsideComponent]);
}
