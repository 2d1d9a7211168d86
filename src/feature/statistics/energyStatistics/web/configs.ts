import { configPage } from './ConfigPage.tsx';

/** What is counted. */
export const calculate = configPage({ zh: '计算配置', en: 'What is counted' }, [
  'countedTypes',
  'electricityBy',
  'equalFactor',
  'procedureKindList',
]);

/** What is shown. */
export const display = configPage({ zh: '显示配置', en: 'What is shown' }, ['shownColumns']);

/** What is reported. */
export const forms = configPage({ zh: '报表配置', en: 'What is reported' }, [
  'reportTitle',
  'reportBy',
  'reportColumns',
  'preparedBy',
  'checkedBy',
  'approvedBy',
]);

/** What is compared. */
export const compared = configPage({ zh: '分析配置', en: 'What is compared' }, ['compareWith', 'oddPercent']);
