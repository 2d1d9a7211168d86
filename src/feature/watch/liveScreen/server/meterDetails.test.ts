import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BREAKER } from '#domain/scene/oneLine.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { AlarmRow } from '#feature/watch/alarm/contract.ts';
import type { NetworkAnswer } from '#feature/watch/diagram/contract.ts';
import type { ControlPointWire } from '#feature/watch/control/contract.ts';
import type { Page } from '#contract/envelope.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, unique } from '#test/build.ts';
import { liveScene, MONITOR } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { ObjectDetails } from '../contract.ts';
import { papersOf } from './papers.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt, stationOf } = liveScene(() => ({ product, sites, operator }));

const detailsOf = (client: Client, ammeterId: number) =>
  client.get<ObjectDetails>(`${MONITOR}/getMeterDetails`, { ammeterId });

describe('the popup of a meter', () => {
  it('has its values and positions, its own alarms, and the papers of the object that is nearest to it', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const [meter, beside] = [await meterAt(siteId), await meterAt(siteId)];
    const parentId = await stationOf(siteId);
    const deviceId = await add(operator, 'device', {
      deviceName: 'Press',
      deviceCode: unique(),
      consumerId,
      siteId,
    });
    const object = (orgName: string, ammeterIdList: number[], more: object = {}) =>
      add(operator, 'monitorObject', {
        orgName,
        orgCode: unique(),
        consumerId,
        siteId,
        parentId,
        ammeterIdList,
        objectCategory: '2',
        ...more,
      });
    await object('Hall', [meter, beside]);
    const press = await object('Press', [meter], { deviceId });
    const happenedAt = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
    await add(operator, 'deviceTrace', { title: 'Belt changed', deviceId, consumerId, happenedAt });
    const signalPointId = await add(operator, 'signalPoint', {
      pointName: 'Breaker',
      pointCode: unique(),
      consumerId,
      siteId,
      ammeterId: meter,
      kind: BREAKER,
    });
    const now = Date.now();
    await tell(meter, [[now - 1000, { PZ: 12, UA: 230 }]]);
    await storeStates(product.database.db, [{ pointId: signalPointId, ts: now - 1000, value: 0 }]);
    const alarm = (ammeterId: number, recordName: string) =>
      add(operator, 'alarmRecord', {
        recordName,
        consumerId,
        ammeterId,
        alarmLevel: '2',
        raisedAt: new Date(now - 1000).toISOString(),
      });
    await alarm(meter, 'Own');
    await alarm(beside, 'Of the other');
    const details = ok(await detailsOf(operator, meter));
    expect(details).toMatchObject({ ammeterId: meter, orgId: press, siteId, openAlarms: 1 });
    expect(details.device).toMatchObject({ deviceId, deviceName: 'Press' });
    expect(details.traces.map((one) => one.title)).toEqual(['Belt changed']);
    expect(
      details.values
        .map((one, i) => `${one.dataCode} ${one.paramName} ${details.datas[i]?.value}`)
        .toSorted(),
    ).toEqual(['PZ Active power 12', 'UA Voltage, phase A 230', 'null Breaker 0']);
    const alarms = ok(
      await operator.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { ammeterId: meter }),
    );
    expect(alarms.list.map((row) => row.recordName)).toEqual(['Own']);
    // The editor puts the same object on a sheet: its meters, and what tells its breaker.
    const id = await add(operator, 'monitorDiagram', {
      diagramName: unique('D'),
      consumerId,
      siteId,
      monitorSysType: '1',
      panelType: '1',
    });
    const network = ok(await operator.get<NetworkAnswer>('/api/archive/monitorDiagram/getNetwork', { id }));
    expect(network.objects.find((one) => one.orgId === press)).toMatchObject({
      name: 'Press',
      meters: [{ ammeterId: meter }],
      breakerId: signalPointId,
    });
    expect(network.objects.find((one) => one.name === 'Hall')?.meters).toHaveLength(2);
    // Of a meter that no object names nothing stands behind it, and that is no fault.
    expect(ok(await detailsOf(operator, await meterAt(siteId)))).toMatchObject({
      orgId: null,
      device: null,
      values: [],
      files: [],
      traces: [],
      openAlarms: 0,
    });
  });

  it('has the outputs that the meter proves, and no others', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const [meter, beside] = [await meterAt(siteId), await meterAt(siteId)];
    const output = (controlName: string, ammeterId: number) =>
      add(operator, 'iRemoteControl', { controlName, controlCode: unique(), consumerId, siteId, ammeterId });
    await output('Own', meter);
    await output('Other', beside);
    const points = ok(
      await operator.get<Page<ControlPointWire>>('/api/archive/iRemoteControl/getPoints', {
        ammeterId: meter,
      }),
    );
    expect(points.list.map((one) => one.controlName)).toEqual(['Own']);
  });

  it('is nothing beyond the sites of who is limited', async () => {
    const shown = await meterAt(sites.second.siteId);
    for (const client of [sites.limited, sites.limitedItself]) {
      expect((await detailsOf(client, sites.first.ammeterId)).code).toBe(404);
      expect(ok(await detailsOf(client, shown)).ammeterId).toBe(shown);
    }
    expect(await operator.get(`${MONITOR}/getMeterDetails`)).toMatchObject({ code: 400, field: 'ammeterId' });
  });

  it('keeps files and life from whoever may not see their lists', async () => {
    const { consumerId } = sites.first;
    const deviceId = sites.first.archive['device'] ?? 0;
    const happenedAt = new Date(Date.now() - MINUTE_MS).toISOString();
    await add(operator, 'deviceTrace', { title: unique('T'), deviceId, consumerId, happenedAt });
    const of = { orgId: null, deviceId };
    const asked = (codes: readonly string[]) =>
      papersOf(product.database.db, of, { funCodes: new Set(codes) });
    expect(await asked([])).toEqual({ files: [], traces: [] });
    const seen = await asked(['archive.deviceTrace.view']);
    expect(seen.files).toEqual([]);
    expect(seen.traces.length).toBeGreaterThan(0);
    expect((await asked(['archive.deviceFile.view'])).traces).toEqual([]);
  });
});
