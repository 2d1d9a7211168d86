import type { AnalysisChoice } from '#web/analysisFrame/analysis.ts';

/** Which parts of the subject are told apart. */
export const CLASSIFY_CHOICE: AnalysisChoice = {
  key: 'classify',
  label: { zh: '分类', en: 'By' },
  options: [
    { value: 'part', text: { zh: '下级组织', en: 'Parts' } },
    { value: 'site', text: { zh: '站点', en: 'Sites' } },
    { value: 'meter', text: { zh: '所属表计', en: 'Its meters' } },
    { value: 'all', text: { zh: '全部表计', en: 'All meters' } },
  ],
};
