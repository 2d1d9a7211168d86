import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { CODE_LISTS, HANDED_OUT } from '../contract.ts';
import { followAreaList } from './areaList.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

interface Node {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly parentId: number | null;
}

describe('administrative areas', () => {
  it('come from the national list once a release, each with its parent; own codes stay', async () => {
    const { db } = product.database;
    const own = await add(operator, 'adminArea', { areaName: 'Test zone', areaCode: '990101' });
    const count = await followAreaList(db);
    expect(count).toBeGreaterThan(3200);
    expect(await followAreaList(db)).toBe(0);
    const all = ok(await mine.client.get<Node[]>('/api/sys/adminArea/getAllData'));
    expect(all.length).toBe(count + 1);
    const byCode = new Map(all.map((area) => [area.code, area]));
    const nameOf = (code: string): string | undefined => byCode.get(code)?.name;
    expect([nameOf('440000'), nameOf('440300'), nameOf('440305')]).toEqual(['广东省', '深圳市', '南山区']);
    expect(byCode.get('440000')?.nameEn).toBe('Guangdong');
    expect(byCode.get('440305')?.parentId).toBe(byCode.get('440300')?.id);
    // Every area but the provinces (and the own one, which has none above it) stands below another.
    expect(
      all.filter((area) => area.parentId === null && !area.code.endsWith('0000')).map((a) => a.id),
    ).toEqual([own]);
    await sql`update setting set value = '{"version": "0"}' where name = 'areaList'`.execute(db);
    await sql`update admin_area set area_name = 'Old name' where area_code = '440300'`.execute(db);
    expect(await followAreaList(db)).toBe(count);
    const { rows } = await sql<{ area_name: string }>`
      select area_name from admin_area where area_code in ('440300', '990101') order by area_code`.execute(
      db,
    );
    expect(rows.map((row) => row.area_name)).toEqual(['深圳市', 'Test zone']);
  });
});

describe('codes of lists', () => {
  it('come with their name and that of their list in the language of the call', async () => {
    const lists = JSON.stringify([{ category: 'energyTypeUnit' }]);
    const { list } = ok(
      await mine.client.get<{ list: { code: string; nameEn: string; list: string }[] }>(
        '/api/sys/dictionary/searchCodes',
        { lists, codes: '3300' },
      ),
    );
    expect(list).toMatchObject([{ code: '3300', nameEn: 'Electricity', list: 'Energy types and units' }]);
  });
});

const GBT = join(process.env['SAMPLE_DIR'] ?? '../shared/data', 'gbt4754_2017.json');

describe('industries', () => {
  it('take a deeper level by code and name alone, and refuse a code without one above it', async () => {
    const file = {
      name: 'i.csv',
      content: Buffer.from('行业代码,行业名称\nC311,炼铁\nC3110,炼铁\nC3999,无上级\n'),
    };
    const reply = ok(
      await operator.upload<{ counts: Record<string, number>; rows: { faults: { reason: string }[] }[] }>(
        '/api/sys/industry/importFile',
        {},
        file,
      ),
    );
    expect(reply.counts).toMatchObject({ new: 2, faulty: 1 });
    expect(reply.rows.find((row) => row.faults.length > 0)?.faults[0]?.reason).toMatch(/no industry C399/);
    const all = ok(await operator.get<(Node & { parentIndustry: string })[]>('/api/sys/industry/getAllData'));
    expect(all.find((one) => one.code === 'C')?.nameEn).toBe('Manufacturing');
    expect(all.find((one) => one.code === 'C3110')).toMatchObject({ parentIndustry: 'C311', level: '4' });
  });

  it.skipIf(!process.env['TEST_ALL'] || !existsSync(GBT))(
    'take the whole national list in one import',
    async () => {
      const rows = JSON.parse(await readFile(GBT, 'utf8')) as { code: string; name: string }[];
      const lines = ['industryCode,industryName', ...rows.map((row) => `${row.code},"${row.name}"`)];
      const file = { name: 'gbt.csv', content: Buffer.from(lines.join('\n')) };
      const { taskId } = ok(
        await operator.upload<{ taskId: number }>('/api/sys/industry/importFile', {}, file),
      );
      const { result } = await runToEnd<{ counts: Record<string, number> }>(product, taskId);
      expect(result.counts).toMatchObject({ faulty: 0 });
      const all = ok(await operator.get<Node[]>('/api/sys/industry/getAllData'));
      expect(all.length).toBe(rows.length);
    },
    60_000,
  );
});

