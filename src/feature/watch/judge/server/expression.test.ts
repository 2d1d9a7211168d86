import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { ExpressionCheck } from '#feature/watch/compose/contract.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
const { look, newMeter, store, recordsOf } = judgeScene(() => ({ product, consumerId }));
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'computed' }));
});
afterAll(() => product.close());

const addRule = (rest: object) =>
  operator.post<{ id: number }>('/api/event/alarm/add', {
    alarmName: `Rule ${JSON.stringify(rest)}`.slice(0, 60),
    consumerId, alarmLevel: '1', triggerMethod: 'expression', triggerInterval: 0, recoverInterval: 0, ...rest,
  }); // prettier-ignore
/** A rule by an expression without delays, put to a meter. */
async function newRule(ammeterId: number, expression: string, rest: object = {}): Promise<number> {
  const alarmName = `${ammeterId} ${expression}`.slice(0, 60);
  const { id: alarmId } = ok(await addRule({ alarmName, expression, ...rest }));
  ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
  return alarmId;
}

describe('a rule by an expression', () => {
  it('raises while it is true of several values, told at different instants, and says so in its letter', async () => {
    const meterId = await newMeter();
    const alarmId = await newRule(meterId, 'PZ > 100 and FZ < 0.9');
    ok(
      await operator.post('/api/alarm/linkageConfig/add', {
        linkageName: 'By expression', consumerId, eventType: '1', eventId: alarmId, linkageType: '5', delay: 0, enable: '1',
      }),
    ); // prettier-ignore
    const t = Date.now() - 10 * MINUTE;
    await store(meterId, [[t, { PZ: 120 }]]);
    await look();
    // The power factor was never told: nothing is known.
    expect(await recordsOf(meterId)).toEqual([]);
    await store(meterId, [[t + MINUTE, { FZ: 0.8 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t + MINUTE, cleared: null, limit: null }]);
    const { rows } = await sql<{ text: string }>`
      select l._content -> 'text' ->> 'en' as text from linkage_record l join alarm_record r on r.id = l.alarm_record_id
      where r.ammeter_id = ${meterId}`.execute(product.database.db);
    expect(rows[0]?.text).toContain('PZ > 100 and FZ < 0.9');
    expect(rows[0]?.text).toContain('FZ 0.8');
    await store(meterId, [[t + 2 * MINUTE, { PZ: 90 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ cleared: t + 2 * MINUTE, revision: null }]);
  });

  it('what was told longer than three steps ago is not known: it neither raises nor clears', async () => {
    const meterId = await newMeter();
    await newRule(meterId, 'PZ > 100 and FZ < 0.9');
    const t = Date.now() - 20 * MINUTE;
    await store(meterId, [[t, { FZ: 0.8 }], [t + 4 * MINUTE, { PZ: 120 }]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toEqual([]);
    await store(meterId, [[t + 5 * MINUTE, { PZ: 120, FZ: 0.8 }], [t + 6 * MINUTE, { PZ: 120 }], [t + 12 * MINUTE, { PZ: 120 }]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t + 5 * MINUTE, cleared: null }]);
    // False whatever the power factor is.
    await store(meterId, [[t + 13 * MINUTE, { PZ: 90 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ cleared: t + 13 * MINUTE }]);
  });

  it('a division by nothing and a meter that never tells the code raise nothing', async () => {
    const meterId = await newMeter();
    await newRule(meterId, 'PZ / (UA - 230) > 1');
    await newRule(meterId, 'SOC < 20');
    const t = Date.now() - 5 * MINUTE;
    await store(meterId, [[t, { PZ: 1e12, UA: 230 }], [t + MINUTE, { PZ: 1, UA: 229 }]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toEqual([]);
  });

  it('looks back over its window also where readings come one by one, and again when one of them comes late', async () => {
    const meterId = await newMeter();
    await newRule(meterId, 'PZ > avg(PZ, 15m) * 1.5');
    const t = Date.now() - 60 * MINUTE;
    for (let i = 0; i < 20; i++) {
      await store(meterId, [[t + i * MINUTE, { PZ: 100 }]]);
      await look();
    }
    expect(await recordsOf(meterId)).toEqual([]);
    const spike = t + 20 * MINUTE;
    await store(meterId, [[spike, { PZ: 170 }]]);
    await look();
    // (14 × 100 + 170) / 15 × 1.5 = 157.
    expect(await recordsOf(meterId)).toMatchObject([{ raised: spike, cleared: null }]);
    // Inside the window of the spike, though long before it: the mean becomes 114, 171 is asked for.
    await store(meterId, [[spike - 12.5 * MINUTE, { PZ: 250 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ revision: 'withdrawn' }]);
  });

  it('clocks ahead are judged by their own time when ours has come there', async () => {
    const meterId = await newMeter();
    await newRule(meterId, 'max(PZ, 2m) > 100');
    const t = Date.now() + 2 * MINUTE;
    await store(meterId, [[t, { PZ: 120 }], [t + MINUTE, { PZ: 1 }], [t + 2 * MINUTE, { PZ: 1 }]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toEqual([]);
    await look(t + 2 * MINUTE);
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t, cleared: t + 2 * MINUTE }]);
  });

  it.each([
    [null, 'Expression: is required'],
    ['PZ >', 'Expression: at character 5: the expression is not finished'],
    ['PQ > 1', 'Expression: at character 1: there is no data code “PQ”'],
    ['avg(PZ, 25h) > 1', 'Expression: at character 9: the window “25h” must lie between'],
    ['PZ', 'Expression: at character 1: a condition belongs here'],
    ['PZ > 1; drop table alarm', 'Expression: at character 7: “;” cannot be used'],
    [`PZ > ${'1+'.repeat(240)}1`, 'Expression: at character'],
  ])('refuses %j by its field', async (expression, sentence) => {
    const refused = await addRule({ alarmName: 'Refused', expression });
    expect(refused).toMatchObject({ code: 400, field: 'expression' });
    expect(refused.message).toContain(sentence);
  });
});

describe('what is said of an expression while it is written', () => {
  const check = (expression: string, ammeterId?: number) =>
    operator.get<ExpressionCheck>('/api/event/alarm/checkExpression', { expression, ...(ammeterId === undefined ? {} : { ammeterId }) }); // prettier-ignore

  it('tells what is wrong and where, the values that it asks for, and what it says on a meter now', async () => {
    expect(ok(await check('PZ > > 1'))).toMatchObject({ ok: false, at: 6, values: [], truth: null });
    const asked = ok(await check('pz > 100 and SOC < 20'));
    expect(asked).toMatchObject({ ok: true, message: null, truth: null, asOf: null });
    expect(asked.values.map(({ code, value }) => [code, value])).toEqual([['PZ', null], ['SOC', null]]); // prettier-ignore
    const meterId = await newMeter();
    const t = Date.now() - MINUTE;
    await store(meterId, [[t - MINUTE, { FZ: 0.8 }], [t, { PZ: 120 }]]); // prettier-ignore
    expect(ok(await check('PZ > 100 and FZ < 0.9', meterId))).toMatchObject({
      truth: true,
      asOf: t,
      values: [
        { code: 'PZ', value: 120, unit: 'kW' },
        { code: 'FZ', value: 0.8 },
      ],
    });
    expect(ok(await check('PZ > 100 and SOC < 20', meterId))).toMatchObject({ truth: null });
    expect((await check('PZ > 1', 2147483647)).code).toBe(404);
  });
});
