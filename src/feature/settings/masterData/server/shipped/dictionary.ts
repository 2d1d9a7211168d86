import type { Text } from '#contract/text.ts';
import {
  COLLECT_TYPES,
  ENERGY_TYPES,
  ENERGY_USES,
  ENTERPRISE_TYPES,
  METER_TYPES,
  ORIGINS,
  PROCESSES,
} from './necc.ts';

/** A category that the product ships, with the entries that are known for certain; others are imported. */
export interface ShippedCategory {
  readonly code: string;
  readonly name: string;
  readonly source: Text;
  /** Lines `code name`, `code name | English` or `code name < parent`. */
  readonly entries?: string;
}

const SPEC: Text = { zh: '平台', en: 'Platform' };

/** An item of the basic data of key energy users; `rest` says where its entries are. */
const list = (number: number, rest: Text = { zh: '', en: '' }): Text => ({
  zh: `全国重点用能单位能耗在线监测系统基础数据 NHJC-2018，第 ${number} 项${rest.zh}`,
  en: `Basic data of the national online monitoring system of key energy users, NHJC-2018, item ${number}${rest.en}`,
});
const IMPORT: Text = {
  zh: '，由省级平台下载后导入',
  en: '; downloaded from the provincial platform and imported',
};

/** The seventeen code lists of the specification, then the categories that the platform itself uses. */
export const CATEGORIES: readonly ShippedCategory[] = [
  {
    code: 'region',
    name: '行政区划',
    source: list(1, { zh: '；见“行政区划”页面', en: '; see the page “Administrative areas”' }),
  },
  {
    code: 'industry',
    name: '行业',
    source: list(2, { zh: '；见“行业分类”页面', en: '; see the page “Industries”' }),
  },
  { code: 'productionProcess', name: '生产工序', source: list(3, IMPORT), entries: PROCESSES },
  { code: 'processUnit', name: '工序单元', source: list(4, IMPORT) },
  { code: 'energyDevice', name: '用能设备', source: list(5, IMPORT) },
  { code: 'dataOrigin', name: '数据采集来源', source: list(6), entries: ORIGINS },
  { code: 'collectType', name: '采集数据类型', source: list(7), entries: COLLECT_TYPES },
  { code: 'energyTypeUnit', name: '能源品种与计量单位', source: list(8), entries: ENERGY_TYPES },
  { code: 'energySubstance', name: '耗能工质', source: list(9, IMPORT) },
  { code: 'nonEnergyProduct', name: '非能源类产品', source: list(10, IMPORT) },
  { code: 'energyEfficiency', name: '能效指标', source: list(11, IMPORT) },
  { code: 'businessTarget', name: '经营指标', source: list(12, IMPORT) },
  { code: 'otherData', name: '其他数据', source: list(13, IMPORT) },
  { code: 'energyUse', name: '能源用途', source: list(14), entries: ENERGY_USES },
  { code: 'meterType', name: '计量器具类型', source: list(15), entries: METER_TYPES },
  { code: 'enteType', name: '企业类型', source: list(16), entries: ENTERPRISE_TYPES },
  { code: 'deviceType', name: '重点用能设备分类', source: list(17, IMPORT) },
  {
    code: 'newsType',
    name: '新闻类型',
    source: SPEC,
    entries: `
notice 平台公告 | Notice
news 行业动态 | Industry news
policy 政策法规 | Policy
guide 使用指南 | Guide`,
  },
  {
    code: 'empClassify',
    name: '人员分类',
    source: SPEC,
    entries: `
manager 能源管理 | Energy management
duty 值班运行 | Duty
metering 计量 | Metering
maintain 检修维护 | Maintenance
lead 领导 | Management`,
  },
  {
    code: 'position',
    name: '岗位',
    source: SPEC,
    entries: `
energyManager 能源管理员 | Energy manager
dutyOperator 值班员 | Duty operator
meteringStaff 计量员 | Metering staff
director 负责人 | Director`,
  },
  {
    code: 'controlProp',
    name: '控制属性',
    source: SPEC,
    entries: `
1 遥测 | Remote measurement
2 遥信 | Remote signalling
3 视频 | Remote video
4 遥调 | Remote adjustment
5 遥控 | Remote control`,
  },
  {
    code: 'realTimeData',
    name: '采集频率',
    source: SPEC,
    entries: `
0 实时 | Real-time
1 日 | Day
2 月 | Month
3 年 | Year`,
  },
  {
    code: 'event',
    name: '事件级别',
    source: SPEC,
    entries: `
1 紧急 | Urgent
2 重要 | Important
3 一般 | General
4 提示 | Notice`,
  },
  {
    code: 'dataItemAttr',
    name: '数据项属性',
    source: SPEC,
    entries: `
register 累计示值 | Register reading
interval 时段量 | Interval quantity
gauge 瞬时量 | Instantaneous quantity`,
  },
];
