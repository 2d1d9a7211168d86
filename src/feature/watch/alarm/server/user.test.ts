import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { AlarmCount, AlarmOfSite, AlarmRow, DayAndMonth } from '../contract.ts';

let product: Product;
let works: Enterprise;

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const at = '/api/hxyUser/userAlarmRecord';
const record = (change: object = {}): Promise<number> =>
  product.operator().then((operator) =>
    add(operator, 'alarmRecord', {
      recordName: unique('R'),
      consumerId: works.consumerId,
      siteId: works.siteId,
      alarmType: '1',
      alarmLevel: '2',
      raisedAt: new Date().toISOString(),
      ...change,
    }),
  );
const idsOf = ({ list }: Page<AlarmRow>): number[] => list.map(({ id }) => id);

it('the customer area asks the same records by its own names', async () => {
  const { client, consumerId, siteId } = works;
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const old = await record({ raisedAt: month });
  const mine = await record();
  const other = await record({ alarmType: '4' });
  const get = async <T>(call: string, params: object): Promise<T> =>
    ok(await client.get<T>(`${at}/${call}`, params as Record<string, string>));

  expect(idsOf(await get('getAlarmRecordByConsumerId', { consumerId }))).toEqual([other, mine, old]);
  expect(idsOf(await get('getListByDt', { consumerId, siteId }))).toEqual([other, mine]);
  expect(await get<DayAndMonth>('getDayAndMonthAlarmCnt', { consumerId, siteId })).toMatchObject({
    day: 2,
    month: 2,
  });
  expect(await get<AlarmRow>('lastestAlarmOfSite', { siteId })).toMatchObject({ id: other });
  expect(await get<{ untreated: number }>('getUntreatedAlarmCnt', { consumerId })).toEqual({ untreated: 3 });

  ok(await client.post(`${at}/alarmConfirm`, { ids: [mine, other], procInfo: 'seen' }));
  const mended = { ids: [other], state: 3, procInfo: 'mended' };
  expect(ok(await client.post(`${at}/editState`, mended))).toMatchObject([{ id: other, ok: true }]);
  expect(idsOf(await get('getAlarmRecordByState', { consumerId, state: '1' }))).toEqual([mine]);
  expect(await get<AlarmCount>('getCount', { consumerId, beginDate: '2020-01-01' })).toMatchObject({
    total: 3,
    untreated: 1,
    confirmed: 1,
  });
  const { list } = await get<Page<AlarmOfSite>>('getSiteList', { consumerId });
  expect(list).toEqual([expect.objectContaining({ siteId, consumerId, open: 3, untreated: 1 })]);
  const table = ok(
    await client.post<Page<AlarmRow>>(`${at}/getDatatable`, {
      consumerId,
      alarmType: '4',
      dataTable: JSON.stringify({ current: 1, pageSize: 10 }),
    }),
  );
  expect([idsOf(table), table.pagination.total]).toEqual([[other], 1]);
});

it('its table takes filters, search and order as other tables do', async () => {
  const { client, consumerId } = await buildEnterprise(product);
  const early = new Date(Date.now() - 60_000).toISOString();
  const low = await record({ consumerId, siteId: null, recordName: 'Bus voltage low', raisedAt: early });
  const high = await record({ consumerId, siteId: null, recordName: 'Current high', alarmLevel: '1' });
  const ask = (dataTable: object) =>
    client.post<Page<AlarmRow>>(`${at}/getDatatable`, { consumerId, dataTable: JSON.stringify(dataTable) });
  const asked = async (dataTable: object): Promise<unknown> => {
    const page = ok(await ask(dataTable));
    return [idsOf(page), page.pagination.total];
  };
  const named = (value: string) => ({ filters: [{ field: 'recordName', op: 'contains', value }] });
  expect(await asked({})).toEqual([[high, low], 2]);
  expect(await asked(named('voltage'))).toEqual([[low], 1]);
  expect(await asked(named('nowhere'))).toEqual([[], 0]);
  expect(await asked({ search: 'CURRENT' })).toEqual([[high], 1]);
  expect(await asked({ sorter: { field: 'recordName', order: 'ascend' } })).toEqual([[low, high], 2]);
  expect(await asked({ sorter: { field: 'alarmLevel', order: 'descend' }, pageSize: 1 })).toEqual([[low], 2]);
  expect(await ask({ sorter: { field: 'nowhere', order: 'ascend' } })).toMatchObject({ code: 400 });
  expect(await ask({ filters: [{ field: 'nowhere', op: 'eq', value: 1 }] })).toMatchObject({ code: 400 });
});

it('tells nothing of another enterprise, nor of a site beyond the account’s limit', async () => {
  const { first, second, limited } = await buildTwoSites(product);
  const stranger = await buildEnterprise(product);
  const { consumerId, siteId } = first;
  const hidden = await record({ consumerId, siteId });
  const shown = await record({ consumerId, siteId: second.siteId });
  const listed = async (client: typeof limited): Promise<number[]> =>
    idsOf(ok(await client.get<Page<AlarmRow>>(`${at}/getAlarmRecordByConsumerId`, { consumerId })));
  expect([await listed(stranger.client), await listed(limited)]).toEqual([[], [shown]]);
  for (const client of [stranger.client, limited]) {
    expect(ok(await client.get(`${at}/lastestAlarmOfSite`, { siteId }))).toBeNull();
    const wish = { ids: [hidden], state: 1, procInfo: 'x' };
    expect(ok(await client.post(`${at}/editState`, wish))).toMatchObject([{ id: hidden, ok: false }]);
  }
});
