import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import { readBinding, valueText } from '#domain/scene/told.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { BindableWire, NetworkAnswer, SceneAnswer, ValuesAnswer, VersionWire } from '../contract.ts';
import { dayOf } from './day.ts';
import { diagramOf } from './diagrams.ts';

const CALL = '/api/archive/monitorDiagram/';
const LAYERS = [{ id: 'device', name: 'Devices' }];

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());

const addDiagram = (siteId = sites.first.siteId, consumerId = sites.first.consumerId): Promise<number> =>
  add(operator, 'monitorDiagram', {
    diagramName: unique('One-line '),
    consumerId,
    siteId,
    monitorSysType: '1',
    panelType: '1',
  });
const sceneOf = (...elements: SceneElement[]): Scene => ({ ...emptyScene(LAYERS), elements });
const value = (ammeterId: number, dataCode = 'PZ', id = 'v'): SceneElement => ({
  id,
  type: 'value',
  layer: 'device',
  x: 10,
  y: 20,
  bindings: [
    { source: { kind: 'item', ammeterId, dataCode }, map: { kind: 'format', decimals: 0, unit: null } },
  ],
});
const save = (client: Client, id: number, base: number, scene: unknown, more: object = {}) =>
  client.post<{ no: number }>(`${CALL}saveScene`, { id, base, scene: JSON.stringify(scene), ...more });
const read = async (client: Client, id: number, more: object = {}): Promise<SceneAnswer> =>
  ok(await client.get<SceneAnswer>(`${CALL}getScene`, { id, ...more }));

/** Powers that a meter told, kW. */
async function tell(meterId: number, ...told: (readonly [ts: number, kW: number])[]): Promise<void> {
  const batch = new BatchBuilder();
  for (const [ts, kW] of told) {
    batch.row(meterId, ts);
    batch.set(codeIndex('PZ'), kW);
  }
  await storeReadings(product.database.db, batch.batch(), { source: 0 });
}

/** Registers that a meter told, kWh, and what follows from them. */
async function tellRegister(
  meterId: number,
  told: readonly (readonly [ts: number, kWh: number])[],
): Promise<void> {
  const batch = new BatchBuilder();
  for (const [ts, kWh] of told) {
    batch.row(meterId, ts);
    batch.set(codeIndex('PP'), kWh);
  }
  await storeReadings(product.database.db, batch.batch(), { source: 0 });
  await foldDirty(product.database.db);
}

