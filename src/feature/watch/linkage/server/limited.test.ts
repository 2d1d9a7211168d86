import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { Raised } from '../domain/plan.ts';
import { planRuns } from './plan.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

it('runs and linkages of one site are not seen by who is limited to another', async () => {
  const { first, limited } = await buildTwoSites(product);
  const own = { consumerId: first.consumerId, siteId: first.siteId };
  const linkageId = await add(await product.operator(), 'linkageConfig', {
    linkageName: unique('L'),
    linkageType: '5',
    ...own,
  });
  const raised: Raised = {
    recordId: 1,
    count: 1,
    level: '2',
    eventType: '1',
    eventId: 1,
    name: 'High load',
    text: { zh: '负荷过高', en: 'The load is high' },
    raisedAt: Date.now(),
    ...own,
  };
  await product.database.db
    .transaction()
    .execute((trx) =>
      planRuns(trx, { outbox: { mail: null, sms: null }, outwardAllow: new Set() }, [raised]),
    );
  const count = async (path: string) => ok(await limited.get<unknown[]>(path)).length;
  expect(await count('/api/alarm/linkageRecord/searchall')).toBe(0);
  expect(await count('/api/alarm/workOrder/searchall')).toBe(0);
  expect((await limited.post('/api/alarm/linkageConfig/copy', { linkageId })).code).toBe(404);
});

it('runs of an alarm tell whoever is limited to a part of its site nothing of the rest', async () => {
  const { first, second, limited } = await buildTwoSites(product);
  const { db } = product.database;
  const { consumerId, siteId } = first;
  const own = await add(await product.operator(), 'ammeter', { ammeterName: 'Of the unit', ammeterCode: unique(), consumerId, siteId }); // prettier-ignore
  await sql`insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    values (${second.unitId}, ${consumerId}, '1', ${own}, 1)`.execute(db);
  for (const [meterId, recipient] of [
    [own, 'own@example.com'],
    [first.ammeterId, 'foreign@example.com'],
  ] as const)
    await sql`with record as (
        insert into alarm_record (record_name, consumer_id, site_id, ammeter_id, alarm_type, alarm_level, alarm_status, process, raised_at,
          raise_count, origin)
        values ('High', ${consumerId}, ${siteId}, ${meterId}, '1', '2', '1', '0', now(), 1, 'live') returning id)
      insert into linkage_record (linkage_name, consumer_id, site_id, linkage_id, alarm_record_id, raise_count, alarm_name, raised_at,
        run_state, record_source, linkage_type, recipient, tries)
      select 'told', ${consumerId}, ${siteId}, 1, id, 1, 'High', now(), 'done', 'machine', '2', ${recipient}, 0 from record`.execute(
      db,
    );
  const { list } = ok(
    await limited.post<Page<{ recipient: string }>>('/api/alarm/linkageRecord/getdatatable', { dataTable: '{}' }),
  ); // prettier-ignore
  expect(list.map((one) => one.recipient)).toEqual(['own@example.com']);
});
