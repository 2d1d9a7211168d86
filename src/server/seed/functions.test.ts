import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { startProduct, type Product } from '#test/product.ts';
import { syncFunctions } from './functions.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const row = async (code: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select f.fun_name, f.fun_name_en, f.place, f.class_name, f.url, p.fun_code as parent
    from fun f left join fun p on p.id = f.parent_id where f.fun_code = ${code}`.execute(product.database.db);
  return rows[0];
};

const SCREEN = 'SDNPowerAdmin.SDNDemandGuard';

test('what people made of a function stays, what they left alone follows the product', async () => {
  const { db } = product.database;
  const operator = await product.operator();
  const { rows } = await sql<{ id: number }>`select id from fun where fun_code = ${SCREEN}`.execute(db);
  const id = String(rows[0]?.id);
  const edit = (fieldName: string, fieldValue: string) =>
    operator.post('/api/sys/fun/editfield', { id, fieldName, fieldValue });
  expect((await edit('funName', '我的需量')).code).toBe(200);
  expect((await edit('className', 'hide')).code).toBe(200);
  await syncFunctions(db);
  expect(await row(SCREEN)).toMatchObject({
    fun_name: '我的需量',
    fun_name_en: 'Demand guard',
    class_name: 'hide',
  });

  // As if an older version had shipped other names, another place and another group.
  await sql`update fun set fun_name_en = 'Old', place = 'search', parent_id = (select id from fun where fun_code = 'Energy'),
    _shipped = '{"parent": "Energy", "place": "search", "zh": "旧", "en": "Old"}' where fun_code = ${SCREEN}`.execute(
    db,
  );
  await syncFunctions(db);
  expect(await row(SCREEN)).toMatchObject({
    fun_name: '我的需量',
    fun_name_en: 'Demand guard',
    class_name: 'hide',
    place: null,
    parent: 'Money.Demand',
  });
});

test('a function that was made a group opens to whoever holds what is below until the next start, no longer', async () => {
  const { db } = product.database;
  const type = async () =>
    (await sql<{ type: string }>`select fun_type as type from fun where fun_code = ${SCREEN}`.execute(db))
      .rows[0]?.type;
  await sql`update fun set fun_type = 'group' where fun_code = ${SCREEN}`.execute(db);
  await syncFunctions(db);
  expect(await type()).toBe('screen');
});

test('a data folder of a version without wings gets them, keeps names that the log tells people gave, and loses no screen', async () => {
  const { db } = product.database;
  const before = await codesOf('screen');
  await sql`insert into fun (fun_name, fun_name_en, fun_code, fun_type, ix, parent_id)
    select '用能分析', 'Energy analysis', 'SDNPowerAdmin', 'group', 0, id from fun where fun_code = 'hxyweb'`.execute(
    db,
  );
  await sql`update fun set _shipped = null, parent_id = (select id from fun where fun_code = 'SDNPowerAdmin'),
    fun_name_en = 'As it was' where fun_code in ('SDNPowerAdmin.SDNPeakPage', 'SDNPowerAdmin.SDNLoadAnalysis')`.execute(
    db,
  );
  await sql`insert into oper_log (resource, row_id, action, before, after)
    select 'fun', id, 'edit', '{"funNameEn": "Load"}', '{"funNameEn": "As it was"}'
    from fun where fun_code = 'SDNPowerAdmin.SDNLoadAnalysis'`.execute(db);
  await syncFunctions(db);
  expect(await row('SDNPowerAdmin')).toBeUndefined();
  expect(await row('SDNPowerAdmin.SDNPeakPage')).toMatchObject({
    fun_name_en: 'Highest loads',
    parent: 'Energy.Load',
  });
  expect(await row('SDNPowerAdmin.SDNLoadAnalysis')).toMatchObject({
    fun_name_en: 'As it was',
    parent: 'Energy.Load',
  });
  expect(await codesOf('screen')).toEqual(before);
});

test('whoever holds a screen sees the groups above it, and no other', async () => {
  const operator = await product.operator();
  const { db } = product.database;
  const { rows } = await sql<{ id: number }>`
    insert into org_role (role_name, role_name_en, role_code, org_fun_list)
    select 'Bills', 'Bills', 'bills-only', array[id] from fun where fun_code = 'SDNPowerAudit.SDNPowerBill'
    returning id`.execute(db);
  await sql`update org_employee set role_id_list = array[${rows[0]?.id}::integer] where user_name = 'operator'`.execute(
    db,
  );
  const client = await product.operator();
  const { data } = await client.get<readonly string[]>('/api/sys/getShiroMenus');
  expect(data).toEqual(['Money', 'Money.Bill', 'SDNPowerAudit.SDNPowerBill', 'hxyweb']);
  expect((await operator.get('/api/price/priceInvoice/getall')).code).toBe(403);
});

async function codesOf(type: MenuNode['type']): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select fun_code as code from fun where fun_type = ${type} order by 1`.execute(product.database.db);
  return rows.map(({ code }) => code);
}

test('every screen of the menu is stored, a wing has at most eight subjects, a subject at most thirteen tabs', async () => {
  const screens: string[] = [];
  const walk = (node: MenuNode): void => {
    if (node.type === 'screen') screens.push(node.funCode);
    node.children?.forEach(walk);
  };
  walk(MENU);
  expect(await codesOf('screen')).toEqual(screens.toSorted((a, b) => (a < b ? -1 : 1)));
  for (const wing of MENU.children ?? []) {
    expect(wing.children?.length ?? 0, wing.funCode).toBeLessThanOrEqual(8);
    for (const subject of wing.type === 'group' ? (wing.children ?? []) : [])
      expect(
        subject.children?.filter(({ place }) => place !== 'search').length,
        subject.funCode,
      ).toBeLessThanOrEqual(13);
  }
});
