import type { Text } from './text.ts';

/** The six groups of the metering archive's tabs (specification 1 section 2). */
export const ARCHIVE_GROUPS = {
  basic: { zh: '企业基本信息', en: 'Basic information' },
  configure: { zh: '工序、设备与计量器具', en: 'Processes, devices, instruments' },
  unitFile: { zh: '管理文件', en: 'Management files' },
  metering: { zh: '计量一览表', en: 'Metering lists' },
  energyMap: { zh: '能源图', en: 'Energy maps' },
  review: { zh: '计量审查', en: 'Review' },
} as const satisfies Readonly<Record<string, Text>>;

export type ArchiveGroup = keyof typeof ARCHIVE_GROUPS;

/** One of the 37 tabs. It is in the menu once it has a resource or a page of its own. */
export interface ArchiveTab {
  readonly number: number;
  readonly group: ArchiveGroup;
  readonly name: Text;
  /** Hash route. */
  readonly screen: string;
  /** The resource whose list it shows; its definition has the same `screen`. */
  readonly resource?: string;
  /** Function code of a page of its own (`src/feature/archive/meteringArchive/web/tabPages.ts`). */
  readonly funCode?: string;
  /** Buttons of such a page: function code and name. */
  readonly buttons?: ReadonlyArray<readonly [funCode: string, name: Text]>;
}

const tab = (
  number: number,
  group: ArchiveGroup,
  path: string,
  zh: string,
  en: string,
  rest: Pick<ArchiveTab, 'resource' | 'funCode' | 'buttons'> = {},
): ArchiveTab => ({ number, group, name: { zh, en }, screen: `/Archive/${path}`, ...rest });

