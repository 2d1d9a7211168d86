import type { Text } from '#contract/text.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';

const page = (path: string, title: Text, load: PageRoute['load'], parent?: string): PageRoute => ({
  path,
  title,
  load,
  ...(parent === undefined ? {} : { parent }),
});

const DETAIL = { zh: '批次明细', en: 'Figures of a batch' };

/** The screens of reporting; those of both protocols are the same pages. */
export const upload: WebFeature = {
  routes: [
    page(
      '/SDNDataUpload/SDNDataUploadManager',
      { zh: '平台与任务', en: 'Platforms and batches' },
      () => import('./ManagerPage.tsx'),
    ),
    page(
      '/SDNDataUpload/SDNMetricalConfig',
      { zh: '上报采集项', en: 'Items reported' },
      () => import('./ConfigPage.tsx'),
    ),
    page(
      '/SDNDataUpload/SDNDataUploadRecord',
      { zh: '上报记录', en: 'Record of reports' },
      () => import('./RecordPage.tsx'),
    ),
    page(
      '/SDNDataUpload/SDNDataUploadRecordDetail',
      DETAIL,
      () => import('./DetailPage.tsx'),
      '/SDNDataUpload/SDNDataUploadRecord',
    ),
    page(
      '/SDNDataUpload/SDNMetricalCheck',
      { zh: '上报体检', en: 'Check before reporting' },
      () => import('./CheckPage.tsx'),
    ),
    page(
      '/HunanDataUpload/SDNDataUploadManager',
      { zh: '省级平台与任务', en: 'Provincial platforms' },
      () => import('./ManagerPage.tsx'),
    ),
    page(
      '/HunanDataUpload/SDNMetricalConfig',
      { zh: '省级采集项', en: 'Items of the province' },
      () => import('./ConfigPage.tsx'),
    ),
    page(
      '/HunanDataUpload/SDNBasicInfoUpload',
      { zh: '基础信息上报', en: 'Archive reported' },
      () => import('./InfoPage.tsx'),
    ),
    page(
      '/HunanDataUpload/SDNDataUploadRecord',
      { zh: '省级上报记录', en: 'Record of the province' },
      () => import('./RecordPage.tsx'),
    ),
    page(
      '/HunanDataUpload/SDNDataUploadRecordDetail',
      DETAIL,
      () => import('./DetailPage.tsx'),
      '/HunanDataUpload/SDNDataUploadRecord',
    ),
  ],
};
