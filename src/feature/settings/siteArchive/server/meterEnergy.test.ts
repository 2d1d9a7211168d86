import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY_TYPE_ORDER } from '#contract/energyType.ts';
import { sql } from 'kysely';
import { add, buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';

interface Meter {
  readonly id: number;
  readonly deviceType: string;
  readonly dataType: string | null;
}

/** The pairs of the specification (3 section 3); a total adder is of any energy. */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  3: [], 4: ['1'], 6: ['2', '9'], 7: ['4', '7', '11', '12'], 8: ['13', '14'], 9: ['15'], 10: ['16'], 12: ['17'],
}; // prettier-ignore

const AT = '/api/archive/ammeter';
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const meter = (fields: Readonly<Record<string, unknown>>) => ({
  ammeterName: 'M',
  ammeterCode: unique(),
  siteId: mine.siteId,
  ...fields,
});
const addMeter = (fields: Readonly<Record<string, unknown>>) =>
  mine.client.post<Meter>(`${AT}/add`, meter(fields));
const change = (id: number, fieldName: string, fieldValue: string | null) =>
  mine.client.post<Meter>(`${AT}/editfield`, { id, fieldName, fieldValue });
const read = async (id: number): Promise<Meter> => ok(await mine.client.get<Meter>(`${AT}/get`, { id }));

describe('a meter measures the energies of its kind', () => {
  it('takes every pair of the specification and refuses every other, naming what may be', async () => {
    for (const deviceType of Object.values(DEVICE_TYPE))
      for (const dataType of ENERGY_TYPE_ORDER) {
        const may = MEASURES[deviceType]?.includes(dataType) ?? true;
        const reply = await addMeter({ deviceType, dataType });
        expect([deviceType, dataType, reply.code]).toEqual([deviceType, dataType, may ? 200 : 400]);
      }
    const reply = await addMeter({ deviceType: '6', dataType: '1' });
    expect(reply).toMatchObject({
      field: 'dataType',
      message: 'Energy type: a water meter measures water, reclaimed water only',
    });
    expect((await addMeter({ deviceType: '3', dataType: '1' })).message).toContain('measures none');
  });

  it('gives who says none the usual energy of the kind, and a communication manager none', async () => {
    const energies: Record<string, string | null> = {};
    for (const deviceType of Object.values(DEVICE_TYPE))
      energies[deviceType] = (await read(ok(await addMeter({ deviceType })).id)).dataType;
    expect(energies).toEqual({
      3: null,
      4: '1',
      6: '2',
      7: '4',
      8: '13',
      9: '15',
      10: '16',
      11: '1',
      12: '17',
    });
  });

  it('a cell edited in place: the only energy follows its kind, several are asked for, none is refused', async () => {
    const { id } = ok(await addMeter({}));
    expect((await change(id, 'dataType', '2')).field).toBe('dataType');
    expect((await change(id, 'deviceType', '6')).field).toBe('deviceType');
    ok(await change(id, 'deviceType', '12'));
    expect(await read(id)).toMatchObject({ deviceType: '12', dataType: '17' });
    ok(await change(id, 'deviceType', '3'));
    expect(await read(id)).toMatchObject({ deviceType: '3', dataType: null });
    ok(await mine.client.post(`${AT}/edit`, { id, deviceType: '6', dataType: '9' }));
    expect((await change(id, 'dataType', null)).field).toBe('dataType');
    ok(await change(id, 'dataType', '2'));
    ok(await change(id, 'deviceType', '11'));
    expect(await read(id)).toMatchObject({ deviceType: '11', dataType: '2' });
  });

  it('in an import by row, in words of either language', async () => {
    const lines = [
      ['Wrong', 'Water meter', 'Electricity'],
      ['错误', '气表', '水'],
      ['Right', 'Gas meter', 'Compressed air'],
      ['Manager', 'Communication manager', ''],
    ].map(([name, kind, energy]) => `${name},${unique()},Main site,${kind},${energy}`);
    const content = Buffer.from(`Meter name,Meter code,Site,Meter type,Energy type\n${lines.join('\n')}\n`);
    const reported = ok(
      await mine.client.upload<{ rows: { verdict: string; faults: { field: string }[] }[] }>(
        `${AT}/importFile`,
        { dryRun: 0 },
        { name: 'meters.csv', content },
      ),
    );
    const faulty = reported.rows.filter((row) => row.verdict === 'faulty');
    expect(faulty.map((row) => row.faults.map(({ field }) => field))).toEqual([['dataType'], ['dataType']]);
    const { rows } = await sql<{ name: string; energy: string | null }>`
      select ammeter_name as name, data_type as energy from ammeter where consumer_id = ${mine.consumerId}
        and ammeter_name in ('Right', 'Manager', 'Wrong', '错误') order by 1`.execute(product.database.db);
    expect(rows).toEqual([
      { name: 'Manager', energy: null },
      { name: 'Right', energy: '12' },
    ]);
  });

  it('what was kept before the rule stays, is read and edited, and is put right when its kind or energy changes', async () => {
    const id = await add(mine.client, 'ammeter', meter({}));
    await sql`update ammeter set data_type = '2' where id = ${id}`.execute(product.database.db);
    ok(await mine.client.post(`${AT}/edit`, { id, ammeterName: 'Old', deviceType: '4', dataType: '2' }));
    expect(await read(id)).toMatchObject({ ammeterName: 'Old', deviceType: '4', dataType: '2' });
    expect((await change(id, 'dataType', '9')).field).toBe('dataType');
    ok(await change(id, 'deviceType', '6'));
    expect(await read(id)).toMatchObject({ deviceType: '6', dataType: '2' });
  });

  it('a communication manager stands in lists, trees and pages of communication without an energy', async () => {
    const { id } = ok(await addMeter({ deviceType: '3' }));
    for (const [path, params] of [
      ['/api/sys/orgRelation/getSubTree', { orgId: mine.consumerId }],
      ['/api/analysis/object/getTree', { consumerId: mine.consumerId }],
      ['/api/monitoring/overview/getState', { orgId: mine.consumerId }],
      ['/api/communication/meter/getlist', { consumerId: mine.consumerId }],
      ['/api/sdata/monitoring/getAllByOrgId', { orgId: mine.consumerId }],
      ['/api/sdata/correction/getMeters', { consumerId: mine.consumerId }],
    ] as const) {
      const reply = await mine.client.get(path, params);
      expect([path, reply.code]).toEqual([path, 200]);
    }
    const sub = ok(await mine.client.get('/api/sys/orgRelation/getSubTree', { orgId: mine.consumerId }));
    expect(JSON.stringify(sub)).toContain(`"dataAmmeterId":${id}`);
  });
});
