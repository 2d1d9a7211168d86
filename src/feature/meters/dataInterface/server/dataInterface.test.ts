import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { createSource, foldDirty, storeReadings, undoSource } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS as HOUR, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { keepPassword, PASSWORD } from '#test/build.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';
import type { MeterColumns, MeterList, TopRow } from '../contract.ts';

const CALL = '/api/sdata/dataInterface/';
// 2026-03-02 00:00 in Shanghai.
const DAY = Date.UTC(2026, 2, 1, 16);
const LOCAL = { fromDt: '2026-03-02', toDt: '2026-03-03 00:00' };

describe('the data interface', () => {
  let product: Product;
  let person: Client;
  let stranger: Client;
  let consumerId: number;
  const meters: number[] = [];

  const add = async (client: Client, resource: string, row: object): Promise<number> => {
    const reply = await client.post<{ id: number }>(`/api/${resource}/add`, { ...row });
    if (reply.code !== 200) throw new Error(`${resource}: ${reply.message}`);
    return reply.data.id;
  };

  const account = async (operator: Client, userName: string, owner: number): Promise<Client> => {
    const roles = await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', {
      roleCode: 'enterprise',
    });
    const roleIdList = roles.data.map(({ id }) => id);
    const row = { userName, name: userName, accountType: '0', consumerId: owner, roleIdList };
    const userId = await add(operator, 'sys/orgEmployee', row);
    const words = { adminPassword: 'an operator of tests', userPassword: PASSWORD };
    await operator.post('/api/sys/orgEmployee/updateEmpPassword', { userId, ...words });
    await keepPassword(product, userId);
    return product.login(userName, PASSWORD);
  };

  beforeAll(async () => {
    product = await startProduct();
    const operator = await product.operator();
    consumerId = await add(operator, 'archive/consumer', { orgName: 'One', orgCode: 'one' });
    const other = await add(operator, 'archive/consumer', { orgName: 'Other', orgCode: 'other' });
    const site = { consumerId, orgName: 'Site', orgCode: 'S', timeZone: 'Asia/Shanghai' };
    const siteId = await add(operator, 'archive/monitorSite', site);
    for (const code of ['A', 'B']) {
      const row = {
        consumerId,
        siteId,
        ammeterCode: code,
        ammeterName: `Meter ${code}`,
        deviceType: '4',
        dataType: '1',
      };
      meters.push(await add(operator, 'archive/ammeter', row));
    }
    person = await account(operator, 'person', consumerId);
    stranger = await account(operator, 'stranger', other);

    const gateway = await operator.post<{ id: number }>('/api/archive/gateway/add', {
      consumerId,
      siteId,
      gatewayName: 'G',
    });
    const rotated = await operator.post<{ token: string }>('/api/archive/gateway/rotateToken', {
      id: gateway.data.id,
    });
    // A: 96 quarters of 0.1 kWh more each; B: two hours, with an hour of silence after the day's first reading.
    const a = Array.from({ length: 97 }, (_, i) => ({
      ts: DAY + i * QUARTER,
      values: { PP: (1000 + (i * (i + 1)) / 2) / 10, PZ: i / 10 },
    }));
    const b = [0, 1, 2, 3, 4].map((i) => ({
      ts: DAY + 12 * HOUR + i * QUARTER,
      values: { PP: i, PZ: -0.1 },
    }));
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/ingest/telemetry',
      headers: { authorization: `Bearer ${rotated.data.token}` },
      payload: { A: a, B: b },
    });
    expect(reply.json()).toMatchObject({ code: 200, data: { rejectedCount: 0 } });
    await foldDirty(product.services.system);
  });
  afterAll(() => product.close());

  const data = (more: object) =>
    person.get<MeterColumns>(`${CALL}getData`, { ammeterId: meters[0], interval: 201, ...LOCAL, ...more });

  it('answers exact energy and mean power by bucket, named by its start', async () => {
    const { data: day } = await data({ dataCodes: 'PP,PZ', quality: 1 });
    expect(day.ts).toEqual(Array.from({ length: 24 }, (_, h) => DAY + h * HOUR));
    // Quarter i adds (i + 1) / 10 kWh.
    expect(day.values['PP']).toEqual(Array.from({ length: 24 }, (_, h) => (16 * h + 10) / 10));
    expect(day.values['PZ']?.[1]).toBe(0.55);
    expect(day.coveredSeconds?.[0]).toBe(3600);
    expect(day.flags?.[0]).toBe('measured');
    expect(day.unit).toBe('kWh');
  });

  it('takes local times and times with an offset alike', async () => {
    const { data: local } = await data({ interval: 301 });
    const { data: utc } = await data({
      interval: 301,
      fromDt: '2026-03-01T16:00:00Z',
      toDt: '2026-03-03T00:00:00+08:00',
    });
    expect(local.values['PP']).toEqual([465.6]);
    expect(utc).toEqual(local);
  });

  it('leaves out what is not known, and sums exactly with the number of meters in each sum', async () => {
    const params = { ammeterIds: meters.join(','), interval: 201, dataCodes: 'PP', ...LOCAL };
    const { data: list } = await person.get<MeterList>(`${CALL}getDataList`, params);
    expect(list.list[1]?.ts).toEqual([DAY + 12 * HOUR, DAY + 13 * HOUR]);
    expect(list.list[1]?.values['PP']).toEqual([4, null]);
    expect(list.total.values['PP']?.[12]).toBe((16 * 12 + 10) / 10 + 4);
    expect(list.total.meters[12]).toBe(2);
    expect(list.total.meters[0]).toBe(1);
  });

  it('shows readings as received', async () => {
    const { data: raw } = await data({ interval: 100, dataCodes: 'PZ,PP', toDt: '2026-03-02 01:00' });
    expect(raw.ts).toEqual([0, 1, 2, 3].map((i) => DAY + i * QUARTER));
    expect(raw.values['PZ']).toEqual([0, 0.1, 0.2, 0.3]);
    expect(raw.values['PP']).toEqual([100, 100.1, 100.3, 100.6]);
  });

  it('shows of several sources the reading that counts', async () => {
    const { system } = product.services;
    const source = await createSource(system, { consumerId, kind: 'import', name: 'file', createdBy: null });
    const batch = new BatchBuilder();
    batch.row(meters[1] ?? 0, DAY + 12 * HOUR + QUARTER);
    batch.set(codeIndex('PZ'), 7.5);
    await storeReadings(system, batch.batch(), { source });
    const params = { ammeterId: meters[1], interval: 100, dataCodes: 'PZ,PP' };
    const { data: raw } = await data(params);
    expect(raw.ts).toEqual([0, 1, 2, 3, 4].map((i) => DAY + 12 * HOUR + i * QUARTER));
    expect(raw.values['PZ']).toEqual([-0.1, 7.5, -0.1, -0.1, -0.1]);
    await undoSource(system, source, null);
    expect((await data(params)).data.values['PZ']).toEqual([-0.1, -0.1, -0.1, -0.1, -0.1]);
    expect((await data({ ...params, dataCodes: 'MD' })).data).toMatchObject({ ts: [], values: { MD: [] } });
  });

  it('ranks over any interval on the quarter of an hour', async () => {
    const period = { fromDt: '2026-03-02 12:15', toDt: '2026-03-02 13:00' };
    const { data: top } = await person.get<TopRow[]>(`${CALL}getTop`, { consumerId, ...period });
    // Quarters 49, 50 and 51 of A: 5.0 + 5.1 + 5.2; three of B.
    expect(top.map((row) => [row.ammeterCode, row.energy, row.coverage])).toEqual([
      ['A', 15.3, 1],
      ['B', 3, 1],
    ]);
    const abnormal = { fromDt: '2026-03-02 12:10', toDt: '2026-03-02 13:00' };
    expect((await person.get(`${CALL}getTop`, { consumerId, ...abnormal })).code).toBe(400);
  });

  it('gives nothing to another enterprise and names what is wrong', async () => {
    const params = { ammeterId: meters[0], interval: 201, ...LOCAL };
    expect((await stranger.get(`${CALL}getData`, params)).code).toBe(404);
    expect((await stranger.get(`${CALL}getData`, { ...params, interval: 100, dataCodes: 'PZ' })).code).toBe(
      404,
    );
    const list = await stranger.get<MeterList>(`${CALL}getDataList`, {
      ...params,
      ammeterIds: meters.join(','),
    });
    expect(list.data.list).toEqual([]);
    expect((await stranger.get<TopRow[]>(`${CALL}getTop`, { consumerId, ...LOCAL })).data).toEqual([]);
    expect((await product.anonymous.get(`${CALL}getData`, params)).code).toBe(901);
    expect((await data({ interval: 7 })).code).toBe(400);
    expect((await data({ dataCodes: 'NOPE' })).code).toBe(400);
    expect((await data({ fromDt: "2026'; drop table usage" })).code).toBe(400);
    expect((await data({ interval: 115, fromDt: '1000-01-01', toDt: '9999-01-01' })).code).toBe(400);
  });
});
