import type { KeywordTable } from '../keyword.ts';

export const reporting: KeywordTable = {
  'SDNDataUpload.SDNDataUploadManager': [
    '上报,上传,能耗在线监测,国家平台',
    'report, upload, regulator, send data',
  ],
  'SDNDataUpload.SDNMetricalConfig': [
    '采集项,折标系数,上传项',
    'collection items, coefficients, what is sent',
  ],
  'SDNDataUpload.SDNDataUploadRecord': ['上传记录,回执,补报', 'upload record, receipts, batches'],
  'SDNDataUpload.SDNMetricalCheck': ['体检,预检,完整率', 'pre-flight, checks, coverage, score'],
  'HunanDataUpload.SDNDataUploadManager': ['省平台,湖南,注册', 'province, Hunan, register'],
  'HunanDataUpload.SDNBasicInfoUpload': ['基础信息,档案上传,工序上传', 'basic information, send the archive'],
  'HunanDataUpload.SDNMetricalConfig': ['省平台采集项', 'items sent to the province'],
  'HunanDataUpload.SDNDataUploadRecord': ['省平台记录,省平台回执', 'receipts of the province'],
  'yunshui.platformInfo': ['平台地址,密钥,接口地址', 'address, key, interface'],
  'yunshui.uploadRecord': ['批次,上报历史', 'batches, history'],
  'yunshui.uploadDetail': ['上报值,被拒,修订', 'values sent, refused, revisions'],
  'yunshui.collectValue': ['手工填报,产量填报,产值填报', 'manual values, output by hand'],
};
