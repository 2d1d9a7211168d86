import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'late' }));
  ok(
    await operator.post('/api/alarm/linkageConfig/add', {
      linkageName: 'Work order', consumerId, eventType: '0', linkageType: '5', delay: 0, enable: '1',
    }),
  ); // prettier-ignore
});
afterAll(() => product.close());
const { newMeter, store, look } = judgeScene(() => ({ product, consumerId }));
const db = () => product.database.db;

/** A meter with a rule that its power is above 100 kW, without delays. @param rest what is otherwise */
async function newRuled(seconds: number, rest: object = {}): Promise<number> {
  const ammeterId = await newMeter(seconds);
  const { id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Power ${ammeterId}`, consumerId, alarmLevel: '2', triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100,
      triggerInterval: 0, recoverInterval: 0, ...rest,
    }),
  ); // prettier-ignore
  ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
  await look();
  return ammeterId;
}
/** Stores powers of a meter, and looks. @param at in minutes from `t` */
async function comes(
  meterId: number,
  t: number,
  list: readonly (readonly [at: number, PZ: number])[],
  now = t,
) {
  await store(
    meterId,
    list.map(([at, PZ]) => [t + at * MINUTE, { PZ }] as const),
  );
  await look(now);
}
/** The records of a meter: begin in minutes from `t`, whether it stands, raises, state, and how often something was set in motion. */
async function recordsOf(meterId: number, t: number) {
  const { rows } = await sql<{ raised: number; active: boolean; count: number; process: string; by: string | null; runs: number }>`
    select round((extract(epoch from raised_at)::float8 * 1000 - ${t}) / 60000) as raised, alarm_status = '1' as active,
      raise_count as count, process, confirmed_by as by,
      (select count(*)::integer from linkage_record l where l.alarm_record_id = r.id) as runs
    from alarm_record r where ammeter_id = ${meterId} order by raised_at, id`.execute(db()); // prettier-ignore
  return rows;
}

describe('a meter that tells its values once an hour', () => {
  it('and delivers them most of an hour late is told of', async () => {
    const meterId = await newRuled(3600);
    const t = Date.now();
    await comes(meterId, t, [[-50, 500]]);
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: -50, active: true, runs: 1 }]);
  });

  it('is told of when its delay is over, not with its next value', async () => {
    const meterId = await newRuled(3600, { triggerInterval: 1200 });
    const t = Date.now();
    await comes(meterId, t, [[0, 500]]);
    await look(t + 20 * MINUTE + 2000);
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: 20, active: true, runs: 1 }]);
  });

  it('wakes nobody by what is older than three of its intervals', async () => {
    const meterId = await newRuled(3600);
    const t = Date.now();
    await comes(meterId, t, [[-190, 500]]);
    expect(await recordsOf(meterId, t)).toMatchObject([{ active: true, runs: 0 }]);
  });
});

describe('a dip of hours ago that comes now, of an alarm that stands and was told', () => {
  const standing = async (): Promise<[meterId: number, t: number]> => {
    const meterId = await newRuled(60);
    const t = Date.now();
    await comes(meterId, t, [[-180, 500]], t - 3 * HOUR);
    await comes(meterId, t, [[0, 500]]);
    return [meterId, t];
  };

  it('tells nobody again', async () => {
    const [meterId, t] = await standing();
    await comes(meterId, t, [[-150, 50], [-149, 500]]); // prettier-ignore
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: -180, active: true, count: 2, runs: 1 }]);
    // Raised once more it is told.
    await comes(meterId, t, [[1, 50], [2, 500]], t + 2 * MINUTE); // prettier-ignore
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: -180, active: true, count: 3, runs: 2 }]);
  });

  it('that is so long that it is another record tells nobody either', async () => {
    const [meterId, t] = await standing();
    await comes(meterId, t, [[-150, 50], [-120, 500]]); // prettier-ignore
    expect(await recordsOf(meterId, t)).toMatchObject([
      { raised: -180, active: false, runs: 1 },
      { raised: -120, active: true, process: '0', runs: 0 },
    ]);
  });

  it('nor who confirmed it: what is left of it is confirmed, and raised anew it is another that is told', async () => {
    const [meterId, t] = await standing();
    const { rows } = await sql<{ id: number }>`select id from alarm_record where ammeter_id = ${meterId}`.execute(db()); // prettier-ignore
    ok(await operator.post('/api/alarm/record/confirm', { alarmRecordId: rows[0]?.id, confirmInfo: 'seen' }));
    await sql`update alarm_record set confirmed_at = ${new Date(t - 175 * MINUTE)} where ammeter_id = ${meterId}`.execute(db()); // prettier-ignore
    await comes(meterId, t, [[-150, 50], [-149, 500]]); // prettier-ignore
    const [before, after] = await recordsOf(meterId, t);
    expect(before).toMatchObject({ raised: -180, active: false, process: '1', runs: 1 });
    expect(after).toMatchObject({ raised: -149, active: true, count: 1, process: '1', by: before?.by, runs: 0 }); // prettier-ignore
    await comes(meterId, t, [[1, 50], [2, 500]], t + 2 * MINUTE); // prettier-ignore
    expect((await recordsOf(meterId, t)).slice(1)).toMatchObject([
      { raised: -149, active: false, count: 1, process: '1', runs: 0 },
      { raised: 2, active: true, count: 1, process: '0', runs: 1 },
    ]);
  });
});

it('two raises that late data make one leave the next one to be told', async () => {
  const meterId = await newRuled(60, { recoverInterval: 60 });
  const t = Date.now();
  await comes(meterId, t, [[-9, 500], [-8, 50]], t - 8 * MINUTE); // prettier-ignore
  await look(t - 6.9 * MINUTE);
  await comes(meterId, t, [[-6, 500]], t - 6 * MINUTE);
  expect(await recordsOf(meterId, t)).toMatchObject([{ active: true, count: 2, runs: 2 }]);
  await comes(meterId, t, [[-7.5, 500]], t - 5.5 * MINUTE);
  expect(await recordsOf(meterId, t)).toMatchObject([{ active: true, count: 1, runs: 2 }]);
  await comes(meterId, t, [[-5, 50]], t - 5 * MINUTE);
  await look(t - 3.9 * MINUTE);
  await comes(meterId, t, [[-3, 500]], t - 3 * MINUTE);
  expect(await recordsOf(meterId, t)).toMatchObject([{ active: true, count: 2, runs: 3 }]);
});

describe('a stamp some minutes ahead of our clock', () => {
  it('lets no delay run out early', async () => {
    const meterId = await newRuled(60, { triggerInterval: 60 });
    const t = Date.now();
    await comes(meterId, t, [[4, 50]]);
    await comes(meterId, t, [[0.5, 101]], t + 0.5 * MINUTE);
    await look(t + 1.4 * MINUTE);
    expect(await recordsOf(meterId, t)).toEqual([]);
    await comes(meterId, t, [[1.45, 50]], t + 1.45 * MINUTE);
    await look(t + 3 * MINUTE);
    expect(await recordsOf(meterId, t)).toEqual([]);
  });

  it('is judged when our clock has come there', async () => {
    const meterId = await newRuled(60);
    const t = Date.now();
    await comes(meterId, t, [[4, 500]]);
    await look(t + 3.9 * MINUTE);
    expect(await recordsOf(meterId, t)).toEqual([]);
    await look(t + 4 * MINUTE);
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: 4, active: true, runs: 1 }]);
  });

  it('is no silence of what follows it', async () => {
    const meterId = await newRuled(20, {
      triggerMethod: 'silent', triggerFieldName: null, limitValue: null, algoUrl: 'builtin:silence',
    }); // prettier-ignore
    const t = Date.now();
    await comes(meterId, t, [[4, 50]]);
    for (let at = 0.3; at < 5; at += 0.3) await comes(meterId, t, [[at, 50]], t + at * MINUTE);
    expect(await recordsOf(meterId, t)).toEqual([]);
    await look(t + 6.1 * MINUTE);
    expect(await recordsOf(meterId, t)).toMatchObject([{ raised: 6, active: true }]);
  });
});
