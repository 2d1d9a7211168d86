import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineResource, snake } from '#contract/define.ts';
import type { DataTable } from '#contract/envelope.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { withScope } from '../database/scope.ts';
import { differences } from './difference.ts';
import { EVERY, orderTerms } from './order.ts';
import { findPage } from './page.ts';
import { conditionOf, orderOf } from './query.ts';

const pump = defineResource({
  name: 'testPump',
  area: 'archive',
  label: { zh: '泵', en: 'Pumps' },
  idName: 'pumpId',
  title: 'pumpName',
  large: true,
  screen: '/x',
  fields: {
    pumpName: text('名称', 'Name'),
    consumerId: reference('企业', 'Enterprise', 'consumer'),
    flow: optional(decimal('流量', 'Flow', { unit: 'm³/h' })),
    remark: optional(text('备注', 'Remark', { hidden: true })),
  },
});

const ROWS = 90;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql.raw((await differences(db, [pump])).join('\n')).execute(db);
  await sql`insert into consumer (id, org_name, org_code, settlement_day, settlement_hour, state)
    values (5001, 'E', 'E', 1, 0, '1')`.execute(db);
  // Every third flow is empty, and flows come several times.
  await sql`insert into test_pump (pump_name, consumer_id, flow, remark, _initials)
    select 'Pump ' || n % 17, 5001, case when n % 3 = 0 then null else n % 11 end, case when n % 2 = 0 then '50%_泵' end, 'bp'
    from generate_series(1, ${ROWS}::integer) n`.execute(db);
});
afterAll(() => database.close());

interface Row {
  readonly id: number;
  readonly name: string;
  readonly flow: number | null;
}

