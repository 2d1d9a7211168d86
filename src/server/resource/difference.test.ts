import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { differences } from './difference.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the difference between definitions and a database', () => {
  it('is nothing after all migrations', async () => {
    expect(await differences(database.db)).toEqual([]);
  });

  it('makes a new table with its index, keys and policy, which then differs no more', async () => {
    const pump = defineResource({
      name: 'testPump',
      area: 'archive',
      label: { zh: '泵', en: 'Pumps' },
      idName: 'pumpId',
      title: 'pumpName',
      screen: '/x',
      unique: [['consumerId', 'pumpName']],
      fields: {
        pumpName: text('名称', 'Name'),
        consumerId: reference('企业', 'Enterprise', 'consumer'),
        flow: optional(decimal('流量', 'Flow', { unit: 'm³/h' })),
      },
    });
    const statements = await differences(database.db, [pump]);
    await sql.raw(statements.join('\n')).execute(database.db);
    expect(await differences(database.db, [pump])).toEqual([]);
    const { rows } = await sql`select 1 from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relname = 'test_pump' and c.relforcerowsecurity`.execute(database.db);
    expect(rows).toHaveLength(1);

    const { flow: _, ...others } = pump.fields;
    const changed = {
      ...pump,
      fields: { ...others, pumpName: optional(pump.fields.pumpName), head: text('扬程', 'Head') },
    };
    expect(await differences(database.db, [changed])).toEqual([
      'alter table "test_pump" alter column "pump_name" drop not null;',
      'alter table "test_pump" add column "head" text not null;',
      'alter table "test_pump" drop column "flow";',
    ]);
  });
});