describe('the dictionary', () => {
  it('is listed category by category, each in its order', async () => {
    const list = ok(
      await operator.get<{ list: { categoryId: number; ix: number | null; id: number }[] }>(
        '/api/sys/dictionary/getdatatable',
        { dataTable: JSON.stringify({ current: 1, pageSize: 1000 }) },
      ),
    ).list;
    const last = Number.MAX_SAFE_INTEGER;
    const sorted = list.toSorted(
      (a, b) => a.categoryId - b.categoryId || (a.ix ?? last) - (b.ix ?? last) || a.id - b.id,
    );
    expect(new Set(list.map((row) => row.categoryId)).size).toBeGreaterThan(5);
    expect(list.map((row) => row.id)).toEqual(sorted.map((row) => row.id));
  });

  it('names its categories and their sources in English, in its own list and beside entries', async () => {
    const english = operator.in('en');
    const { list } = ok(
      await english.get<{ list: Record<string, unknown>[] }>('/api/sys/dictionaryCategory/getpage', {
        code: 'newsType',
      }),
    );
    expect(list).toEqual([expect.objectContaining({ nameEn: 'Kinds of news', sourceEn: 'Platform' })]);
    const entries = ok(
      await english.get<{ list: Record<string, unknown>[] }>('/api/sys/dictionary/getpage', {
        categoryId: list[0]?.['id'] as number,
      }),
    ).list;
    expect(entries[0]).toMatchObject({ titles: { categoryId: 'Kinds of news' } });
  });

  it.each(['controlProp', 'realTimeData', 'event', 'dataItemAttr', 'enteType', 'empClassify', 'newsType'])(
    'has entries of the category %s, each with code and name',
    async (code) => {
      const entries = ok(
        await mine.client.get<{ code: string; name: string }[]>('/api/sys/dictionary/getByCategroyCode', {
          code,
        }),
      );
      expect(entries.length).toBeGreaterThan(2);
      for (const entry of entries) expect([entry.code, entry.name]).not.toContain('');
    },
  );

  it('answers each of the 17 code lists by number as by word, and refuses what is no category', async () => {
    const entries = async (code: string) =>
      ok(
        await mine.client.get<{ code: string; categoryCode: string; categoryNo: number | null }[]>(
          '/api/sys/dictionary/getByCategroyCode',
          { code },
        ),
      );
    for (const [i, word] of CODE_LISTS.entries()) {
      const byNumber = await entries(String(i + 1));
      expect(byNumber).toEqual(await entries(word));
      for (const { categoryCode, categoryNo } of byNumber)
        expect([categoryCode, categoryNo]).toEqual([word, i + 1]);
      if (i > 0) expect([word, byNumber.length > 0]).toEqual([word, !HANDED_OUT.includes(word)]);
    }
    expect((await entries('2')).map(({ code }) => code)).toContain('C31');
    for (const code of ['0', '18', '1.5', 'regions', "' or 1=1"]) {
      const reply = await mine.client.get('/api/sys/dictionary/getByCategroyCode', { code });
      expect([code, reply.code, reply.field]).toEqual([code, 400, 'code']);
    }
  });

  it('tells areas and industries by the names of the entity beside their own', async () => {
    for (const [resource, code, name] of [
      ['adminArea', 'areaCode', 'areaName'],
      ['industry', 'industryCode', 'industryName'],
    ] as const) {
      const { list } = ok(
        await operator.get<{ list: Record<string, unknown>[] }>(`/api/sys/${resource}/getpage`, {
          pageSize: 5,
        }),
      );
      expect(list).toHaveLength(5);
      for (const row of list) expect([row['code'], row['name']]).toEqual([row[code], row[name]]);
      expect([list[0]?.['code'], list[0]?.['name']]).not.toContain(undefined);
    }
    const { list } = ok(
      await operator.get<{ list: Record<string, unknown>[] }>('/api/sys/accessRecord/getpage'),
    );
    expect(list[0]?.['openDate']).toEqual(expect.any(String));
    for (const row of list) expect([row['openDate'], row['orgId']]).toEqual([row['at'], row['consumerId']]);
  });

  it('refuses a code of an enterprise or person that its list does not have; a deeper level of a listed one is taken', async () => {
    const set = async (fieldName: string, fieldValue: string) => {
      const fields = { id: mine.consumerId, fieldName, fieldValue };
      const { code, field } = await operator.post('/api/archive/consumer/editfield', fields);
      return code === 200 ? 200 : field;
    };
    expect(await set('industryId', 'C31')).toBe(200);
    expect(await set('industryId', 'C3120')).toBe(200);
    expect(await set('industryId', 'Z99')).toBe('industryId');
    // A section alone vouches for nothing below it.
    expect(await set('industryId', 'C99')).toBe('industryId');
    expect(await set('enteTypeId', '999')).toBe('enteTypeId');
    expect(await set('enteTypeId', '100')).toBe(200);
    expect(await set('areaCode', '440305')).toBe(200);
    expect(await set('areaCode', '440305007002')).toBe(200);
    expect(await set('areaCode', '999999')).toBe('areaCode');
    const person = { id: mine.userId, fieldName: 'empClassifyId' };
    const classify = (fieldValue: string) => operator.post('/api/sys/orgEmployee/editfield', { ...person, fieldValue }); // prettier-ignore
    expect((await classify('nobody')).field).toBe('empClassifyId');
    ok(await classify('duty'));
  });

  it('answers entries in use by category and by code to every account', async () => {
    const kinds = ok(
      await mine.client.get<{ code: string; id: number }[]>('/api/sys/dictionary/getByCategroyCode', {
        code: 'newsType',
      }),
    );
    expect(kinds.map((kind) => kind.code)).toEqual(['notice', 'news', 'policy', 'guide']);
    ok(
      await operator.post('/api/sys/dictionary/editfield', {
        id: kinds[1]?.id,
        fieldName: 'state',
        fieldValue: '0',
      }),
    );
    const left = ok(
      await mine.client.get<object[]>('/api/sys/dictionary/getByCategroyCode', { code: 'newsType' }),
    );
    expect(left).toHaveLength(3);
    const coal = ok(
      await mine.client.get<object[]>('/api/sys/dictionary/getByCode', {
        code: '0102',
        categoryCode: 'energyTypeUnit',
      }),
    );
    expect(coal).toEqual([expect.objectContaining({ name: '无烟煤', parentCode: '0100' })]);
  });

  it('is not written by an enterprise, whatever functions its account holds', async () => {
    await sql`update org_employee set role_id_list = (select array_agg(id) from org_role)
      where user_name = ${mine.userName}`.execute(product.database.db);
    const client = await product.login(mine.userName, 'a password of tests');
    for (const resource of ['dictionary', 'adminArea', 'industry', 'app', 'group', 'news']) {
      const area = resource === 'group' ? 'archive' : resource === 'news' ? 'service' : 'sys';
      expect((await client.post(`/api/${area}/${resource}/del`, { id: 1 })).code, resource).toBe(403);
    }
  });

  it('keeps a category that has entries', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from dictionary_category where code = 'newsType'`.execute(product.database.db);
    expect(await operator.post('/api/sys/dictionaryCategory/del', { id: rows[0]?.id })).toMatchObject({
      code: 400,
      message: expect.stringContaining('entries'),
    });
  });
});

describe('matching names', () => {
  it('finds an enterprise by part, pinyin initials, code and letters in order, the best first, up to a limit', async () => {
    const code = unique('BS');
    await add(operator, 'consumer', { orgName: '宝山钢铁厂', orgCode: code });
    await add(operator, 'consumer', { orgName: '宝钢集团', orgCode: unique() });
    const match = async (inputName: string, limit = 10) =>
      ok(
        await operator.get<{ orgName: string }[]>('/api/sys/associate/fuzzyMatchConsumer', {
          inputName,
          limit,
        }),
      ).map((one) => one.orgName);
    expect(await match('宝钢')).toEqual(['宝钢集团', '宝山钢铁厂']);
    expect(await match('宝', 1)).toHaveLength(1);
    expect(await match('bsgt')).toEqual(['宝山钢铁厂']);
    expect(await match(code.toLowerCase())).toEqual(['宝山钢铁厂']);
    expect(await match('%')).toEqual([]);
    // An enterprise sees itself alone.
    expect(
      ok(await mine.client.get<object[]>('/api/sys/associate/fuzzyMatchConsumer', { inputName: '宝' })),
    ).toEqual([]);
  });

  it('matches the names of any list that the account may see', async () => {
    const found = ok(
      await mine.client.get<{ name: string }[]>('/api/sys/associate/matching', {
        resource: 'ammeter',
        text: 'inc',
        limit: 5,
      }),
    );
    expect(found).toEqual([expect.objectContaining({ name: 'Incomer' })]);
  });
});

describe('public holidays and departments', () => {
  it('tells the national days of a year', async () => {
    const days = ok(
      await mine.client.get<{ dt: string; holidayTypeId: string }[]>('/api/sys/publicHoliday/getByYear', {
        year: 2025,
      }),
    );
    expect(days).toContainEqual(expect.objectContaining({ dt: '2025-10-01', holidayTypeId: '1' }));
    expect(days.some((day) => day.holidayTypeId === '2')).toBe(true);
  });

  it('lists departments with their persons', async () => {
    const orgId = await add(operator, 'orgUnit', {
      orgName: 'Energy office',
      orgCode: unique(),
      consumerId: mine.consumerId,
      orgType: '44',
    });
    await add(operator, 'personInfo', {
      personName: 'P',
      personCode: unique(),
      consumerId: mine.consumerId,
      orgId,
    });
    expect(ok(await mine.client.get('/api/sys/orgDept/getall'))).toEqual([
      expect.objectContaining({ orgName: 'Energy office', persons: 1 }),
    ]);
  });
});

describe('limits of an enterprise', () => {
  it('refuse a row more than the operator allows, also by import, and let go when they are out of use', async () => {
    const limit = await add(operator, 'orgRestrict', {
      consumerId: mine.consumerId,
      resourceName: 'gateway',
      most: 1,
    });
    const gateway = { gatewayName: unique(), consumerId: mine.consumerId };
    expect(await mine.client.post('/api/archive/gateway/add', gateway)).toMatchObject({ code: 409 });
    ok(
      await operator.post('/api/sys/orgRestrict/editfield', {
        id: limit,
        fieldName: 'state',
        fieldValue: '0',
      }),
    );
    ok(await mine.client.post('/api/archive/gateway/add', gateway));
    expect((await mine.client.post('/api/sys/orgRestrict/edit', { id: limit, most: 99 })).code).toBe(403);
  });
});
