import { ALL, READ, button, named, resourceScreen, screen, subject, wing } from './node.ts';

const batches = resourceScreen('uploadRecord', READ);

export const reporting = wing('Reporting', '数据上报', 'Report upward', 'upload', [
  subject('Reporting.National', '逐项上报', 'One figure a request', [
    screen('SDNDataUpload.SDNDataUploadManager', '平台与任务', 'Platforms and batches'),
    screen('SDNDataUpload.SDNMetricalConfig', '上报采集项', 'Items reported'),
    screen('SDNDataUpload.SDNDataUploadRecord', '上报记录', 'Record of reports'),
    screen('SDNDataUpload.SDNMetricalCheck', '上报体检', 'Check before reporting'),
  ]),
  subject('Reporting.Hunan', '批量上报', 'Many in one request', [
    screen('HunanDataUpload.SDNDataUploadManager', '省级平台与任务', 'Provincial platforms'),
    screen('HunanDataUpload.SDNBasicInfoUpload', '基础信息上报', 'Archive reported'),
    screen('HunanDataUpload.SDNMetricalConfig', '省级采集项', 'Items of the province'),
    screen('HunanDataUpload.SDNDataUploadRecord', '省级上报记录', 'Record of the province'),
  ]),
  subject('Reporting.List', '平台与明细', 'Platforms and figures', [
    resourceScreen('platformInfo', ALL),
    {
      ...named(batches, '全部批次', 'All batches'),
      children: [
        ...(batches.children ?? []),
        button('yunshui.uploadRecord.send', '上报、停止与重报', 'Report, stop and send again'),
      ],
    },
    resourceScreen('uploadDetail', READ),
    resourceScreen('collectValue', ALL),
  ]),
]);
