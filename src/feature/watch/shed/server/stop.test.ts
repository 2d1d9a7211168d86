import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { PASSWORD } from '#test/build.ts';
import { until } from '#test/build/controlScene.ts';
import { buildShedScene, SHED, type ShedScene } from '#test/build/shedScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { ShedRunDetail, ShedRunWire } from '../contract.ts';
import { plansOf } from './plan.ts';
import { reviewLeft } from './telling.ts';

let scene: ShedScene;
let mate: Client;
/** Six minutes into a window that no test has looked at. */
let at: number;
beforeAll(async () => {
  scene = await buildShedScene();
  at = scene.at - QUARTER_MS;
  mate = await scene.colleague();
}, 60_000);
afterAll(() => scene.close());
beforeEach(() => {
  at += QUARTER_MS;
});

const detail = async (runId: number): Promise<ShedRunDetail> =>
  ok(await mate.get<ShedRunDetail>(`${SHED}/getRun`, { runId }));

/** A plan that may act by itself sheds its loads: its run, which has given nothing yet. */
async function begun(planId: number): Promise<number> {
  ok(await mate.post(`${SHED}/arm`, { planId, armed: 1, automatic: 1, password: PASSWORD }));
  await scene.tells(620, at);
  await scene.look(at);
  const { list } = ok(await mate.get<Page<ShedRunWire>>(`${SHED}/getRuns`, { planId }));
  expect(list).toMatchObject([{ state: 'active', commanded: 0 }]);
  return list[0]?.runId ?? 0;
}
const disarm = async (planId: number): Promise<void> => {
  ok(await mate.post(`${SHED}/arm`, { planId, armed: 0 }));
};
const stop = async (runId: number): Promise<void> => {
  ok(await mate.post(`${SHED}/stop`, { runId }));
};

it.each([
  ['stopped', 0],
  ['disabled', 1],
] as const)(
  'what a run gave and what has not left yet does not leave once it is %s',
  async (how, address) => {
    const { planId } = await scene.plan([[address, 1, 300]]);
    const runId = await begun(planId);
    let free: () => void = () => {};
    const held = new Promise<void>((resolve) => (free = resolve));
    const line = scene.collector.onLine(scene.channelId, () => held);
    await scene.look(at);
    expect((await detail(runId)).loads).toMatchObject([{ part: 'underWay', off: { state: 'operating' } }]);
    if (how === 'stopped') await stop(runId);
    else await disarm(planId);
    free();
    await line;
    expect((await detail(runId)).loads).toMatchObject([{ off: { state: 'refused' } }]);
    // Whatever waited for the line has had its turn.
    await scene.collector.onLine(scene.channelId, () => Promise.resolve());
    expect(scene.box.writesTo(address)).toBe(0);
    await disarm(planId);
  },
  60_000,
);

it('what was left to people is over when it is on, whatever else of the plan is off', async () => {
  const { planId, ids } = await scene.plan([[2, 1, 300], [3, 2, 310]]); // prettier-ignore
  const { db } = scene.product.database;
  const stands = (which: number, value: 0 | 1) => {
    scene.box.coils.set(2 + which, value);
    return sql`update control_state set value = ${value}, heard_at = now() where control_id = ${ids[which] ?? 0}`.execute(
      db,
    );
  };
  await stands(1, 0);
  const runId = await begun(planId);
  await scene.look(at);
  await until(
    () => detail(runId),
    ({ loads }) => loads.every(({ part }) => part !== 'underWay'),
  );
  await stop(runId);
  await disarm(planId);
  const told = async (): Promise<number> => {
    await reviewLeft(db, await plansOf(db, { planId }));
    const { rows } = await sql`select from notice where object_id = ${planId} and kind = 'shedLeft' and ended_at is null`.execute(db); // prettier-ignore
    return rows.length;
  };
  expect(await told()).toBe(1);
  await stands(0, 1);
  expect(await told()).toBe(0);
  expect([scene.box.writesTo(2), scene.box.writesTo(3)]).toEqual([1, 0]);
}, 60_000);
