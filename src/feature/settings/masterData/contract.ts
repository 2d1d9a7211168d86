/** Names of the categories that the product ships, by code: as they are stored, and in English. */
export const CATEGORY_NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  region: ['行政区划', 'Administrative areas'],
  industry: ['行业', 'Industries'],
  productionProcess: ['生产工序', 'Production processes'],
  processUnit: ['工序单元', 'Process units'],
  energyDevice: ['用能设备', 'Energy-using equipment'],
  dataOrigin: ['数据采集来源', 'Origins of data'],
  collectType: ['采集数据类型', 'Kinds of collected data'],
  energyTypeUnit: ['能源品种与计量单位', 'Energy types and units'],
  energySubstance: ['耗能工质', 'Energy-consuming media'],
  nonEnergyProduct: ['非能源类产品', 'Products other than energy'],
  energyEfficiency: ['能效指标', 'Efficiency figures'],
  businessTarget: ['经营指标', 'Business figures'],
  otherData: ['其他数据', 'Other data'],
  energyUse: ['能源用途', 'Uses of energy'],
  meterType: ['计量器具类型', 'Types of meters'],
  enteType: ['企业类型', 'Types of enterprises'],
  deviceType: ['重点用能设备分类', 'Classes of key equipment'],
  newsType: ['新闻类型', 'Kinds of news'],
  empClassify: ['人员分类', 'Classes of persons'],
  position: ['岗位', 'Positions'],
  controlProp: ['控制属性', 'Control properties'],
  realTimeData: ['采集频率', 'Collection frequency'],
  event: ['事件级别', 'Levels of events'],
  dataItemAttr: ['数据项属性', 'Attributes of data items'],
};

/** The seventeen code lists in their order: what the regulator's interface calls by number the dictionary calls by word. */
export const CODE_LISTS = [
  'region',
  'industry',
  'productionProcess',
  'processUnit',
  'energyDevice',
  'dataOrigin',
  'collectType',
  'energyTypeUnit',
  'energySubstance',
  'nonEnergyProduct',
  'energyEfficiency',
  'businessTarget',
  'otherData',
  'energyUse',
  'meterType',
  'enteType',
  'deviceType',
] as const;

/** The number of a code list; null for the other categories. */
export function numberOfList(code: string): number | null {
  const at = (CODE_LISTS as readonly string[]).indexOf(code);
  return at < 0 ? null : at + 1;
}

/** The word of a category that was asked for by number or word. */
export const wordOfList = (query: string): string =>
  /^\d{1,2}$/.test(query) ? (CODE_LISTS[Number(query) - 1] ?? query) : query;

/** Code lists that provincial platforms hand out, and the product does not know: they are imported. */
export const HANDED_OUT: readonly string[] = [
  'processUnit',
  'energyDevice',
  'energySubstance',
  'nonEnergyProduct',
  'energyEfficiency',
  'businessTarget',
  'otherData',
  'deviceType',
];