const rowsOf = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id, pump_name as name, flow::float8 as flow from test_pump order by id`.execute(database.db);
  return rows;
};

/** The same order, written plainly: empty values last. */
function sorted(rows: readonly Row[], sorter: DataTable['sorter']): number[] {
  const of = (row: Row) => (sorter?.field === 'flow' ? row.flow : row.name);
  const turn = sorter?.order === 'descend' ? -1 : 1;
  return rows
    .toSorted((a, b) => {
      const [x, y] = [of(a), of(b)];
      if (!sorter || sorter.field === 'id') return turn * (a.id - b.id);
      if (x === y) return turn * (a.id - b.id);
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y ? -turn : turn;
    })
    .map((row) => row.id);
}

describe('a page', () => {
  const sorters: DataTable['sorter'][] = [null];
  for (const field of ['id', 'pumpName', 'flow'])
    for (const order of ['ascend', 'descend'] as const) sorters.push({ field, order });

  it.each(sorters)('is the same from either end, counted or found by a scan: %o', async (sorter) => {
    const wanted = sorted(await rowsOf(), sorter);
    for (const where of [EVERY, sql`id > 0`])
      for (const limit of [7, 1000])
        for (const offset of [0, 7, 28, 42, 56, 63, 84, 89, 90, 700]) {
          const page = await findPage(database.db, pump, where, orderOf(pump, sorter), { offset, limit });
          expect(page, `${offset} ${limit}`).toEqual({
            ids: wanted.slice(offset, offset + limit),
            total: ROWS,
          });
        }
  });

  it('is found by a part of any text in either case, and nothing in it is a pattern', async () => {
    const total = async (search: string) => {
      const where = conditionOf(pump, { filters: [], search });
      const place = { offset: 0, limit: 1 };
      return (await findPage(database.db, pump, where, orderOf(pump, null), place)).total;
    };
    expect(await total('pUMP 1')).toBe(
      (await rowsOf()).filter((row) => row.name.startsWith('Pump 1')).length,
    );
    expect(await total('50%_泵')).toBe(ROWS / 2);
    expect(await total('BP')).toBe(ROWS);
    expect(await total('5%_')).toBe(0);
    expect(await total('_')).toBe(ROWS / 2);
  });

  it('is filtered by a part of one text in either case, and by what has no case', async () => {
    const total = async (value: string) => {
      const where = conditionOf(pump, {
        filters: [{ field: 'pumpName', op: 'contains', value }],
        search: '',
      });
      return (await findPage(database.db, pump, where, orderOf(pump, null), { offset: 0, limit: 1 })).total;
    };
    const names = (await rowsOf()).map(({ name }) => name);
    expect(await total('PUMP 1')).toBe(names.filter((name) => name.startsWith('Pump 1')).length);
    expect(await total('6')).toBe(names.filter((name) => name.includes('6')).length);
  });

  it('follows a change of what is searched', async () => {
    const { remark: _, ...others } = pump.fields;
    const changed = { ...pump, fields: { ...others, note: optional(text('注', 'Note', { hidden: true })) } };
    const statements = await differences(database.db, [changed]);
    await sql.raw(statements.join('\n')).execute(database.db);
    expect(await differences(database.db, [changed])).toEqual([]);
    const where = conditionOf(changed, { filters: [], search: '泵' });
    const place = { offset: 0, limit: 1 };
    expect((await findPage(database.db, changed, where, orderOf(changed, null), place)).total).toBe(0);
  });
});

describe('a page of some thousand hits', () => {
  beforeAll(async () => {
    const { db } = database;
    await sql`delete from test_pump`.execute(db);
    await sql`insert into test_pump (pump_name, consumer_id, flow)
      select 'Pump ' || to_char(n * 7919 % 40000, 'FM00000'), 5001, case when n % 5 < 3 then n % 8 end
      from generate_series(1, 40000) n`.execute(db);
    await sql`vacuum analyze test_pump`.execute(db);
  });

  const conditions: [string, RawBuilder<unknown>][] = [
    ['that lie evenly', sql`id % 8 = 3`],
    ['that lie at the end of the order', sql`pump_name > 'Pump 35000'`],
    ['that lie at its begin', sql`pump_name < 'Pump 05001'`],
    ['that are most', sql`id % 8 < 5`],
    ['that are all', sql`id > 0`],
    ['that are few', sql`id % 400 = 7`],
    ['of which all are empty', sql`flow is null`],
  ];
  it.each(conditions)('%s is the same however it is found', async (_, where) => {
    for (const field of ['pumpName', 'flow', 'id'])
      for (const order of ['ascend', 'descend'] as const) {
        const query = orderOf(pump, { field, order });
        const { rows } = await sql<{ id: number }>`
          select id from test_pump where ${where}
          order by ${orderTerms({ ...query, column: snake(field) })}`.execute(database.db);
        const wanted = rows.map(({ id }) => id);
        for (const share of [0, 0.01, 0.3, 0.59, 0.6, 0.61, 0.8, 0.999, 1]) {
          const offset = Math.floor(wanted.length * share);
          expect(
            await findPage(database.db, pump, where, query, { offset, limit: 50 }),
            `${field} ${order} ${offset}`,
          ).toEqual({ ids: wanted.slice(offset, offset + 50), total: wanted.length });
        }
      }
  });
});

describe('a page among many enterprises', () => {
  const EACH = 30;
  const MANY = 400;
  beforeAll(async () => {
    const { db } = database;
    await sql`insert into consumer (id, org_name, org_code, settlement_day, settlement_hour, state)
      select 6000 + n, 'E' || n, 'E' || n, 1, 0, '1' from generate_series(1, ${MANY}::integer) n`.execute(db);
    await sql`insert into test_pump (pump_name, consumer_id, flow, _initials)
      select 'Pump ' || k, 6000 + n, k, 'bp' from generate_series(1, ${MANY}::integer) n, generate_series(1, ${EACH}::integer) k`.execute(
      db,
    );
    await sql`analyze test_pump`.execute(db);
  });
  afterAll(() => sql`delete from test_pump where consumer_id > 6000`.execute(database.db));

  it.each([
    ['one', [6200], EACH],
    ['several', [6001, 6002, 6399], 3 * EACH],
    ['none', [], 0],
  ])('of %s is that of its own rows, without a look at those of the others', async (_, scope, total) => {
    for (const sorter of [null, { field: 'pumpName', order: 'descend' }, { field: 'flow', order: 'ascend' }] as const)
      for (const where of [EVERY, sql`pump_name <> ''`])
        await withScope(database.app, scope, async (trx) => {
          const page = await findPage(trx, pump, where, orderOf(pump, sorter), { offset: 0, limit: 10 });
          expect(page.total).toBe(total);
          expect(page.ids).toHaveLength(Math.min(10, total));
          const { rows } = await sql<{ scans: number }>`
            select seq_scan::integer as scans from pg_stat_xact_user_tables where relname = 'test_pump'`.execute(trx);
          expect(rows[0]?.scans ?? 0).toBe(0);
        });
  }); // prettier-ignore
});

describe('the column of a search', () => {
  it('stands after those of fixed width and before the texts', async () => {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(attname::text order by attnum) as columns from pg_attribute
      where attrelid = 'ammeter'::regclass and attnum > 0`.execute(database.db);
    const columns = rows[0]?.columns ?? [];
    expect(columns.slice(0, columns.indexOf('_search') + 1)).toEqual([
      'id',
      'consumer_id',
      'site_id',
      'interval_seconds',
      'parent_id',
      '_rated_power',
      'commissioned',
      '_search',
    ]);
    expect(columns).toContain('ammeter_name');
  });
});
