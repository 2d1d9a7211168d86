import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const keySystem: WebFeature = {
  routes: [
    analysisRoute(
      'AirCtrlEfficiencyAnalysis',
      { zh: '空调能效分析', en: 'Air conditioning efficiency' },
      async () => (await import('./important.ts')).airCtrlEfficiency,
    ),
    analysisRoute(
      'AirCtrlDataCompare',
      { zh: '空调数据对比', en: 'Air conditioning compared' },
      async () => (await import('./important.ts')).airCtrlCompare,
    ),
    analysisRoute(
      'AirCtrlDataScatter',
      { zh: '空调数据散点', en: 'Air conditioning scatter' },
      async () => (await import('./important.ts')).airCtrlScatter,
    ),
    analysisRoute(
      'AirCtrlDataMonitor',
      { zh: '空调数据监测', en: 'Air conditioning monitor' },
      async () => (await import('./important.ts')).airCtrlMonitor,
    ),
    analysisRoute(
      'AirZipEfficiencyAnalysis',
      { zh: '空压能效分析', en: 'Compressor efficiency' },
      async () => (await import('./important.ts')).airZipEfficiency,
    ),
    analysisRoute(
      'AirZipDataMonitor',
      { zh: '空压数据监测', en: 'Compressor monitor' },
      async () => (await import('./important.ts')).airZipMonitor,
    ),
  ],
};
