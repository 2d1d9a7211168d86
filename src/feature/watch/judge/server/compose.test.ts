import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Document, judgeOf } from '#test/openApi.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AlarmReason } from '#feature/watch/alarm/contract.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
const { look, newMeter, store, recordsOf } = judgeScene(() => ({ product, consumerId }));
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'composed' }));
});
afterAll(() => product.close());

let rules = 0;
const addRule = (rest: object) =>
  operator.post<{ id: number }>('/api/event/alarm/add', {
    alarmName: `Rule ${++rules}`, consumerId, alarmLevel: '1', triggerInterval: 0, recoverInterval: 0, ...rest,
  }); // prettier-ignore
const newRule = async (rest: object): Promise<number> => ok(await addRule(rest)).id;
const above = (code: string, limitValue: number, rest: object = {}) =>
  newRule({ triggerMethod: 'above', triggerFieldName: code, limitValue, ...rest });
const below = (code: string, limitValue: number, rest: object = {}) => above(code, limitValue, { triggerMethod: 'below', ...rest }); // prettier-ignore
const put = async (alarmId: number, ammeterId: number): Promise<number> =>
  ok(await operator.post<{ id: number }>('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }))
    .id;
/** A composition put to a meter. */
async function compose(ammeterId: number, composition: object): Promise<number> {
  const alarmId = await newRule({ triggerMethod: 'compose', composition });
  await put(alarmId, ammeterId);
  return alarmId;
}

/** The versions of a rule, the oldest first: the limits of their parts. */
async function versionsOf(alarmId: number): Promise<unknown[]> {
  const { rows } = await sql<{ limits: unknown }>`
    select (select jsonb_agg(p.value -> 'settings' -> 'limit' order by p.key::integer) from jsonb_each(settings -> 'parts') p) as limits
    from alarm_version where alarm_id = ${alarmId} order by version`.execute(product.database.db);
  return rows.map(({ limits }) => limits);
}

describe('a composition', () => {
  it('raises where its parts hold at once, says which, and clears behind their dead bands', async () => {
    const meterId = await newMeter();
    // Out of use as a rule of its own, it counts as a part.
    const load = await above('PZ', 100, { deadBand: 5, enable: false, alarmName: 'Overload' });
    const low = await below('FZ', 0.9, { alarmName: 'Low factor' });
    const hot = await above('T1', 80, { alarmName: 'Hot' });
    await compose(meterId, { kind: 'and', parts: [load, { kind: 'or', parts: [low, hot] }] });
    const t = Date.now() - 10 * MINUTE;
    await store(meterId, [[t, { PZ: 120, FZ: 0.95 }]]);
    await look();
    // The temperature was never told: it could decide.
    expect(await recordsOf(meterId)).toEqual([]);
    await store(meterId, [[t + MINUTE, { FZ: 0.85 }], [t + 2 * MINUTE, { PZ: 97 }]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t + MINUTE, cleared: null, limit: null }]);
    const { rows } = await sql<{
      id: number;
    }>`select id from alarm_record where ammeter_id = ${meterId}`.execute(product.database.db);
    const told = await operator.get<AlarmReason>('/api/alarm/record/getReason', {
      alarmRecordId: rows[0]?.id ?? 0,
    });
    const document = (await product.app.inject({ url: '/openapi.json' })).json<Document>();
    expect(judgeOf(document)('get', '/api/alarm/record/getReason', told)).toEqual([]);
    const reason = ok(told);
    expect(reason.parts.map(({ name, truth }) => [name, truth])).toEqual([['Overload', true], ['Low factor', true], ['Hot', null]]); // prettier-ignore
    expect(reason.values.map(({ code, value }) => [code, value])).toEqual([['PZ', 120], ['FZ', 0.85], ['T1', null]]); // prettier-ignore
    await store(meterId, [[t + 3 * MINUTE, { PZ: 94 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ cleared: t + 3 * MINUTE }]);
    // A correction says that the factor was good: what was raised never was.
    await store(meterId, [[t + MINUTE, { FZ: 0.99 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ revision: 'withdrawn' }]);
  });

  it('of n of m counts what holds; a part is judged by the parameters of the object', async () => {
    const meterId = await newMeter();
    const parts = [await above('IA', 100), await above('IB', 100), await above('IC', 100)];
    const own = await put(parts[0] ?? 0, meterId);
    ok(
      await operator.post('/api/event/objectAlarmParam/add', {
        paramName: 'Own limit', consumerId, objectAlarmId: own, paramType: '1', paramCode: 'limit', paramValue: 200,
      }),
    ); // prettier-ignore
    const alarmId = await compose(meterId, { kind: 'atLeast', need: 2, parts });
    const t = Date.now() - 10 * MINUTE;
    await store(meterId, [[t, { IA: 150, IB: 150, IC: 50 }]]);
    await look();
    const ofComposition = async () => {
      const { rows } = await sql<{ raised: number }>`
        select (extract(epoch from raised_at) * 1000)::float8 as raised from alarm_record
        where ammeter_id = ${meterId} and alarm_id = ${alarmId}`.execute(product.database.db);
      return rows;
    };
    expect(await ofComposition()).toEqual([]);
    await store(meterId, [[t + MINUTE, { IA: 250, IB: 150, IC: 50 }]]);
    await look();
    expect(await ofComposition()).toEqual([{ raised: t + MINUTE }]);
  });

  it('has a new version when a part changes, and is judged by what the parts asked for at the time', async () => {
    const meterId = await newMeter();
    const [load, low] = [await above('PZ', 100), await below('FZ', 0.9)];
    const alarmId = await compose(meterId, { kind: 'and', parts: [load, low] });
    expect(await versionsOf(alarmId)).toEqual([[100, 0.9]]);
    const t = Date.now() - MINUTE;
    await store(meterId, [[t, { PZ: 120, FZ: 0.8 }]]);
    await look();
    ok(await operator.post('/api/event/alarm/edit', { id: load, limitValue: 150 }));
    ok(
      await operator.post('/api/event/alarmTrigger/add', {
        triggerName: 'Far', consumerId, alarmId: low, side: 'above', limitValue: 2,
      }),
    ); // prettier-ignore
    expect(await versionsOf(alarmId)).toEqual([[100, 0.9], [150, 0.9], [150, 0.9]]); // prettier-ignore
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t, cleared: null, revision: null }]);
    const later = Date.now() + MINUTE;
    await store(meterId, [[later, { PZ: 120, FZ: 0.8 }]]);
    await look(later);
    expect(await recordsOf(meterId)).toMatchObject([{ raised: t, cleared: later }]);
  });

  it('holds its parts: none is deleted or becomes what no part may be', async () => {
    const [load, low] = [await above('PZ', 100), await below('FZ', 0.9)];
    const whole = { triggerMethod: 'compose', composition: { kind: 'and', parts: [load, low] } };
    const alarmId = await newRule({ ...whole, alarmName: 'Bad load' });
    const gone = await operator.post('/api/event/alarm/del', { ids: String(load) });
    expect(gone.code).toBe(409);
    expect(gone.message).toContain('“Bad load” uses this rule');
    const silent = { triggerMethod: 'silent', algoUrl: 'builtin:silence' };
    expect((await operator.post('/api/event/alarm/edit', { id: load, ...silent })).code).toBe(409);
    const within = { triggerMethod: 'compose', composition: { kind: 'or', parts: [low] } };
    expect((await operator.post('/api/event/alarm/edit', { id: load, ...within })).code).toBe(409);
    ok(
      await operator.post('/api/event/alarm/edit', {
        id: alarmId,
        composition: { kind: 'or', parts: [low] },
      }),
    );
    ok(await operator.post('/api/event/alarm/del', { ids: String(load) }));
    ok(await operator.post('/api/event/alarm/del', { ids: String(alarmId) }));
    ok(await operator.post('/api/event/alarm/del', { ids: String(low) }));
  });

  it('of other shapes, other enterprises, silence, itself or a bomb is refused by its field', async () => {
    const [load, low] = [await above('PZ', 100), await below('FZ', 0.9)];
    const whole = await newRule({ triggerMethod: 'compose', composition: { kind: 'or', parts: [load] } });
    const silent = await newRule({ triggerMethod: 'silent', algoUrl: 'builtin:silence' });
    const { consumerId: other } = await buildMeters(product.database.db, { name: 'another' });
    const foreign = await above('PZ', 100, { consumerId: other });
    const nested = (levels: number): object =>
      levels === 0 ? { kind: 'or', parts: [load] } : { kind: 'or', parts: [nested(levels - 1)] };
    const bomb = `${'{"kind":"or","parts":['.repeat(20_000)}1${']}'.repeat(20_000)}`;
    const cases: readonly (readonly [unknown, string | null])[] = [
      [null, 'Composition: is required'],
      [{ kind: 'or', parts: [] }, 'each group needs at least one rule'],
      [{ kind: 'xor', parts: [load] }, null],
      [{ kind: 'or', parts: [load, load] }, 'a rule cannot stand twice in one group'],
      [{ kind: 'atLeast', need: 3, parts: [load, low] }, '“at least n” takes 1 to 2 here'],
      [{ kind: 'and', need: 1, parts: [load, low] }, 'only “at least n” has an n'],
      [nested(5), 'at most 5 levels'],
      [nested(20), null],
      [bomb, null],
      [{ kind: 'or', parts: [load], extra: 1 }, null],
      [{ kind: 'or', parts: [{ kind: 'or', parts: Array.from({ length: 26 }, (_, i) => i + 1) }, { kind: 'or', parts: Array.from({ length: 26 }, (_, i) => i + 1) }] }, 'at most 50 rules'],
      [{ kind: 'or', parts: [load, foreign] }, `the enterprise has no rule ${foreign}`],
      [{ kind: 'or', parts: [load, whole] }, 'is a composition itself'],
      [{ kind: 'or', parts: [silent] }, 'is about silence'],
    ]; // prettier-ignore
    for (const [composition, sentence] of cases) {
      const refused = await addRule({ triggerMethod: 'compose', composition });
      expect([refused.code, refused.field], JSON.stringify(composition)?.slice(0, 80)).toEqual([
        400,
        'composition',
      ]);
      if (sentence !== null) expect(refused.message).toContain(sentence);
    }
    ok(await addRule({ triggerMethod: 'compose', composition: nested(4) }));
  });
});
