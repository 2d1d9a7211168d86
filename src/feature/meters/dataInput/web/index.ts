import type { WebFeature } from '#web/page.ts';

export const dataInput: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNDataInput',
      title: { zh: '数据录入', en: 'Data input' },
      load: () => import('./DataInputPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNMetricalDataImport',
      title: { zh: '计量数据批量导入', en: 'Import of metering data' },
      load: () => import('./ManyImportPage.tsx'),
    },
  ],
};
