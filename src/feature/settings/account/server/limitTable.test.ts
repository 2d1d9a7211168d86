import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import { withScope } from '#server/database/scope.ts';
import type { Db } from '#server/database/db.ts';
import type { WholeEnterprise } from '#test/build/whole.ts';
import { placeRows } from '#test/build/placeRow.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { isLimited, limitRules } from './limitRule.ts';
import { NAMED_BY_PLACES, UNLIMITED } from './limitReason.ts';

let product: Product;
let db: Db;
let first: WholeEnterprise;
let second: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  ({ db } = product.database);
  ({ first, second } = await buildTwoSites(product));
});
afterAll(() => product.close());

/** What tells of the whole enterprise is for nobody who is limited to a part of it. */
const OF_ALL: Readonly<Record<string, (consumerId: number) => RawBuilder<unknown>>> = {
  annual_entry: (
    id,
  ) => sql`insert into annual_entry (consumer_id, year, energy_code, field_name, value, entered_by)
    values (${id}, 2026, '1', 'x', 1, 'x')`,
  annual_filing: (id) => sql`insert into annual_filing (consumer_id, year, version, snapshot, filed_by)
    values (${id}, 2026, 1, '{}', 'x')`,
  energy_report: (
    id,
  ) => sql`insert into energy_report (report_name, consumer_id, org_id, content, period, formats,
      language, schedule, delay_days, hour, state)
    values ('All', ${id}, ${id}, 'energy', 'month', '{xlsx}', 'zh', '0', 0, 7, '1')`,
  demand_guard: (
    id,
  ) => sql`insert into demand_guard (guard_name, consumer_id, org_id, limit_power, warn_share, state)
    values ('All', ${id}, ${id}, 1, 100, '1')`,
  figure_change: (id) => sql`insert into figure_change (consumer_id, version, data_type, month)
    values (${id}, 9, '1', now())`,
};

/** How many rows of the enterprise the account with these limits sees; none = it has no limit. */
const seen = (table: string, limit: readonly number[]): Promise<number> =>
  withScope(
    product.database.app,
    [first.consumerId],
    async (trx) => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::integer as n from ${sql.table(table)}`.execute(trx);
      return rows[0]?.n ?? -1;
    },
    limit,
  );

const written = new Set(
  resources.filter((one) => one.scope !== null && !one.readOnly).map(({ name }) => snake(name)),
);
/** Whether a row of an enterprise is named by rows that a limit narrows. */
const hangsOnPlaces = ({ name, scope }: Resource): boolean =>
  scope !== null &&
  resources.some((one) => isLimited(one) && Object.values(one.fields).some(({ refers }) => refers === name));
const own = () => [second.siteId, second.unitId];

describe('every table', () => {
  it('is closed to requests, narrowed by limits, or says why it needs no limit', async () => {
    const { rows } = await sql<{ name: string; open: boolean; narrowed: boolean }>`
      select c.relname as name, has_table_privilege('meterhouse_app', c.oid, 'select') as open,
        exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'limited'
          and not p.polpermissive) as narrowed
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm')
        and not c.relispartition`.execute(db);
    const rules = limitRules();
    // Of a definition the references say whether a place is named; what hangs on rows at a place tells of it too.
    const placeless = new Set(
      resources
        .filter((one) => !isLimited(one) && (!hangsOnPlaces(one) || one.name in NAMED_BY_PLACES))
        .map(({ name }) => snake(name)),
    );
    const decided = ({ name }: { name: string }): boolean =>
      rules.has(name) !== name in UNLIMITED || (!rules.has(name) && placeless.has(name));
    expect(rows.filter((row) => row.open && !decided(row)).map(({ name }) => name)).toEqual([]);
    expect(rows.filter((row) => rules.has(row.name) && !row.narrowed).map(({ name }) => name)).toEqual([]);
    const there = new Set(rows.filter(({ open }) => open).map(({ name }) => name));
    expect([...rules.keys(), ...Object.keys(UNLIMITED)].filter((name) => !there.has(name))).toEqual([]);
  });

  it('that is narrowed is tried with rows: here, or by the calls of its definition', () => {
    const untried = [...limitRules().keys()].filter(
      (table) => !written.has(table) && !(table in placeRows) && !(table in OF_ALL),
    );
    expect(untried).toEqual([]);
  });

  it('that names a meter and no enterprise, and requests may read, is read beside its meter alone', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
        and c.relkind in ('r', 'p') and not c.relispartition and not c.relrowsecurity
        and has_table_privilege('meterhouse_app', c.oid, 'select')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('meter_id', 'ammeter_id'))`.execute(
      db,
    );
    expect(rows.map(({ name }) => name).filter((name) => !(name in UNLIMITED))).toEqual([]);
  });
});

describe('an account limited to a site', () => {
  it.each(Object.keys(placeRows))(
    'sees of %s the row that lies there, not that of the other site',
    async (table) => {
      const before = await seen(table, own());
      const all = await seen(table, []);
      const of = placeRows[table];
      for (const [place, within] of [
        [first, [first.siteId]],
        [second, own()],
        // Made by somebody who sees both.
        [first, [first.siteId, ...own()]],
      ] as const) {
        if (within.length === 3 && !/_made_within/.test(limitRules().get(table) ?? '')) continue;
        await of?.(product, { ...place, within, mark: 'x' }).catch((error: unknown) => {
          // The key of some tables is the place itself.
          if (!/duplicate key/.test(String(error))) throw error;
        });
      }
      expect(await seen(table, own())).toBe(before + 1);
      expect(await seen(table, [first.consumerId])).toBe(await seen(table, []));
      expect(await seen(table, [])).toBeGreaterThanOrEqual(all + 2);
    },
  );

  it.each(Object.keys(OF_ALL))('sees of %s nothing that tells of the whole enterprise', async (table) => {
    const before = await seen(table, own());
    await OF_ALL[table]?.(first.consumerId).execute(db);
    expect(await seen(table, own())).toBe(before);
    expect(await seen(table, [first.consumerId, ...own()])).toBeGreaterThan(before);
    expect(await seen(table, [])).toBeGreaterThan(before);
  });
});
