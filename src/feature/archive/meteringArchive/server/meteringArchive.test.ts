import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { add, unique } from '#test/build.ts';
import { GAUGE_SERIAL } from '#test/build/code.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { resourceOf } from '#resource/index.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { unitConfigure } from '#resource/yunshui/unitConfigure.ts';
import { choicesOf } from '#server/resource/code.ts';
import type { GaugeLife, ListComparison, TabState } from '../contract.ts';
import { watchDue } from './watchDue.ts';

const AT = '/api/yunshui';
type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const get = async (resource: string, id: unknown): Promise<Row> =>
  ok(await mine.client.get<Row>(`${AT}/${resource}/get`, { id }));

describe('data codes', () => {
  const item = {
    collectItemName: 'Item',
    scope: '1',
    energyClassCode: '01',
    energyTypeCode: '01,0100,0104',
    dataUsageCode: '10',
    inputType: '4',
    statType: '1',
  };
  const post = (fields: object) =>
    mine.client.post<Row>(`${AT}/dataCollectConfigure/add`, { ...item, ...fields });

  it('are put together of their parts, the last energy type among them, and follow their changes', async () => {
    const row = ok(await post({}));
    expect(row).toMatchObject({ dataCode: '0000000001010410', energyTypeCode: ['01', '0100', '0104'] });
    ok(await mine.client.post(`${AT}/dataCollectConfigure/edit`, { ...row, dataUsageCode: '20' }));
    expect(await get('dataCollectConfigure', row.id)).toMatchObject({ dataCode: '0000000001010420' });
    expect(ok(await post({ dataCode: '00-00-0000-010104-10' }))).toMatchObject({
      dataCode: '0000000001010410',
    });
    expect(await post({ dataCode: '0000000001010410' })).toMatchObject({ code: 409, field: 'statType' });
  });

  it('must agree with their parts, scope, class and place', async () => {
    const refused = async (fields: object) => {
      const { code, field } = await post(fields);
      return [code, field];
    };
    expect(await refused({ dataCode: '0000000001010430' })).toEqual([400, 'dataCode']);
    expect(await refused({ energyClassCode: '02' })).toEqual([400, 'energyTypeCode']);
    expect(await refused({ energyTypeCode: '9999' })).toEqual([400, 'energyTypeCode']);
    expect(await refused({ scope: '2' })).toEqual([400, 'processCode']);
    expect(await refused({ scope: '2', processCode: '77' })).toEqual([400, 'processCode']);
    expect(await refused({ scope: '3', processCode: '01', processUnitCode: '09' })).toEqual([
      400,
      'processUnitCode',
    ]);
    expect(await refused({ scope: '4', equipmentCode: '03', equipmentUnitCode: '05' })).toEqual([
      400,
      'equipmentUnitCode',
    ]);
    expect(await refused({ energyTypeCode: '0000', convertRation: 0.5 })).toEqual([400, 'convertRation']);
    expect(ok(await post({ energyTypeCode: '0000' }))).toMatchObject({ convertRation: 1 });
    // A list that nothing was imported into takes any code of its form.
    expect(ok(await post({ energyClassCode: '03', energyTypeCode: '0102' }))).toMatchObject({
      dataCode: '0000000003010210',
    });
  });

  it('codes come with their names, and the provincial address is the same table', async () => {
    const row = ok(await post({ statType: '2', scope: '3', processCode: '01', processUnitCode: '01' }));
    const read = async (language: 'zh' | 'en') =>
      ok(await mine.client.in(language).get<Row>('/api/hunan/dataCollectConfigure/get', { id: row.id }));
    expect(await read('zh')).toMatchObject({
      dataCode: '0101000001010410',
      titles: { processCode: 'Melting', dataUsageCode: '购进', energyTypeCode: '一次能源、原煤、一般烟煤' },
    });
    // In English where a list has such a name; what an enterprise named itself stays.
    expect(await read('en')).toMatchObject({
      titles: {
        processCode: 'Melting',
        dataUsageCode: 'Purchased',
        energyTypeCode: 'Primary energy, Raw coal, General bituminous coal',
      },
    });
  });

  it('what holds a code keeps it: neither deleted nor changed', async () => {
    const operator = await product.operator();
    const process = ok(
      await operator.get<Row[]>(`${AT}/processConfigure/searchall`, { consumerId: mine.consumerId }),
    )[0];
    expect(await mine.client.post(`${AT}/processConfigure/del`, { id: process?.id })).toMatchObject({
      code: 409,
      message: expect.stringContaining('Hall 1'),
    });
    expect(
      await mine.client.post(`${AT}/processConfigure/edit`, { id: process?.id, processCode: '02' }),
    ).toMatchObject({ code: 409 });
    const theirs = await buildWholeEnterprise(product);
    expect(
      await theirs.client.post(`${AT}/unitConfigure/add`, {
        processCode: '55',
        unitCode: '01',
        unitName: 'X',
      }),
    ).toMatchObject({ code: 400, field: 'processCode' });
  });

  it('a template offers the codes of short lists, the own among them', async () => {
    const { db } = product.database;
    expect(await choicesOf(db, gaugeConfigure.fields.meterType, 'zh')).toContain('15260500 交流电能表');
    expect(await choicesOf(db, gaugeConfigure.fields.meterType, 'en')).toContain(
      '15260500 AC electricity meter',
    );
    expect(await choicesOf(db, unitConfigure.fields.processCode, 'zh')).toContain('01 Melting');
    expect(await choicesOf(db, unitConfigure.fields.unitName, 'zh')).toBeUndefined();
    const { body } = await mine.client.download(`${AT}/gaugeConfigure/importtemplate`);
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  it('come back from a sheet as codes, names, or numbers without their zeros', async () => {
    const file = {
      name: 'units.csv',
      content: Buffer.from(
        '单元编码,单元名称,所属工序\n11,甲,1\n12,乙,Melting\n13,丙,01 Melting\n14,丁,Nowhere\n',
      ),
    };
    const reply = await mine.client.upload<{ counts: object; rows: { faults: { field: string }[] }[] }>(
      `${AT}/unitConfigure/importFile`,
      { dryRun: 1 },
      file,
    );
    expect(ok(reply).counts).toEqual({ new: 3, changed: 0, same: 0, faulty: 1 });
    expect(ok(reply).rows[0]?.faults[0]?.field).toBe('processCode');
  });
});

describe('the life of a meter', () => {
  it('a replacement enters the ledger: the consumption of that day is what both registers tell', async () => {
    const meter = await add(mine.client, 'ammeter', {
      ammeterName: 'Furnace', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId,
    }); // prettier-ignore
    const gauge = await add(mine.client, 'gaugeConfigure', {
      ...sampleRow(gaugeConfigure, mine), serNo: 'A-1', manageNo: 'M-A', ammeterId: meter, alignState: '1',
    }); // prettier-ignore
    const t0 = Date.UTC(2025, 2, 5);
    const builder = new BatchBuilder();
    // 20 kWh a quarter; after the fourth reading another device, which begins at 3.
    for (const [k, value] of [100, 120, 140, 160, 13, 33].entries()) {
      builder.row(meter, t0 + k * Q);
      builder.set(codeIndex('PP'), value);
    }
    await storeReadings(product.database.db, builder.batch(), { source: 0 });
    await foldDirty(product.database.db);
    const energy = async () => {
      const { months } = ok(await mine.client.get<GaugeLife>(`${AT}/gaugeConfigure/getLife`, { id: gauge }));
      return months.map((month) => month.energy);
    };
    const plain = await energy();
    const record = {
      replacedSerno: 'A-1',
      replacedManageNo: 'M-A',
      installSerNo: 'B-1',
      installManageNo: 'M-B',
      installTime: new Date(t0 + 3 * Q + 300_000).toISOString(),
      replacedRegister: 168,
      installRegister: 3,
    };
    const { id } = ok(await mine.client.post<Row>(`${AT}/gaugeReplaceConfigure/add`, record));
    await foldDirty(product.database.db);
    // 60 to the fourth reading, 8 to the removal, 10 and 20 of the new device.
    expect(await energy()).toEqual([98]);
    expect(await get('gaugeConfigure', gauge)).toMatchObject({
      serNo: 'B-1', manageNo: 'M-B', installTime: '2025-03-05',
    }); // prettier-ignore
    ok(
      await mine.client.post(`${AT}/gaugeReplaceConfigure/editfield`, { id, fieldName: 'ct', fieldValue: 2 }),
    );
    await foldDirty(product.database.db);
    expect(await energy()).toEqual([60 + 8 + 2 * 30]);
    const life = ok(await mine.client.get<GaugeLife>(`${AT}/gaugeConfigure/getLife`, { id: gauge }));
    expect(life.events.map(({ kind }) => kind)).toContain('replaced');
    expect(
      await mine.client.post(`${AT}/gaugeReplaceConfigure/add`, {
        ...record,
        installSerNo: GAUGE_SERIAL,
        replacedSerno: 'B-1',
      }),
    ).toMatchObject({ code: 409, field: 'installSerNo' });
    expect(
      await mine.client.post(`${AT}/gaugeReplaceConfigure/add`, {
        ...record,
        replacedSerno: 'Z',
        installSerNo: 'Y',
      }),
    ).toMatchObject({ code: 400, field: 'replacedSerno' });
    ok(await mine.client.post(`${AT}/gaugeReplaceConfigure/del`, { id }));
    await foldDirty(product.database.db);
    expect(await energy()).toEqual(plain);
    expect(await get('gaugeConfigure', gauge)).toMatchObject({ serNo: 'A-1', manageNo: 'M-A' });
    // Whose meter of the platform it is, is nobody else's.
    expect(
      await mine.client.post(`${AT}/gaugeConfigure/add`, {
        ...sampleRow(gaugeConfigure, mine),
        ammeterId: meter,
      }),
    ).toMatchObject({ code: 409, field: 'ammeterId' });
  });

  it('a verification moves the dates; one of long ago does not; taken back, they go back', async () => {
    const id = mine.archive['gaugeConfigure'];
    const verify = (verifyTime: string) =>
      add(mine.client, 'gaugeVerifyConfigure', {
        serNo: GAUGE_SERIAL, manageNo: 'M-1', verifyOrg: 'Bureau', verifyTime,
      }); // prettier-ignore
    const dates = async () => {
      const { lastAlignDate, nextAlignDate, alignOrg } = await get('gaugeConfigure', id);
      return [lastAlignDate, nextAlignDate, alignOrg];
    };
    expect(await dates()).toEqual(['2025-01-31', '2026-01-31', 'Institute']);
    await verify('2024-01-15');
    expect(await dates()).toEqual(['2025-01-31', '2026-01-31', 'Institute']);
    const latest = await verify('2028-02-29');
    expect(await dates()).toEqual(['2028-02-29', '2029-02-28', 'Bureau']);
    ok(await mine.client.post(`${AT}/gaugeVerifyConfigure/del`, { id: latest }));
    expect((await dates()).slice(0, 2)).toEqual(['2025-01-31', '2026-01-31']);
  });

  it('notices tell of a verification 90 and 30 days before and on the day, and end with it', async () => {
    const { db } = product.database;
    const lasting = async () =>
      (
        await sql<{
          level: number;
        }>`select level from notice where kind = 'verificationDue' and ended_at is null
        and object_id = ${mine.archive['gaugeConfigure']}`.execute(db)
      ).rows.map(({ level }) => level);
    const next = String((await get('gaugeConfigure', mine.archive['gaugeConfigure']))['nextAlignDate']);
    // Noon in the zone of the site, so many days before.
    const noon = (days: number) => Date.parse(`${next}T04:00:00Z`) - days * 86_400_000;
    const levels: number[][] = [];
    for (const days of [91, 90, 31, 30, 1, 0, -3]) {
      await watchDue(db, noon(days));
      levels.push(await lasting());
    }
    expect(levels).toEqual([[], [1], [1], [2], [2], [3], [3]]);
    ok(
      await mine.client.post(`${AT}/gaugeConfigure/edit`, {
        id: mine.archive['gaugeConfigure'],
        currentState: '3',
      }),
    );
    await watchDue(db, noon(0));
    expect(await lasting()).toEqual([]);
    const id = mine.archive['gaugeConfigure'];
    const { events } = ok(await mine.client.get<GaugeLife>(`${AT}/gaugeConfigure/getLife`, { id }));
    expect(events.find(({ kind }) => kind === 'changed')?.changes).toEqual([
      { field: 'currentState', before: '1', after: '3' },
    ]);
  });
});

describe('lists that are handed in', () => {
  it('are taken over from the archive, compared with it, and taken in as a workbook', async () => {
    await add(mine.client, 'calculater', { calculaterName: '王工', dept: '动力部' });
    const find = async () =>
      ok(await mine.client.post<ListComparison>(`${AT}/companyCalculater/testFind`, {}));
    expect(await find()).toMatchObject({ agrees: 0, missing: [{ key: '王工', title: '王工' }], extra: [] });
    const taken = () => mine.client.post(`${AT}/companyCalculater/takeOver`, { orgId: mine.consumerId });
    expect(ok(await taken())).toEqual({ added: 1, changed: 0 });
    expect(await find()).toMatchObject({ agrees: 1, missing: [], different: [] });
    const content = Buffer.from('姓名,部门\n王工,能源部\n李工,动力部\n');
    ok(
      await mine.client.upload(
        `${AT}/companyCalculater/add`,
        { orgId: mine.consumerId, type: '23' },
        { name: 'staff.csv', content },
      ),
    );
    expect(await find()).toMatchObject({
      agrees: 0,
      different: [{ title: '王工', fields: ['dept'] }],
      extra: [{ title: '李工' }],
    });
    expect(ok(await taken())).toEqual({ added: 0, changed: 1 });
    ok(await mine.client.post(`${AT}/companyGauges/takeOver`, {}));
    expect(ok(await mine.client.post<ListComparison>(`${AT}/companyGauges/testFind`, {}))).toMatchObject({
      missing: [],
      different: [],
    });
  });

  it('give a device the number that the archive gives it, also to one that was taken over under a longer one', async () => {
    const works = await buildWholeEnterprise(product);
    await add(works.client, 'deviceConfigure', {
      deviceName: 'Furnace',
      deviceNo: '0301',
      deviceType: '03',
      energyCode: '3300',
      processUnitCode: '0101',
      location: 'Hall 1',
      dept: 'Melting',
    });
    const shown = async (resource: string): Promise<unknown[]> =>
      ok(await works.client.get<Row[]>(`${AT}/${resource}/getall`)).map(({ deviceNo }) => deviceNo);
    const taken = async () => ok(await works.client.post(`${AT}/companyDev/takeOver`, {}));
    await taken();
    expect(await shown('companyDev')).toEqual(expect.arrayContaining(await shown('deviceConfigure')));
    const { rows } = await sql`update company_dev l set device_no = d.process_unit_code || d.device_no
      from device_configure d where d.device_no = l.device_no and d.consumer_id = l.consumer_id
        and l.consumer_id = ${works.consumerId} returning l.id`.execute(product.database.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(await taken()).toEqual({ added: 0, changed: rows.length });
    expect(await shown('companyDev')).toEqual(expect.arrayContaining(await shown('deviceConfigure')));
  });
});

describe('the overview', () => {
  it('tells of all 37 tabs how far they are filled: rows, instruments of a level, files, the table of last year', async () => {
    const { db } = product.database;
    const operator = await product.operator();
    const overview = async () =>
      ok(await operator.get<TabState[]>(`${AT}/archive/getOverview`, { consumerId: mine.consumerId }));
    const before = await overview();
    expect(before.map((tab) => tab.number)).toEqual(Array.from({ length: 37 }, (_, i) => i));
    const year = new Date().getUTCFullYear() - 1;
    expect(before[30]).toEqual({ number: 30, kind: 'filing', count: 0, year });
    await sql`insert into annual_filing (consumer_id, year, version, snapshot, filed_by)
      values (${mine.consumerId}, ${year}, 1, '{}', 'somebody'), (${mine.consumerId}, ${year - 1}, 1, '{}', 'somebody')`.execute(db); // prettier-ignore
    await sql`insert into checkplan_checkfile (file_name, consumer_id, file_type)
      values ('flow.png', ${mine.consumerId}, '31'), ('evidence.png', ${mine.consumerId}, '35')`.execute(db);
    await add(mine.client, 'companyGauges', {
      ...sampleRow(resourceOf('companyGauges'), mine),
      meterLevel: '2',
    });
    const more = (await overview()).filter((tab, i) => tab.count !== before[i]?.count);
    expect(
      more.map(({ number, kind, count }) => [number, kind, count - (before[number]?.count ?? 0)]),
    ).toEqual([
      [25, 'rows', 1],
      [27, 'rows', 1],
      [30, 'filing', 1],
      [31, 'files', 1],
    ]);
  });
});
