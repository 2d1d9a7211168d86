import { DataZoomInsideComponent } from 'echarts/components';
import { use } from 'echarts/core';

/** Adds wheel and drag zoom; a chunk of its own. */
export function addZoom(): void {
  use([DataZoomInsideComponent]);
}
