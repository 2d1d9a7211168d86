import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Collector } from '#feature/meters/collector/server/public.ts';
import { silent } from '#server/database/log.ts';
import { add, unique } from '#test/build.ts';
import { buildControlScene, type ControlScene, until } from '#test/build/controlScene.ts';
import { interlocksOf } from './interlock.ts';
import { operationsOf } from './person.ts';
import { pointRows } from './point.ts';
import { PositionReader } from './positionReader.ts';

let scene: ControlScene;
beforeAll(async () => {
  scene = await buildControlScene();
}, 60_000);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => scene.close());

const db = () => scene.product.database.db;

it('positions are read again in time, however far the clock was set back', async () => {
  const id = await scene.point(1);
  // One that was never read is asked at once, however soon.
  await sql`insert into control_state (control_id, consumer_id, value, since, heard_at, tried_at)
    select id, consumer_id, 0, now(), now(), now() from i_remote_control where id = ${id} on conflict do nothing`.execute(
    db(),
  );
  const asked: number[] = [];
  const collector: Collector = {
    channels: () => [scene.channelId],
    onLine: (channelId) => {
      asked.push(channelId);
      return undefined;
    },
    figures: () => scene.collector.figures(),
    stop: async () => {},
  };
  const reader = new PositionReader(db(), collector, silent);
  const readDue = async (): Promise<void> => {
    await reader.readDue();
    // It does not wait for what it began.
    await new Promise(setImmediate);
  };
  let steadyMs = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => steadyMs);
  vi.useFakeTimers({ toFake: ['Date'] });
  await readDue();
  expect(asked).toHaveLength(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  steadyMs += 9_000;
  await readDue();
  expect(asked).toHaveLength(1);
  steadyMs += 2_000;
  await readDue();
  expect(asked).toHaveLength(2);
}, 20_000);

/** As if the last news had been told so long ago, s; below 0 by a clock that was ahead. */
const told = (table: 'control_state' | 'signal_state', key: string, id: number, secondsAgo: number) =>
  sql`update ${sql.table(table)} set heard_at = clock_timestamp() - ${secondsAgo} * interval '1 second'
    where ${sql.ref(key)} = ${id}`;

it('a position that was told by a clock that was ahead is not known', async () => {
  const id = await scene.point(2);
  const known = (secondsAgo: number): Promise<boolean | undefined> =>
    db()
      .transaction()
      .execute(async (trx) => {
        await told('control_state', 'control_id', id, secondsAgo).execute(trx);
        return (await pointRows(trx, { ids: [id] }))[0]?.known;
      });
  expect([await known(-600), await known(-2), await known(30), await known(61)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
}, 20_000);

it('operations of before the clock was set back count no more, and what was sent then ends', async () => {
  const id = await scene.point(4);
  const { consumerId, userId } = scene.mine;
  const ahead = (key: string, state: string, sent: boolean, ended: boolean) =>
    sql`insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons, verify_seconds,
        by_id, by_name, operated_at, operate_until, sent_at, ended_at)
      select ${consumerId}, ${id}, ${key} || n, 'person', ${state}, 1, '{}', false, 5, ${userId}, 'x', now() + interval '1 hour',
        now() + interval '1 hour 10 seconds', case when ${sent} then now() + interval '1 hour' end,
        case when ${ended} then now() end
      from generate_series(1, case when ${ended} then 60 else 1 end) n`.execute(db());
  await ahead('before ', 'verified', true, true);
  expect((await pointRows(db(), { ids: [id] }))[0]).toMatchObject({ sinceOperation: null, operations: 0 });
  expect((await operationsOf(db(), [userId])).get(userId)).toBeUndefined();
  await ahead('under way ', 'operating', true, false);
  const look = async () =>
    (
      await sql<{ state: string; reason: string | null }>`select state, reason from control_command
        where control_id = ${id} and key like 'under way%'`.execute(db())
    ).rows[0];
  const end = await until(look, (one) => one?.state !== 'operating');
  expect(end).toEqual({ state: 'unknown', reason: 'senderGone' });
}, 20_000);

it('nor is a signal that an interlock asks for', async () => {
  const operator = await scene.product.operator();
  const { consumerId, siteId } = scene.mine;
  const controlId = await scene.point(3);
  const point = { pointName: 'Remote', pointCode: unique(), consumerId, siteId };
  const signalPointId = await add(operator, 'signalPoint', point);
  const about = { interlockName: 'Switch in remote', consumerId, controlId, kind: '3' };
  await add(operator, 'controlInterlock', { ...about, signalPointId, signalState: 1, freshSeconds: 60 });
  await sql`insert into signal_state (point_id, since, value, quality, heard_at, received_at)
    values (${signalPointId}, now(), 1, 0, now(), 'infinity')`.execute(db());
  const holds = async (secondsAgo: number): Promise<boolean | undefined> => {
    await told('signal_state', 'point_id', signalPointId, secondsAgo).execute(db());
    return (await interlocksOf(db(), [controlId])).get(controlId)?.[0]?.holds;
  };
  expect([await holds(-600), await holds(-2), await holds(30), await holds(61)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
}, 20_000);
