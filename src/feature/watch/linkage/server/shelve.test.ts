import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Raised } from '../domain/plan.ts';

let product: Product;
let works: Enterprise;
const { site, group, person, member, raise, plan, later, lettersTo, runsOf } = alertScene(() => ({
  product,
  works,
}));

let shift = '';
let boss = '';
let raised: Raised;

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

/** An alarm of a meter that was told to the shift; the boss is told ten minutes later, an order is made after twenty. */
beforeEach(async () => {
  const here = await site();
  const people = [await person(), await person()];
  [shift = '', boss = ''] = people.map(({ email }) => email);
  const next = await group(here, { onRaise: false });
  await member(next, people[1]?.id ?? 0);
  await member(await group(here, { escalateAfter: 10, nextGroupId: next }), people[0]?.id ?? 0);
  ok(
    await works.client.post('/api/alarm/linkageConfig/add', {
      linkageName: unique('L'),
      consumerId: works.consumerId,
      siteId: here,
      linkageType: '5',
      delay: 1200,
      enable: '1',
    }),
  );
  raised = await raise(here);
  // A record of nothing but itself cannot be shelved.
  await sql`update alarm_record set _watch_kind = 'gateway', _watch_object = id where id = ${raised.recordId}`.execute(
    product.database.db,
  );
  await plan([raised]);
  expect(await lettersTo(shift)).toHaveLength(1);
});

const shelve = (minutes: number) =>
  works.client.post('/api/alarm/record/shelve', {
    alarmRecordId: raised.recordId,
    minutes,
    reason: 'works at the pump',
  });

it('of an alarm that was shelved nobody further is told before the shelf ends, and nothing is set in motion', async () => {
  ok(await shelve(60));
  await later(30);
  expect(await lettersTo(boss)).toEqual([]);
  expect(await runsOf(raised)).toEqual([
    '2 done filed',
    '5 skipped shelved',
    '7 done told',
    '7 waiting shelved',
  ]);
  await later(61);
  expect(await lettersTo(boss)).toEqual([raised.text.zh]);
});

it('shelved anew it waits from then on; taken off the shelf it is told at once; confirmed meanwhile never', async () => {
  ok(await shelve(60));
  ok(await shelve(120));
  await later(90);
  expect(await lettersTo(boss)).toEqual([]);
  ok(await works.client.post('/api/alarm/record/unshelve', { alarmRecordId: raised.recordId }));
  await later(1);
  expect(await lettersTo(boss)).toEqual([raised.text.zh]);
});

it('confirmed while it is shelved it is told to nobody further', async () => {
  ok(await shelve(60));
  ok(await works.client.post('/api/alarm/record/confirm', { alarmRecordId: raised.recordId, confirmInfo: 'seen' })); // prettier-ignore
  await later(61);
  expect(await lettersTo(boss)).toEqual([]);
  expect(await runsOf(raised)).toContain('7 skipped confirmed');
});

it('what is due after the shelf ended is done as ever', async () => {
  ok(await shelve(5));
  await later(11);
  expect(await lettersTo(boss)).toEqual([raised.text.zh]);
  expect(await runsOf(raised)).toContain('5 waiting null');
});
