import type { Text } from './text.ts';

/** What a factor turns an energy into; the codes of `type` (specification 1 section 3: coefficient). */
export const FACTOR_TYPES = {
  1: { zh: '折标煤系数', en: 'Standard coal' },
  2: { zh: '碳排放因子', en: 'Carbon' },
} as const satisfies Readonly<Record<number, Text>>;
export type FactorType = `${keyof typeof FACTOR_TYPES}`;
export const FACTOR = { coal: '1', carbon: '2' } as const satisfies Readonly<Record<string, FactorType>>;

/** Unit of the result, by type of factor; a factor is this much for each unit of its energy. */
export const FACTOR_UNITS = { 1: 'kgce', 2: 'kgCO2' } as const satisfies Record<FactorType, string>;

/** The grids of electricity whose factor is published each year. */
const GRIDS = {
  NC: { zh: '华北电网', en: 'North grid' },
  NE: { zh: '东北电网', en: 'Northeast grid' },
  EC: { zh: '华东电网', en: 'East grid' },
  CC: { zh: '华中电网', en: 'Central grid' },
  NW: { zh: '西北电网', en: 'Northwest grid' },
  SC: { zh: '南方电网', en: 'South grid' },
  SW: { zh: '西南电网', en: 'Southwest grid' },
} as const satisfies Readonly<Record<string, Text>>;
type Grid = keyof typeof GRIDS;

/** Provinces by the first two digits of their code (GB/T 2260), with the grid that each belongs to. */
const PROVINCES: Readonly<Record<string, readonly [zh: string, en: string, grid: Grid]>> = {
  11: ['北京', 'Beijing', 'NC'],
  12: ['天津', 'Tianjin', 'NC'],
  13: ['河北', 'Hebei', 'NC'],
  14: ['山西', 'Shanxi', 'NC'],
  15: ['内蒙古', 'Inner Mongolia', 'NC'],
  21: ['辽宁', 'Liaoning', 'NE'],
  22: ['吉林', 'Jilin', 'NE'],
  23: ['黑龙江', 'Heilongjiang', 'NE'],
  31: ['上海', 'Shanghai', 'EC'],
  32: ['江苏', 'Jiangsu', 'EC'],
  33: ['浙江', 'Zhejiang', 'EC'],
  34: ['安徽', 'Anhui', 'EC'],
  35: ['福建', 'Fujian', 'EC'],
  36: ['江西', 'Jiangxi', 'CC'],
  37: ['山东', 'Shandong', 'NC'],
  41: ['河南', 'Henan', 'CC'],
  42: ['湖北', 'Hubei', 'CC'],
  43: ['湖南', 'Hunan', 'CC'],
  44: ['广东', 'Guangdong', 'SC'],
  45: ['广西', 'Guangxi', 'SC'],
  46: ['海南', 'Hainan', 'SC'],
  50: ['重庆', 'Chongqing', 'SW'],
  51: ['四川', 'Sichuan', 'SW'],
  52: ['贵州', 'Guizhou', 'SC'],
  53: ['云南', 'Yunnan', 'SC'],
  54: ['西藏', 'Tibet', 'SW'],
  61: ['陕西', 'Shaanxi', 'NW'],
  62: ['甘肃', 'Gansu', 'NW'],
  63: ['青海', 'Qinghai', 'NW'],
  64: ['宁夏', 'Ningxia', 'NW'],
  65: ['新疆', 'Xinjiang', 'NW'],
};

/** Where a factor of the shipped kind holds. */
export const FACTOR_AREAS: Readonly<Record<string, Text>> = {
  CN: { zh: '全国', en: 'Nation' },
  ...GRIDS,
  ...Object.fromEntries(Object.entries(PROVINCES).map(([code, [zh, en]]) => [code, { zh, en }])),
};

/** The areas whose factors hold for an administrative area (any code of GB/T 2260), the nearest first. */
export function factorAreasOf(areaCode: string | null): string[] {
  const code = (areaCode ?? '').slice(0, 2);
  const province = PROVINCES[code];
  return province ? [code, province[2], 'CN'] : ['CN'];
}
