import type { CodeList } from '#contract/field.ts';

/** Serial number of the instrument of every built enterprise. */
export const GAUGE_SERIAL = 'G-1';

const ITEM = '0000000002330020';

/** A code that every built enterprise knows, by list. */
const CODES: Readonly<Record<string, string>> = {
  energyTypeUnit: '3300',
  energySubstance: '0101',
  collectType: '02',
  energyUse: '20',
  dataOrigin: '4',
  meterType: '15260500',
  enteType: '110',
  empClassify: 'duty',
  deviceType: '03',
  industry: 'C31',
  adminArea: '110000',
  processConfigure: '01',
  unitConfigure: '01',
  dataCollectConfigure: ITEM,
};

/** A good code of a field. */
export function sampleCode([list]: readonly CodeList[]): string {
  if (!list) throw new Error('a field of codes has no list');
  if (!('category' in list) && list.code.length > 1) return '0101';
  const found = CODES['category' in list ? list.category : list.resource];
  if (found === undefined) throw new Error(`the tests do not know a code of ${JSON.stringify(list)}`);
  return found;
}

/** What the codes of the metering archive lean on: a process with a unit and a device, an item, a meter; their ids. */
export async function buildCodes(
  add: (resource: string, fields: Readonly<Record<string, unknown>>) => Promise<number>,
): Promise<{ readonly gaugeConfigure: number; readonly dataCollectConfigure: number }> {
  await add('processConfigure', { processCode: '01', processName: 'Melting' });
  await add('unitConfigure', { processCode: '01', unitCode: '01', unitName: 'Hall 1' });
  const dataCollectConfigure = await add('dataCollectConfigure', {
    collectItemName: 'Electricity',
    energyClassCode: '02',
    energyTypeCode: '3300',
    dataUsageCode: '20',
    inputType: '4',
    statType: '1',
  });
  const gaugeConfigure = await add('gaugeConfigure', {
    meterName: 'Incomer',
    serNo: GAUGE_SERIAL,
    manageNo: 'M-1',
    meterType: '15260500',
    meterLevel: '1',
    params: '3300',
    dataCode: ITEM,
    manufacturer: 'Maker',
    model: 'DTZ',
    precisionLevel: '0.5S',
    ranges: '3x1.5(6) A',
    alignCycle: 12,
    lastAlignDate: '2025-01-31',
    alignOrg: 'Institute',
    location: 'Hall 1',
    installTime: '2024-01-31',
  });
  return { gaugeConfigure, dataCollectConfigure };
}
