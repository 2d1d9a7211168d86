import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { Page } from '#contract/envelope.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { MeterHead, ObjectHead, ObjectMeter } from '../contract.ts';

const AT = '/api/monitoring/objectPage';
let product: Product;
let mine: WholeEnterprise;

beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const headOf = async (ammeterId: number, client = mine.client): Promise<MeterHead> =>
  ok(await client.get<MeterHead>(`${AT}/getMeter`, { ammeterId }));
const objectOf = async (orgId: number, client = mine.client): Promise<ObjectHead> =>
  ok(await client.get<ObjectHead>(`${AT}/getObject`, { orgId }));
const refused = async (call: string, params: object, client = mine.client): Promise<number> =>
  (await client.get(`${AT}/${call}`, params as never)).code;

const newMeter = (more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
  add(mine.client, 'ammeter', {
    ammeterName: 'Furnace',
    ammeterCode: unique(),
    consumerId: mine.consumerId,
    siteId: mine.siteId,
    ...more,
  });

/** The last quarters of an hour: power 40 kW and a register that grows by 10 kWh. */
async function send(meter: number, quarters = 4): Promise<number> {
  const last = Math.floor(Date.now() / Q) * Q;
  const builder = new BatchBuilder();
  for (let i = 0; i < quarters; i += 1) {
    builder.row(meter, last - (quarters - 1 - i) * Q);
    builder.set(codeIndex('PP'), 100 + 10 * i);
    builder.set(codeIndex('PZ'), 40);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
  return last;
}

/** An account of an enterprise that may do only so much. */
async function reader(of: WholeEnterprise, ...funCodes: string[]): Promise<Client> {
  const operator = await product.operator();
  const ids: number[] = [];
  for (const funCode of funCodes) {
    const funs = ok(await operator.get<readonly { id: number }[]>('/api/sys/fun/searchall', { funCode }));
    ids.push(funs[0]?.id ?? 0);
  }
  const role = ok(
    await operator.post<{ id: number }>('/api/sys/orgRole/addWithFuns', {
      roleName: unique('Reader '),
      roleCode: unique(),
      orgFunList: ids.join(','),
    }),
  );
  await sql`update org_employee set role_id_list = ${[role.id]}::integer[] where id = ${of.userId}`.execute(
    product.database.db,
  );
  return product.login(of.userName, PASSWORD);
}

describe('the head of a meter that', () => {
  it('speaks: its name in both languages, place, last value with power, energy and coverage of today', async () => {
    const meter = await newMeter({ ammeterName: '1# 电弧炉', remark: 'Arc furnace 1', ratedPower: 50 });
    const last = await send(meter);
    const head = await headOf(meter);
    expect(head).toMatchObject({
      name: '1# 电弧炉',
      otherName: 'Arc furnace 1',
      dataType: '1',
      unit: 'kWh',
      contact: 'online',
      lastAt: last,
      power: 40,
      register: 130,
      ratedPower: 50,
      inUse: true,
      virtual: false,
      device: { ratio: '1', correctionFactor: '1' },
      accuracy: { written: null, limit: 1 },
      verification: null,
    });
    expect(head.places.map(({ kind, orgId }) => [kind, orgId])).toEqual([
      ['consumer', mine.consumerId],
      ['site', mine.siteId],
    ]);
  });

  it('was never heard: nothing is made up, and nothing is odd about it', async () => {
    const head = await headOf(await newMeter());
    expect(head).toMatchObject({ contact: 'never', lastAt: null, power: null, register: null });
    expect(head.today).toMatchObject({ energy: null, coverage: null, flags: [], notices: [] });
  });

  it('was replaced: the device, ratio and begin of the one that is mounted now', async () => {
    const meter = await newMeter();
    const from = Date.UTC(2025, 5, 1);
    const segment = { ammeterId: meter, pt: '1', kind: 'register', correctionFactor: '1' };
    ok(await mine.client.post('/api/archive/ledger/add', { ...segment, from: Date.UTC(2000, 0, 1), serial: 'OLD-1', ct: '100' })); // prettier-ignore
    ok(await mine.client.post('/api/archive/ledger/add', { ...segment, from, serial: 'NEW-2', ct: '600' }));
    expect((await headOf(meter)).device).toEqual({
      serial: 'NEW-2',
      ratio: '600',
      correctionFactor: '1',
      since: from,
    });
  });

  it('is out of use has its page still, and says so', async () => {
    const meter = await newMeter({ state: '0' });
    expect(await headOf(meter)).toMatchObject({ inUse: false });
  });

  it('is the sum of others has no device, and leads to its parts', async () => {
    const [one, two] = [await newMeter({ ammeterName: 'One' }), await newMeter({ ammeterName: 'Two' })];
    const sum = await newMeter({ ammeterName: 'Both', deviceType: '11', dataType: '1' });
    const items = [one, two].map((ammeterId) => ({ ammeterId, sign: 1 }));
    ok(await mine.client.post('/api/archive/ammeterSum/editSum', { ammeterId: sum, items }));
    const head = await headOf(sum);
    expect(head).toMatchObject({ virtual: true, device: null, accuracy: null });
    expect(head.below.map(({ ammeterName }) => ammeterName)).toEqual(['One', 'Two']);
  });

  it('measures nothing (a communication manager) has neither energy nor accuracy', async () => {
    const head = await headOf(await newMeter({ deviceType: '3' }));
    expect(head).toMatchObject({ dataType: null, unit: '', today: null, device: null, accuracy: null });
  });

  it('hangs in a tree tells what is over and below it', async () => {
    const top = await newMeter({ ammeterName: 'Infeed' });
    const middle = await newMeter({ ammeterName: 'Feeder', parentId: top });
    const bottom = await newMeter({ ammeterName: 'Pump', parentId: middle });
    const head = await headOf(middle);
    expect(head.above.map(({ ammeterId }) => ammeterId)).toEqual([top]);
    expect(head.below.map(({ ammeterId }) => ammeterId)).toEqual([bottom]);
    expect((await headOf(bottom)).above.map(({ ammeterId }) => ammeterId)).toEqual([top, middle]);
  });

  it('was moved between units, and renamed, stands where it is now under the name of now', async () => {
    const meter = await newMeter({ ammeterName: 'Old name' });
    const unit = (orgName: string, parentId?: number) =>
      add(mine.client, 'orgUnit', { orgName, orgCode: unique(), consumerId: mine.consumerId, ...(parentId ? { parentId } : {}) }); // prettier-ignore
    const [shop, line] = [await unit('Shop'), await unit('Line 1', mine.unitId)];
    const list = { consumerId: mine.consumerId, dataType: '1', ammeterId: meter, sign: '1' };
    const entry = await add(mine.client, 'orgAmmeter', { ...list, orgId: shop });
    const names = async () => (await headOf(meter)).places.map(({ name }) => name).slice(2);
    expect(await names()).toEqual(['Shop']);
    ok(await mine.client.post('/api/archive/orgAmmeter/del', { id: entry }));
    await add(mine.client, 'orgAmmeter', { ...list, orgId: line });
    expect(await names()).toEqual(['Melt shop', 'Line 1']);
    await add(mine.client, 'orgAmmeter', { ...list, orgId: shop, confirmed: 1 });
    expect((await headOf(meter)).alsoIn).toHaveLength(1);
    const long = 'A name of sixty letters that no column of any list can hold.';
    ok(await mine.client.post('/api/archive/ammeter/edit', { id: meter, ammeterName: long }));
    expect((await headOf(meter)).name).toBe(long);
  });

  it('does not exist, is of another enterprise, or has no number is not there', async () => {
    const other = await buildWholeEnterprise(product);
    expect(await refused('getMeter', { ammeterId: 2_147_483_647 })).toBe(404);
    expect(await refused('getMeter', { ammeterId: other.ammeterId })).toBe(404);
    for (const ammeterId of ['0', '-1', 'x', '99999999999'])
      expect(await refused('getMeter', { ammeterId })).toBe(400);
    expect(await refused('getObject', { orgId: other.siteId })).toBe(404);
    expect(await refused('getMeters', { orgId: other.unitId })).toBe(404);
  });

  it('has an archive meter tells its class to all, its next verification to those who see the archive', async () => {
    const of = await buildWholeEnterprise(product);
    const gaugeId = of.archive['gaugeConfigure'] ?? 0;
    await sql`update gauge_configure set ammeter_id = ${of.ammeterId}, precision_level = '0.5S',
      next_align_date = (now() at time zone 'Asia/Shanghai')::date - 3 where id = ${gaugeId}`.execute(
      product.database.db,
    );
    expect(await headOf(of.ammeterId, of.client)).toMatchObject({
      accuracy: { written: '0.5S', limit: 0.5 },
      verification: { gaugeId, days: -3 },
    });
    const client = await reader(of, 'SDNMonitoring.Overview');
    expect(await headOf(of.ammeterId, client)).toMatchObject({
      accuracy: { written: '0.5S' },
      verification: null,
    });
  });
});

describe('the page of a node', () => {
  it('of a unit names its meters and those below them; one without meters says so', async () => {
    const top = await newMeter({ ammeterName: 'Unit meter' });
    const below = await newMeter({ ammeterName: 'Below it', parentId: top });
    const unit = await add(mine.client, 'orgUnit', { orgName: 'Unit', orgCode: unique(), consumerId: mine.consumerId }); // prettier-ignore
    expect(await objectOf(unit)).toMatchObject({ kind: 'unit', dataTypes: [], meterCount: 0, today: null });
    await add(mine.client, 'orgAmmeter', { consumerId: mine.consumerId, dataType: '1', ammeterId: top, sign: '1', orgId: unit }); // prettier-ignore
    expect(await objectOf(unit)).toMatchObject({ dataTypes: ['1'], meterCount: 2, choices: [] });
    const { list } = ok(await mine.client.get<Page<ObjectMeter>>(`${AT}/getMeters`, { orgId: unit }));
    expect(new Set(list.map(({ ammeterId }) => ammeterId))).toEqual(new Set([top, below]));
  });

  it('of a monitored object tells of each of its meters that can be seen, and its way down the tree', async () => {
    const AT_OBJECT = '/api/archive/monitorObject';
    const station = ok(
      await mine.client.post<{ id: number; siteId: number }>(`${AT_OBJECT}/addMonitorSite`, {
        consumerId: mine.consumerId, orgName: 'Station', orgCode: unique(), timeZone: 'Asia/Shanghai',
      }),
    ); // prettier-ignore
    const { id } = ok(
      await mine.client.post<{ id: number }>(`${AT_OBJECT}/addLocationArea`, {
        parentId: station.id,
        orgName: '1# 炉',
      }),
    );
    expect(await objectOf(id)).toMatchObject({ kind: 'object', name: '1# 炉', choices: [], dataTypes: [] });
    const meter = await newMeter({ ammeterName: 'Furnace meter' });
    ok(await mine.client.post(`${AT_OBJECT}/edit`, { id, ammeterIdList: String(meter) }));
    const head = await objectOf(id);
    expect(head.choices).toEqual([{ ammeterId: meter, ammeterName: 'Furnace meter', dataType: '1' }]);
    expect(head.places.map(({ kind }) => kind)).toEqual(['consumer', 'site', 'object']);
    expect((await headOf(meter)).alsoIn).toEqual([{ kind: 'object', orgId: id, name: '1# 炉' }]);
  });
});

describe('who may open a page', () => {
  it('of a limited account: the meters and sites of its limit alone, also over them', async () => {
    const { first, second, limited } = await buildTwoSites(product);
    expect(await refused('getMeter', { ammeterId: first.ammeterId }, limited)).toBe(404);
    expect(await refused('getObject', { orgId: first.siteId }, limited)).toBe(404);
    expect((await headOf(second.ammeterId, limited)).places.at(-1)?.orgId).toBe(second.siteId);
    const { list } = ok(
      await limited.get<Page<ObjectMeter>>(`${AT}/getMeters`, { orgId: second.siteId, pageSize: 100 }),
    );
    expect(list.map(({ ammeterId }) => ammeterId)).toEqual([second.ammeterId]);
  });

  it('whoever holds what one of its tabs shows, and nobody else', async () => {
    const of = await buildWholeEnterprise(product);
    const repair = await reader(of, 'SDNMonitoring.MeterRepair');
    expect((await headOf(of.ammeterId, repair)).ammeterId).toBe(of.ammeterId);
    expect(await refused('getObject', { orgId: of.siteId }, repair)).toBe(403);
    const nothing = await reader(of, 'workflow.apply');
    expect(await refused('getMeter', { ammeterId: of.ammeterId }, nothing)).toBe(403);
    expect(await refused('getMeters', { orgId: of.siteId }, nothing)).toBe(403);
  });
});
