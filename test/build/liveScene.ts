import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import type { RealData } from '#feature/watch/liveScreen/contract.ts';
import { add, unique } from '../build.ts';
import { type Client, ok, type Product } from '../product.ts';
import type { TwoSites } from './twoSites.ts';

export const OBJECT = '/api/archive/monitorObject';
export const MONITOR = '/api/monitoring/monitor';

type Told = Readonly<Record<string, number>>;

/** Meters of two sites with what they tell, their items, and their values as they stand now. */
export function liveScene(current: () => { product: Product; sites: TwoSites; operator: Client }) {
  async function tell(meterId: number, readings: readonly (readonly [number, Told])[]): Promise<void> {
    const batch = new BatchBuilder();
    for (const [at, values] of readings) {
      batch.row(meterId, at);
      for (const [code, value] of Object.entries(values)) batch.set(codeIndex(code), value);
    }
    await storeReadings(current().product.database.db, batch.batch());
    while (await foldDirty(current().product.database.db));
  }

  const meterAt = (siteId: number, more: object = {}): Promise<number> =>
    add(current().operator, 'ammeter', {
      ammeterName: unique('Meter '),
      ammeterCode: unique(),
      consumerId: current().sites.first.consumerId,
      siteId,
      intervalSeconds: 60,
      ...more,
    });

  const stations = new Map<number, number>();
  /** A station, below which equipment may stand. */
  async function stationOf(siteId: number): Promise<number> {
    const { consumerId } = current().sites.first;
    const known = stations.get(siteId);
    if (known !== undefined) return known;
    const row = { orgName: 'Station', orgCode: unique(), consumerId, siteId, objectCategory: '0' };
    const id = await add(current().operator, 'monitorObject', row);
    stations.set(siteId, id);
    return id;
  }

  const dataItems = new Map<string, number>();
  async function itemOf(ammeterId: number, siteId: number, dataCode: string): Promise<number> {
    if (dataItems.size === 0)
      for (const one of ok(
        await current().operator.get<{ id: number; dataCode: string }[]>('/api/archive/dataItem/getall'),
      ))
        dataItems.set(one.dataCode, one.id);
    return add(current().operator, 'monitorItem', {
      itemName: unique('Item '),
      consumerId: current().sites.first.consumerId,
      siteId,
      ammeterId,
      dataItemId: dataItems.get(dataCode),
    });
  }

  const realDatas = async (client: Client, wanted: object[]): Promise<RealData[]> =>
    ok(
      await client.post<RealData[]>(`${OBJECT}/getRealDatas`, { dataParamsJsonStr: JSON.stringify(wanted) }),
    );

  return { tell, meterAt, stationOf, itemOf, dataItems, realDatas };
}
