import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Log } from '#server/database/log.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { startJudging } from './loop.ts';

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

const ways = () => ({ outbox: product.services.config.outbox, collectorAllow: new Set<string>() });
/** What is written to the log from warnings on. */
function listening(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (...words: unknown[]): void => void lines.push(words.map(String).join(' '));
  const mute = (): void => undefined;
  return { log: { info: mute, warn: keep, error: keep }, lines };
}

it('a meter that cannot be judged holds up no other, is named in the log, and is judged once it can be', async () => {
  const { db } = product.database;
  const broken = await newMeter();
  const sound = await newMeter();
  const { id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: 'Power',
      consumerId,
      alarmLevel: '1',
      triggerMethod: 'above',
      triggerFieldName: 'PZ',
      limitValue: 100,
      triggerInterval: 0,
      recoverInterval: 0,
    }),
  );
  for (const ammeterId of [broken, sound])
    ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
  const refuse = `refuse_${broken}`;
  await sql`create function ${sql.id(refuse)}() returns trigger language plpgsql as
    $$ begin if new.ammeter_id = ${sql.lit(broken)} then raise exception 'this one is broken'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger ${sql.id(refuse)} before insert on alarm_record for each row execute function ${sql.id(refuse)}()`.execute(
    db,
  );
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
    await sql`drop function ${sql.id(refuse)} cascade`.execute(db);
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