describe('versions of a picture', () => {
  it('are added and never written over; the published one stays what people see', async () => {
    const id = await addDiagram();
    expect(await read(operator, id)).toMatchObject({ version: null, scene: null });
    const scene = sceneOf(value(sites.first.ammeterId));
    expect(ok(await save(operator, id, 0, scene, { note: 'First' })).no).toBe(1);
    ok(await operator.post(`${CALL}publish`, { id, no: 1 }));
    const second = sceneOf(value(sites.first.ammeterId, 'FZ'));
    expect(ok(await save(operator, id, 1, second)).no).toBe(2);
    // What equals the newest is no version more.
    expect(ok(await save(operator, id, 2, second)).no).toBe(2);
    expect((await read(operator, id)).scene).toEqual(second);
    expect((await read(operator, id, { published: true })).scene).toEqual(scene);
    expect(ok(await operator.post<{ no: number }>(`${CALL}restore`, { id, base: 2, no: 1 })).no).toBe(3);
    expect((await read(operator, id)).scene).toEqual(scene);
    const { list } = ok(await operator.get<Page<VersionWire>>(`${CALL}getVersions`, { id }));
    expect(
      list.map(({ no, published, restoredFrom, bindings }) => [no, published, restoredFrom, bindings]),
    ).toEqual([
      [3, null, 1, 1],
      [2, null, null, 1],
      [1, 'now', null, 1],
    ]);
    expect(list[2]).toMatchObject({ note: 'First', madeBy: expect.stringMatching(/./) as string });
  });

  it('who saves on an older one is told who saved since, and nothing is lost', async () => {
    const id = await addDiagram();
    ok(await save(operator, id, 0, sceneOf()));
    ok(await save(operator, id, 1, sceneOf(value(sites.first.ammeterId))));
    const late = await save(sites.limited, await addDiagram(sites.second.siteId), 0, sceneOf());
    expect(late.code).toBe(200);
    const conflict = await save(operator, id, 1, sceneOf(value(sites.first.ammeterId, 'FZ')));
    expect(conflict.code).toBe(409);
    expect(conflict.message).toMatch(/saved v2 at \d{4}-\d\d-\d\d \d\d:\d\d/);
    expect((await operator.post(`${CALL}publish`, { id, no: 1 })).code).toBe(409);
    expect((await read(operator, id)).version?.no).toBe(2);
  });

  it('of ten at once one is saved', async () => {
    const id = await addDiagram();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => save(operator, id, 0, sceneOf(value(i + 1)))),
    );
    const codes = replies.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('refuses what is no picture by naming the element, and meters of another enterprise', async () => {
    const id = await addDiagram();
    const other = await buildEnterprise(product);
    const bad = await save(operator, id, 0, sceneOf({ ...value(1), id: 'v7', x: 'here' } as never));
    expect(bad).toMatchObject({ code: 400, message: expect.stringContaining('v7') as string });
    const foreign = await save(operator, id, 0, sceneOf(value(other.ammeterId, 'PZ', 'v8')));
    expect(foreign).toMatchObject({ code: 400, message: expect.stringContaining('v8') as string });
    for (const scene of ['', '[]', '{"format":1', '{"elements":[{"type":"html"}]}', 'null'])
      expect((await operator.post(`${CALL}saveScene`, { id, base: 0, scene })).code).toBe(400);
    // A meter that is gone since may stay bound.
    ok(await save(operator, id, 0, sceneOf(value(2_000_000))));
  });

  it('cannot be changed or deleted by a request, and go with their diagram', async () => {
    const id = await addDiagram();
    ok(await save(operator, id, 0, sceneOf()));
    await expect(sql`update diagram_version set note = 'x'`.execute(product.database.app)).rejects.toThrow(
      /permission denied/,
    );
    await expect(sql`delete from diagram_version`.execute(product.database.app)).rejects.toThrow(
      /permission denied/,
    );
    ok(await operator.post(`${CALL}publish`, { id, no: 1 }));
    ok(await operator.post(`${CALL}del`, { id }));
    const { rows } = await sql`select from diagram_version where diagram_id = ${id}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(0);
  });
});

describe('who sees a picture', () => {
  it('an account that is limited to another site sees, saves and publishes nothing of it', async () => {
    const id = await addDiagram();
    ok(await save(operator, id, 0, sceneOf(value(sites.first.ammeterId))));
    for (const limited of [sites.limited, sites.limitedItself]) {
      for (const call of ['getScene', 'getVersions', 'getValues', 'getNetwork', 'getThumbnail', 'getPeak'])
        expect((await limited.get(CALL + call, { id })).code, call).toBe(404);
      expect((await limited.get(`${CALL}getBindable`, { id, kind: 'item' })).code).toBe(404);
      expect((await limited.get(`${CALL}getDay`, { id, date: '2026-01-01' })).code).toBe(404);
      expect((await save(limited, id, 1, sceneOf())).code).toBe(404);
      expect((await limited.post(`${CALL}publish`, { id, no: 1 })).code).toBe(404);
      expect((await limited.post(`${CALL}restore`, { id, base: 1, no: 1 })).code).toBe(404);
    }
  });

  it('what is bound beyond the sites of an account tells it nothing', async () => {
    const id = await addDiagram(sites.second.siteId);
    const point = await add(operator, 'signalPoint', {
      pointName: 'Q',
      pointCode: unique(),
      consumerId: sites.first.consumerId,
      siteId: sites.first.siteId,
    });
    await storeStates(product.database.db, [{ pointId: point, ts: Date.now() - 1000, value: 1 }]);
    await tell(sites.first.ammeterId, [Date.now() - MINUTE_MS, 71]);
    const scene = sceneOf(value(sites.first.ammeterId), {
      id: 'q',
      type: 'symbol',
      layer: 'device',
      symbol: 'breaker',
      x: 1,
      y: 1,
      bindings: [
        { source: { kind: 'signal', signalPointId: point }, map: { kind: 'visible', from: 1, to: null } },
      ],
    });
    ok(await save(operator, id, 0, scene));
    const values = async (client: Client) =>
      ok(await client.get<ValuesAnswer>(`${CALL}getValues`, { id })).values;
    expect((await values(operator)).map((one) => one.value)).toEqual([71, 1]);
    expect(await values(sites.limited)).toEqual([]);
    const { list } = ok(
      await sites.limited.get<Page<BindableWire>>(`${CALL}getBindable`, { id, kind: 'item', pageSize: 100 }),
    );
    expect(list.map((one) => 'ammeterId' in one.source && one.source.ammeterId)).toEqual([
      sites.second.ammeterId,
    ]);
  });
});

describe('values of a picture', () => {
  it('are the last that count at the instant, with their age, positions and alarms as they were then', async () => {
    const { db } = product.database;
    const { consumerId, siteId, ammeterId } = await buildEnterprise(product);
    const id = await add(operator, 'monitorDiagram', {
      diagramName: unique('D'),
      consumerId,
      siteId,
      monitorSysType: '1',
      panelType: '1',
    });
    const point = await add(operator, 'signalPoint', {
      pointName: 'Q',
      pointCode: unique(),
      consumerId,
      siteId,
      expectedSeconds: 0,
    });
    const now = Date.now();
    const ago = (minutes: number): number => now - minutes * MINUTE_MS;
    await storeStates(db, [
      { pointId: point, ts: ago(50), value: 1 },
      { pointId: point, ts: ago(20), value: 0 },
    ]);
    await tell(ammeterId, [ago(60), 10], [ago(40), 0], [ago(10), 30]);
    await sql`insert into alarm_record (record_name, consumer_id, ammeter_id, alarm_type, alarm_level, alarm_status, process,
        raised_at, cleared_at, raise_count, origin)
      values ('High', ${consumerId}, ${ammeterId}, '1', '2', '0', '0', ${new Date(ago(45))}, ${new Date(ago(15))}, 1, 'live')`.execute(
      db,
    );
    ok(
      await save(
        operator,
        id,
        0,
        sceneOf(value(ammeterId), value(ammeterId, 'FZ', 'f'), {
          id: 'q',
          type: 'symbol',
          layer: 'device',
          symbol: 'breaker',
          x: 1,
          y: 1,
          bindings: [
            { source: { kind: 'signal', signalPointId: point }, map: { kind: 'visible', from: 1, to: null } },
            { source: { kind: 'alarm', ammeterId }, map: { kind: 'visible', from: 1, to: null } },
          ],
        }),
      ),
    );
    const at = async (minutes: number) => {
      const answer = ok(
        await operator.get<ValuesAnswer>(`${CALL}getValues`, {
          id,
          ...(minutes === 0 ? {} : { at: ago(minutes) }),
        }),
      );
      return Object.fromEntries(answer.values.map((one) => [one.key, one.value]));
    };
    const keys = [`item:${ammeterId}:PZ`, `item:${ammeterId}:FZ`, `signal:${point}`, `alarm:${ammeterId}`];
    const told = async (minutes: number) => {
      const found = await at(minutes);
      return keys.map((key) => found[key]);
    };
    expect(await told(0)).toEqual([30, null, 0, 0]);
    // A value that is 0 is 0.
    expect(await told(30)).toEqual([0, null, 1, 2]);
    expect(await told(55)).toEqual([10, null, null, 0]);
    expect(await told(70)).toEqual([null, null, null, 0]);
    expect((await operator.get(`${CALL}getValues`, { id, at: now + 3_600_000 })).code).toBe(400);
    // The file says the same, and of when it is.
    const paper = async (params: object): Promise<string> =>
      (await operator.download(`${CALL}exportSvg`, { id, ...params })).body.toString();
    const [then, live] = [await paper({ at: ago(55) }), await paper({})];
    expect(then).toMatch(/>10 kW[ <]/);
    expect(live).toMatch(/>30 kW[ <]/);
    const stamp = /v1 {2}(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?)</;
    expect(stamp.exec(then)?.[1]).not.toBe(stamp.exec(live)?.[1]);
    expect(stamp.exec(then)?.[1]).toMatch(/^\d{4}/);
    expect(await paper({ at: now + 3_600_000 })).toContain('"code":400');
  });

  it('energies say up to when they are known, a peak that may be higher says that it is at least so', async () => {
    const { consumerId, siteId, ammeterId } = await buildEnterprise(product);
    const id = await addDiagram(siteId, consumerId);
    const day = startOfDate(HOME_ZONE, dateAt(HOME_ZONE, Date.now()), -1);
    const [first, last] = [day + 8 * HOUR_MS, day + 10 * HOUR_MS];
    // 10 kWh a quarter of an hour; from ten on the meter is silent.
    await tellRegister(
      ammeterId,
      Array.from({ length: 9 }, (_, i) => [first + i * QUARTER_MS, 100 + 10 * i]),
    );
    const figures = ['today', 'month', 'monthPeak'] as const;
    const map = { kind: 'format', decimals: 0, unit: null } as const;
    const bound = figures.map((figure) => ({ source: { kind: 'figure', ammeterId, figure } as const, map }));
    const elements = bound.map((one, i): SceneElement => ({ id: `v${i}`, type: 'value', layer: 'device', x: 1, y: 1, bindings: [one] })); // prettier-ignore
    ok(await save(operator, id, 0, sceneOf(...elements)));
    const readsAt = async (at: number) => {
      const { values } = ok(await operator.get<ValuesAnswer>(`${CALL}getValues`, { id, at }));
      const told = new Map(values.map((one) => [one.key, one]));
      return bound.map((one) => readBinding(one, told, at));
    };
    const [today, month, peak] = await readsAt(day + 18 * HOUR_MS);
    expect(today).toMatchObject({ value: 80, ts: last, age: 8 * HOUR_MS });
    expect(month).toMatchObject({ value: 80, ts: last, age: 8 * HOUR_MS });
    expect(peak).toMatchObject({ value: 40, atLeast: true, age: null });
    expect(peak && valueText(map, peak)).toBe('≥ 40 kW');
    // While it tells they are of the present.
    expect((await readsAt(last + 20 * MINUTE_MS)).map(({ value, age }) => [value, age])).toEqual([[80, null], [80, null], [40, null]]); // prettier-ignore
  });

  it('a day has no power for the quarter of an hour that is not over', async () => {
    const { consumerId, siteId, ammeterId } = await buildEnterprise(product);
    const id = await addDiagram(siteId, consumerId);
    const date = dateAt(HOME_ZONE, Date.now() - DAY_MS);
    const from = startOfDate(HOME_ZONE, date) + 9 * HOUR_MS;
    // 720 kW told every minute, up to three minutes into a quarter of an hour.
    await tellRegister(
      ammeterId,
      Array.from({ length: 64 }, (_, i) => [from + i * MINUTE_MS, 100 + 12 * i]),
    );
    const powerAt = (now: number) =>
      withScope(product.database.app, [consumerId], async (trx) => (await dayOf(trx, await diagramOf(trx, id), date, now)).power); // prettier-ignore
    expect((await powerAt(from + 63 * MINUTE_MS)).slice(-2)).toEqual([
      [from + 3 * QUARTER_MS, 720],
      [from + HOUR_MS, null],
    ]);
    expect((await powerAt(from + HOUR_MS)).at(-1)).toEqual([from + 3 * QUARTER_MS, 720]);
  });

  it('the network of a site becomes a picture that is taken', async () => {
    const { consumerId, siteId, ammeterId } = await buildEnterprise(product);
    const below = await add(operator, 'ammeter', {
      ammeterName: 'Feeder',
      ammeterCode: unique(),
      consumerId,
      siteId,
      parentId: ammeterId,
    });
    const id = await add(operator, 'monitorDiagram', {
      diagramName: unique('D'),
      consumerId,
      siteId,
      monitorSysType: '1',
      panelType: '1',
    });
    const network = ok(await operator.get<NetworkAnswer>(`${CALL}getNetwork`, { id }));
    expect(network.meters.map((one) => [one.ammeterId, one.parentId])).toContainEqual([below, ammeterId]);
    ok(await save(operator, id, 0, oneLineOf(network, null).scene));
    ok(await operator.post(`${CALL}publish`, { id, no: 1 }));
    const { svg } = ok(await operator.get<{ svg: string }>(`${CALL}getThumbnail`, { id }));
    expect(svg).toContain('Feeder');
    const peak = ok(await operator.get<{ peak: number | null }>(`${CALL}getPeak`, { id }));
    expect(peak.peak).toBeNull();
  });
});
