import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderInfo } from '#feature/watch/workOrder/contract.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

let product: Product;
let works: Enterprise;
const { site, watched, raise, plan, lettersTo, runsOf } = alertScene(() => ({ product, works }));

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

/** A linkage that opens a work order at a site. */
const orders = (siteId: number): Promise<number> =>
  add(works.client, 'linkageConfig', {
    linkageName: unique('L'),
    consumerId: works.consumerId,
    siteId,
    linkageType: '5',
    enable: '1',
  });
const ordersAt = async (siteId: number): Promise<number[]> =>
  ok(await works.client.get<{ id: number }[]>('/api/alarm/workOrder/searchall', { siteId })).map(
    ({ id }) => id,
  );
/** How often an order tells that an alarm came. */
const notesOf = async (id: number | undefined): Promise<number> => {
  const { steps } = ok(await works.client.get<OrderInfo>('/api/alarm/workOrder/getInfo', { id }));
  return steps.filter(({ comment, byName }) => comment && byName === null).length;
};

it('is opened once for an alarm that comes again before the work is done, and anew after it', async () => {
  const here = await site();
  await orders(here);
  const raised = await raise(here);
  await plan([raised]);
  await plan([{ ...raised, count: 2 }]);
  const [order, ...others] = await ordersAt(here);
  expect(others).toEqual([]);
  expect(await notesOf(order)).toBe(1);
  expect(await runsOf(raised)).toEqual(['5 done noted', '5 done ordered']);

  const move = { id: order, orderState: 'cancelled', procInfo: 'nothing found' };
  ok(await works.client.post('/api/alarm/workOrder/move', move));
  await plan([{ ...raised, count: 3 }]);
  expect(await ordersAt(here)).toHaveLength(2);
});

it('of alarms of a day each opens its own; in a flood what comes further is noted in the newest', async () => {
  const here = await site();
  await orders(here);
  const alarms = [];
  for (let i = 0; i < 14; i++) alarms.push(await raise(here));
  for (const one of alarms) await plan([one]);
  const all = await ordersAt(here);
  expect(all).toHaveLength(10);
  expect(await notesOf(Math.max(...all))).toBe(4);
});

it('in a flood one of another linkage, or of a flood that is long over, is not taken for it', async () => {
  const here = await site();
  const first = await orders(here);
  for (let i = 0; i < 12; i++) await plan([await raise(here)]);
  expect(await ordersAt(here)).toHaveLength(10);
  await orders(here);
  await plan([await raise(here)]);
  expect(await ordersAt(here)).toHaveLength(11);
  await sql`update linkage_record set ended_at = ended_at - interval '11 minutes' where linkage_id = ${first}`.execute(
    product.database.db,
  );
  await plan([await raise(here)]);
  expect(await ordersAt(here)).toHaveLength(12);
});

it('that cannot be written takes neither the letters of the alarm nor another run with it', async () => {
  const { here, email } = await watched();
  await orders(here);
  const raised = await raise(here, { name: 'breaks' });
  const { db } = product.database;
  await sql`create function refuse_order() returns trigger language plpgsql as $$
    begin if new.order_name = 'breaks' then raise exception 'no such order'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_order before insert on work_order for each row execute function refuse_order()`.execute(
    db,
  );
  try {
    const other = await raise(here);
    await plan([raised, other]);
    expect(await lettersTo(email)).toHaveLength(2);
    expect(await runsOf(raised)).toEqual(['2 done filed', '5 failed broken', '7 done told']);
    expect(await runsOf(other)).toContain('5 done ordered');
    expect(await ordersAt(here)).toHaveLength(1);
  } finally {
    await sql`drop trigger refuse_order on work_order`.execute(db);
    await sql`drop function refuse_order()`.execute(db);
  }
});
