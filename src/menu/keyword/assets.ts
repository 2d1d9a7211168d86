import type { KeywordTable } from '../keyword.ts';

export const assets: KeywordTable = {
  'archive.storageStation': ['储能站,电池储能,ESS', 'battery, ESS, storage'],
  'archive.storageUnit': ['变流器,PCS,电池簇,BMS', 'converter, PCS, battery cluster, BMS'],
  'archive.pvPlant': ['光伏,太阳能,屋顶光伏', 'solar, photovoltaic, roof'],
  'archive.pvInverter': ['逆变器,组串', 'inverter, strings'],
};
