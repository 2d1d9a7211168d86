import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Log } from '#server/database/log.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookOnce } from './look.ts';
import { startJudging } from './loop.ts';
import { RuleBook } from './ruleBook.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'loop' }));
});
afterAll(() => product.close());
const { newMeter, store, recordsOf } = judgeScene(() => ({ product, consumerId }));

const ways = () => ({ outbox: product.services.config.outbox, outwardAllow: new Set<string>() });
/** What is written to the log from warnings on. */
function listening(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (...words: unknown[]): void => void lines.push(words.map(String).join(' '));
  const mute = (): void => undefined;
  return { log: { info: mute, warn: keep, error: keep }, lines };
}

/** Lets one table refuse rows of a meter. @returns lets them pass again */
async function refuse(table: string, when: 'insert' | 'update' | 'delete', meterId: number) {
  const { db } = product.database;
  const name = sql.id(`refuse_${meterId}`);
  const row = sql.raw(when === 'delete' ? 'old' : 'new');
  await sql`create function ${name}() returns trigger language plpgsql as
    $$ begin if ${row}.ammeter_id = ${sql.lit(meterId)} then raise exception 'this one is broken'; end if; return ${row}; end $$`.execute(
    db,
  );
  await sql`create trigger ${name} before ${sql.raw(when)} on ${sql.id(table)} for each row execute function ${name}()`.execute(
    db,
  );
  return () => sql`drop function ${name} cascade`.execute(db);
}

/** A rule that is put to meters. */
async function newRule(
  meterIds: readonly number[],
  rest: object = {},
): Promise<{ objectAlarmIds: number[] }> {
  const { id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Power of ${meterIds.join()}`, consumerId, alarmLevel: '1', triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100,
      triggerInterval: 0, recoverInterval: 0, ...rest,
    }),
  ); // prettier-ignore
  const objectAlarmIds: number[] = [];
  for (const ammeterId of meterIds)
    objectAlarmIds.push(
      ok(
        await operator.post<{ id: number }>('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }),
      ).id,
    );
  return { objectAlarmIds };
}

it('a meter that cannot be judged holds up no other, is named in the log, and is judged once it can be', async () => {
  const broken = await newMeter();
  const sound = await newMeter();
  await newRule([broken, sound]);
  const pass = await refuse('alarm_record', 'insert', broken);
  const { log, lines } = listening();
  const judging = startJudging(product.database, ways(), log);
  const begun = Date.now() - MINUTE;
  try {
    for (const meterId of [broken, sound]) await store(meterId, [[begun, { PZ: 120 }]]);
    await expect.poll(async () => (await recordsOf(sound)).length, { timeout: 20_000 }).toBe(1);
    await expect
      .poll(() => lines.filter((line) => line.includes(`meter ${broken} `)).length, { timeout: 20_000 })
      .toBe(1);
    // It goes on with what comes next, and does not try the broken one again and again.
    await store(sound, [[begun + 30_000, { PZ: 50 }]]);
    await expect
      .poll(async () => (await recordsOf(sound)).map(({ cleared }) => cleared), { timeout: 20_000 })
      .toEqual([begun + 30_000]);
    expect(await recordsOf(broken)).toEqual([]);
    expect(lines.filter((line) => line.includes(`meter ${broken} `))).toHaveLength(1);
    expect(lines.join('\n')).toContain('this one is broken');
  } finally {
    await judging.stop();
    await pass();
  }
  // Nothing of it was lost: another judge finds what waits.
  const next = startJudging(product.database, ways(), log);
  try {
    await expect
      .poll(async () => (await recordsOf(broken)).map(({ raised }) => raised), { timeout: 20_000 })
      .toEqual([begun]);
  } finally {
    await next.stop();
  }
});

it('a look that is taken back forgets what it read: a rule that is put out of use ends its record all the same', async () => {
  const { db } = product.database;
  const book = new RuleBook();
  const look = (now = Date.now()) => lookOnce(db, { ways: ways(), now, book });
  const untilNothing = async (): Promise<void> => {
    while ((await look()).ids.length > 0);
  };
  const meterId = await newMeter();
  const { objectAlarmIds } = await newRule([meterId]);
  await store(meterId, [[Date.now() - MINUTE, { PZ: 120 }]]);
  await untilNothing();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: null }]);
  ok(await operator.post('/api/event/objectAlarm/edit', { id: objectAlarmIds[0], enable: false }));
  const pass = await refuse('alarm_record', 'update', meterId);
  await expect(look()).rejects.toThrow('this one is broken');
  await pass();
  await untilNothing();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: expect.any(Number) as number }]);
});

it('and one that is taken away leaves no timer', async () => {
  const { db } = product.database;
  const book = new RuleBook();
  const look = (now = Date.now()) => lookOnce(db, { ways: ways(), now, book });
  const meterId = await newMeter();
  const silent = {
    triggerMethod: 'silent',
    triggerFieldName: null,
    limitValue: null,
    algoUrl: 'builtin:silence',
  };
  const { objectAlarmIds } = await newRule([meterId], silent);
  await store(meterId, [[Date.now(), { PZ: 50 }]]);
  while ((await look()).ids.length > 0);
  ok(await operator.post('/api/event/objectAlarm/del', { ids: String(objectAlarmIds[0]) }));
  const pass = await refuse('alarm_progress', 'delete', meterId);
  await expect(look()).rejects.toThrow('this one is broken');
  await pass();
  expect((await look()).ids).toEqual([meterId]);
  expect((await look(Date.now() + 10 * MINUTE)).ids).toEqual([]);
});
