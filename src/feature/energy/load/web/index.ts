import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';

const loads = (path: string): PageRoute =>
  analysisRoute(path, { zh: '负荷分析', en: 'Load analysis' }, async () => (await import('./load.ts')).load);
const peaks = (path: string): PageRoute =>
  analysisRoute(path, { zh: '最高负荷', en: 'Highest loads' }, async () => (await import('./peak.ts')).peak);

export const load: WebFeature = {
  routes: [
    loads('SDNLoadAnalysis'),
    peaks('SDNPeakPage'),
    // The specification gives these two pages two addresses.
    { ...loads('SDNDemand'), parent: '/SDNPowerAdmin/SDNLoadAnalysis' },
    { ...peaks('SDNPowerPeak'), parent: '/SDNPowerAdmin/SDNPeakPage' },
  ],
};
