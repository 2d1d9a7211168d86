import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { Raised } from '../domain/plan.ts';
import { skipRuns } from './plan.ts';

let product: Product;
let works: Enterprise;
const { site, group, person, member, raise, plan, later, lettersTo, runsOf } = alertScene(() => ({
  product,
  works,
}));

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const system = () => product.database.db;

describe('a flood', () => {
  it('tells what is urgent one by one, and the rest in one message a person and five minutes', async () => {
    const here = await site();
    const [a, b] = [await person(), await person()];
    const id = await group(here);
    await member(id, a.id);
    await member(id, b.id);
    const few = await Promise.all(Array.from({ length: 10 }, () => raise(here)));
    for (const one of few) await plan([one]);
    expect(await lettersTo(a.email)).toHaveLength(10);
    const rest = await Promise.all(Array.from({ length: 15 }, () => raise(here)));
    const urgent = await raise(here, { level: '1' });
    await plan([...rest, urgent]);
    expect((await lettersTo(a.email)).slice(10)).toEqual([urgent.text.zh]);
    expect(await runsOf(rest[0] as Raised)).toContain('2 waiting digest');
    const quick = rest[3] as Raised;
    await system()
      .transaction()
      .execute((trx) => skipRuns(trx, [quick.recordId], 'cleared'));
    await Promise.all([later(6), later(6), later(6)]);
    for (const { email } of [a, b]) {
      const letters = await lettersTo(email);
      expect(letters).toHaveLength(12);
      expect(letters[11]).toContain('14 条告警');
      expect(letters[11]).toContain(rest[0]?.text.zh);
      expect(letters[11]).not.toContain(quick.text.zh);
    }
    expect(await runsOf(rest[0] as Raised)).toContain('2 done filed');
    expect(await runsOf(quick)).toContain('2 skipped cleared');
    // What a gateway kept while it was away is told all at once, however long ago it was.
    const [back, d] = [await site(), await person()];
    await member(await group(back), d.id);
    const old = await Promise.all(
      Array.from({ length: 25 }, () => raise(back, { raisedAt: Date.now() - 3_600_000 })),
    );
    await plan(old);
    expect((await lettersTo(d.email)).length).toBeLessThan(12);
    expect(await runsOf(old[20] as Raised)).toContain('2 waiting digest');
    // Another site is none of it.
    const there = await site();
    const c = await person();
    await member(await group(there), c.id);
    await plan([await raise(there)]);
    expect(await lettersTo(c.email)).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  const hour = (offset: number): number =>
    (Number(
      new Intl.DateTimeFormat('en-GB', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Asia/Shanghai',
      }).format(Date.now()),
    ) +
      offset) %
    24;

  it('hold all but what is urgent until they end, and tell it then in one message', async () => {
    const here = await site();
    const one = await person();
    const quiet = { quietBegin: hour(0), quietEnd: hour(2) };
    const id = await group(here, quiet);
    await member(id, one.id);
    const calm = [await raise(here), await raise(here), await raise(here)];
    const urgent = await raise(here, { level: '1' });
    await plan([...calm, urgent]);
    expect(await lettersTo(one.email)).toEqual([urgent.text.zh]);
    expect(await runsOf(calm[0] as Raised)).toEqual(['2 waiting quiet', '7 done told']);
    const handled = calm[2] as Raised;
    const params = { alarmRecordId: handled.recordId, confirmInfo: 'seen' };
    ok(await works.client.post('/api/alarm/record/confirm', params));
    await later(121);
    const letters = await lettersTo(one.email);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain('2 条告警');
    expect(await runsOf(handled)).toContain('2 skipped confirmed');
  });
});
