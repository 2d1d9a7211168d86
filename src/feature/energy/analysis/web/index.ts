import type { Text } from '#contract/text.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';

/** The screen of an analysis; frame and analysis are loaded together when it is opened. */
const screen = (path: string, zh: string, en: string, read: () => Promise<Analysis>): PageRoute => ({
  path: path.startsWith('/') ? path : `/SDNPowerAdmin/${path}`,
  title: { zh, en } satisfies Text,
  load: analysisScreen(read),
});

/** Every analysis, one line each. */
export const analysis: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNPowerAnalysis',
      title: { zh: '用能分析', en: 'Energy analysis' },
      load: async () => ({ default: (await import('./energyViews.ts')).energyViews }),
    },
    screen('SDNTimeShareAnalysis', '分时分析', 'Time-of-use analysis', async () => (await import('./timeShare.ts')).timeShare), // prettier-ignore
    screen('SDNCycleAnalysis', '周期分析', 'Weekly cycle', async () => (await import('./cycle.ts')).cycle),
    screen(
      'SDNCompareAnalysis',
      '对比分析',
      'Comparison',
      async () => (await import('./compare.ts')).compare,
    ),
    screen('SDNLoadAnalysis', '负荷分析', 'Load analysis', async () => (await import('./load.ts')).load),
    screen(
      'SDNDemandAnalysis',
      '需量分析',
      'Demand analysis',
      async () => (await import('./demand.ts')).demand,
    ),
    screen(
      'SDNElectricQualityAnalysis',
      '电能质量',
      'Power quality',
      async () => (await import('./quality.ts')).quality,
    ),
    screen(
      'AirCtrlEfficiencyAnalysis',
      '空调能效分析',
      'Air conditioning efficiency',
      async () => (await import('./important.ts')).airCtrlEfficiency,
    ),
    screen(
      'AirCtrlDataCompare',
      '空调数据对比',
      'Air conditioning compared',
      async () => (await import('./important.ts')).airCtrlCompare,
    ),
    screen(
      'AirCtrlDataScatter',
      '空调数据散点',
      'Air conditioning scatter',
      async () => (await import('./important.ts')).airCtrlScatter,
    ),
    screen(
      'AirCtrlDataMonitor',
      '空调数据监测',
      'Air conditioning monitor',
      async () => (await import('./important.ts')).airCtrlMonitor,
    ),
    screen(
      'AirZipEfficiencyAnalysis',
      '空压能效分析',
      'Compressor efficiency',
      async () => (await import('./important.ts')).airZipEfficiency,
    ),
    screen(
      'AirZipDataMonitor',
      '空压数据监测',
      'Compressor monitor',
      async () => (await import('./important.ts')).airZipMonitor,
    ),
    // The specification gives these two pages two addresses.
    {
      ...screen('SDNDemand', '负荷分析', 'Load analysis', async () => (await import('./load.ts')).load),
      parent: '/SDNPowerAdmin/SDNLoadAnalysis',
    },
    {
      ...screen('SDNPowerPeak', '最高负荷', 'Highest loads', async () => (await import('./peak.ts')).peak),
      parent: '/SDNPowerAdmin/SDNPeakPage',
    },
    screen('SDNPeakPage', '最高负荷', 'Highest loads', async () => (await import('./peak.ts')).peak),
    screen('SDNPowerFlowPage', '能流分析', 'Energy flow', async () => (await import('./flow.ts')).flow),
    screen(
      'SDNStatementStatistics',
      '报表统计',
      'Energy statement',
      async () => (await import('./statement.ts')).statement,
    ),
    screen('SDNPowerRankPage', '用能排名', 'Energy ranking', async () => (await import('./part.ts')).part),
  ],
};