/** The 37 tabs by number. */
export const ARCHIVE_TABS: readonly ArchiveTab[] = [
  tab(0, 'basic', 'enterpriseInfo', '企业注册信息', 'Enterprise registration', {
    resource: 'enterpriseInfo',
  }),
  tab(1, 'basic', 'contacter', '联系人', 'Contacts', { resource: 'contacter' }),
  tab(2, 'basic', 'energySys', '能源管理体系', 'Energy management system', { resource: 'energySys' }),
  tab(3, 'basic', 'energyManager', '能源管理负责人', 'Energy managers', { resource: 'energyManager' }),
  tab(4, 'basic', 'energyMonitor', '能耗监测项目负责人', 'Energy-monitoring project owners', {
    resource: 'energyMonitor',
  }),
  tab(5, 'basic', 'calculater', '能源计量人员', 'Metering staff', { resource: 'calculater' }),
  tab(6, 'basic', 'energyCertification', '能源管理体系认证', 'Energy certification', {
    resource: 'energyCertification',
  }),
  tab(7, 'basic', 'productStructure', '产品结构', 'Product structure', { resource: 'productStructure' }),
  tab(8, 'basic', 'outputValue', '产值、增加值与销售收入', 'Output value, added value, sales', {
    resource: 'outputValue',
  }),
  tab(9, 'basic', 'energyConservation', '节能项目', 'Energy-saving projects', {
    resource: 'energyConservation',
  }),
  tab(10, 'basic', 'energyAccount', '水电气账户', 'Water, electricity, gas accounts', {
    resource: 'energyAccount',
  }),
  tab(11, 'basic', 'materielProduct', '非能源类产品', 'Non-energy products', { resource: 'materielProduct' }),
  tab(12, 'configure', 'processConfigure', '生产工序', 'Production processes', {
    resource: 'processConfigure',
  }),
  tab(13, 'configure', 'unitConfigure', '工序单元', 'Process units', { resource: 'unitConfigure' }),
  tab(14, 'configure', 'deviceConfigure', '重点用能设备', 'Key energy devices', {
    resource: 'deviceConfigure',
  }),
  tab(15, 'configure', 'dataCollectConfigure', '数据采集项', 'Data collection items', {
    resource: 'dataCollectConfigure',
  }),
  tab(16, 'configure', 'gaugeConfigure', '计量器具', 'Instruments', { resource: 'gaugeConfigure' }),
  tab(17, 'configure', 'gaugeReplaceConfigure', '计量器具更换', 'Instrument replacements', {
    resource: 'gaugeReplaceConfigure',
  }),
  tab(18, 'configure', 'gaugeVerifyConfigure', '计量器具检定', 'Instrument verifications', {
    resource: 'gaugeVerifyConfigure',
  }),
  tab(19, 'unitFile', 'organisationChart', '组织机构图', 'Organisation chart', {
    funCode: 'SDNArchive.organisationChart',
  }),
  tab(20, 'unitFile', 'selfInspection', '自查报告', 'Self-inspection report', {
    funCode: 'SDNArchive.selfInspection',
  }),
  tab(21, 'unitFile', 'meteringRules', '计量管理制度', 'Metering management rules', {
    funCode: 'SDNArchive.meteringRules',
  }),
  tab(22, 'unitFile', 'reviewReport', '审查报告', 'Review report', {
    funCode: 'SDNArchive.reviewReport',
  }),
  tab(23, 'metering', 'companyCalculater', '计量工作人员一览表', 'Metering staff list', {
    resource: 'companyCalculater',
  }),
  tab(24, 'metering', 'companyDev', '主要用能设备一览表', 'Main energy device list', {
    resource: 'companyDev',
  }),
  tab(25, 'metering', 'companyGauges', '计量器具配备一览表', 'Instrument list', {
    resource: 'companyGauges',
  }),
  tab(26, 'metering', 'gaugesOfUnit', '进出用能单位计量器具', 'Instruments in and out of the unit', {
    funCode: 'SDNArchive.gaugesOfUnit',
  }),
  tab(27, 'metering', 'gaugesOfSubUnits', '主要次级用能单位计量器具', 'Instruments of secondary units', {
    funCode: 'SDNArchive.gaugesOfSubUnits',
  }),
  tab(28, 'metering', 'gaugesOfDevices', '主要用能设备计量器具', 'Instruments of main devices', {
    funCode: 'SDNArchive.gaugesOfDevices',
  }),
  tab(29, 'metering', 'gaugesOther', '其他计量器具', 'Other instruments', {
    funCode: 'SDNArchive.gaugesOther',
  }),
  tab(30, 'metering', 'annualTable', '能源购进、消费与库存', 'Annual purchase, consumption, stock', {
    funCode: 'annualTable.view',
    buttons: [
      ['annualTable.edit', { zh: '填报数值', en: 'Enter values' }],
      ['annualTable.file', { zh: '填报存档', en: 'File' }],
    ],
  }),
  tab(31, 'energyMap', 'energyFlow', '能源流向图', 'Energy flow chart', {
    funCode: 'SDNArchive.energyFlow',
  }),
  tab(32, 'energyMap', 'meterNetwork', '计量网络图', 'Metering network chart', {
    funCode: 'SDNArchive.meterNetwork',
  }),
  tab(33, 'energyMap', 'selfVerification', '自行检定量值传递图', 'Value transfer chart of own verification', {
    funCode: 'SDNArchive.selfVerification',
  }),
  tab(34, 'energyMap', 'valueTransfer', '量值溯源图', 'Traceability chart', {
    funCode: 'SDNArchive.valueTransfer',
  }),
  tab(35, 'review', 'reviewPlan', '审查计划', 'Review plans', { resource: 'companyPlaninfo' }),
  tab(36, 'review', 'reviewResult', '审查结果', 'Review results', { resource: 'reviewData' }),
];

/** Lists that belong to a group of tabs without being one. */
export const ARCHIVE_LISTS: Readonly<Partial<Record<ArchiveGroup, readonly string[]>>> = {
  unitFile: ['checkplanCheckfile'],
  review: ['companyCheckitem'],
};
