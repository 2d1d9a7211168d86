import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';

interface Found {
  readonly kind: string;
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly remark: string | null;
}

let product: Product;
let operator: Client;
let mine: Enterprise;
let furnace: number;
const code = unique('EAF-');
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  const meter = (ammeterName: string, ammeterCode: string, remark?: string) =>
    add(mine.client, 'ammeter', {
      ammeterName,
      ammeterCode,
      siteId: mine.siteId,
      ...(remark ? { remark } : {}),
    });
  await meter('炼钢 1# 电弧炉 总表', unique());
  furnace = await meter('１# 电弧炉', code, 'Arc furnace one');
  await meter('1# 电弧炉 除尘', unique());
});
afterAll(() => product.close());

const query = async (text: string, client = mine.client): Promise<Found[]> =>
  ok(await client.get<Found[]>('/api/sys/find', { text }));

describe('the find box', () => {
  it('finds a meter by its name in any width and case, with and without spaces, by its code and initials', async () => {
    for (const text of ['1# 电弧炉', '１＃电弧炉', '1#　电弧炉', code, code.toLowerCase(), '1# dhl'])
      expect(
        (await query(text)).map(({ id }) => id),
        text,
      ).toContain(furnace);
  });

  it('puts the whole name first, then what begins with it, then what holds it', async () => {
    const names = (await query('1#电弧炉')).filter(({ kind }) => kind === 'meter').map(({ name }) => name);
    expect(names).toEqual(['１# 电弧炉', '1# 电弧炉 除尘', '炼钢 1# 电弧炉 总表']);
    expect((await query(code))[0]).toMatchObject({ kind: 'meter', id: furnace });
  });

  it('finds the English name that a remark gives, and says so', async () => {
    expect(await query('arc FURNACE')).toMatchObject([{ id: furnace, remark: 'Arc furnace one' }]);
    expect(await query('furnace arc')).toMatchObject([{ id: furnace }]);
    expect((await query(code))[0]?.remark).toBeNull();
  });

  it('finds monitored objects by name and number, those of others never', async () => {
    const orgCode = unique('TR-');
    const id = await add(mine.client, 'monitorObject', {
      orgName: '2# 主变压器',
      orgCode,
      siteId: mine.siteId,
    });
    for (const text of ['主变压器', orgCode.toLowerCase(), 'zbyq', '2#主变'])
      expect(await query(text), text).toContainEqual(expect.objectContaining({ kind: 'object', id }));
    const other = await buildEnterprise(product);
    expect(await query(orgCode, other.client)).toEqual([]);
  });

  it('shows whoever is limited to a site nothing of the other, by name or code', async () => {
    const sites = await buildTwoSites(product);
    const name = unique('Secret furnace ');
    const meterCode = unique('SF-');
    const { siteId, consumerId } = sites.first;
    const meter = { ammeterName: name, ammeterCode: meterCode, siteId, consumerId };
    const id = await add(operator, 'ammeter', meter);
    const orgName = unique('Secret object ');
    const orgCode = unique('SO-');
    await add(operator, 'monitorObject', { orgName, orgCode, siteId, consumerId });
    for (const text of [name, meterCode, orgName, orgCode]) {
      expect((await query(text, operator)).length, text).toBeGreaterThan(0);
      expect(await query(text, sites.limited), text).toEqual([]);
      expect(await query(text, sites.limitedItself), text).toEqual([]);
    }
    const own = {
      ...meter,
      ammeterName: `${name} too`,
      ammeterCode: unique('SF-'),
      siteId: sites.second.siteId,
    };
    const ownId = await add(operator, 'ammeter', own);
    expect((await query(name, sites.limited)).map((one) => one.id)).toEqual([ownId]);
    expect(new Set((await query(name, operator)).map((one) => one.id))).toEqual(new Set([id, ownId]));
  });

  it('takes signs of patterns and of statements as what they are', async () => {
    for (const text of [
      '%',
      '_',
      '\\',
      "'; drop table fun; --",
      '(.*)+$',
      '[',
      '😀',
      '\u0000',
      ' ',
      '\u200b',
    ])
      expect(await query(text), JSON.stringify(text)).toEqual([]);
    expect((await mine.client.get('/api/sys/find', { text: '电'.repeat(10_000) })).code).toBe(400);
    expect((await mine.client.get('/api/sys/find', { text: '' })).code).toBe(400);
  });

  it('finds for an account what it may open and nothing else', async () => {
    const funs = ok(
      await operator.get<{ id: number }[]>('/api/sys/fun/searchall', { funCode: 'archive.ammeter.view' }),
    );
    const clerk = await buildEnterprise(product);
    const roleId = await add(operator, 'orgRole', {
      roleName: unique('Role'),
      roleCode: unique(),
      orgFunList: funs.map(({ id }) => id),
    });
    ok(await operator.post('/api/sys/orgEmployee/edit', { id: clerk.userId, roleIdList: String(roleId) }));
    const client = await product.login(clerk.userName, PASSWORD);
    const orgCode = unique('TR-');
    await add(operator, 'monitorObject', {
      orgName: 'Incomer cell',
      orgCode,
      consumerId: clerk.consumerId,
      siteId: clerk.siteId,
    });
    expect((await query('Incomer', client)).map(({ kind }) => kind)).toEqual(['meter']);
    expect(await query('Main site', client)).toEqual([]);
  });
});
