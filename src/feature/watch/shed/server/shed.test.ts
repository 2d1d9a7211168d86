import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { PASSWORD } from '#test/build.ts';
import { CONTROL, until } from '#test/build/controlScene.ts';
import { buildShedScene, SHED, type ShedScene } from '#test/build/shedScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { ShedRunDetail, ShedRunWire } from '../contract.ts';

/** The further courses belong to the whole matrix. */
const LONG = process.env['TEST_ALL'] !== undefined;

let scene: ShedScene;
let mate: Client;
/** Each test has minutes of its own, later than those before. */
let at: number;
beforeAll(async () => {
  scene = await buildShedScene();
  ({ at } = scene);
  mate = await scene.colleague();
}, 60_000);
afterAll(() => scene.close());
beforeEach(() => {
  expect(at).toBeGreaterThan(Date.now());
});

/** Six minutes into a window that no test has looked at. */
const nextWindow = (): number => scene.at + Math.ceil((at + 1 - scene.at) / QUARTER_MS) * QUARTER_MS;

const arm = (planId: number, more: object = {}) =>
  mate.post(`${SHED}/arm`, { planId, armed: 1, password: PASSWORD, ...more });
const disarm = async (planId: number): Promise<void> => {
  ok(await mate.post(`${SHED}/arm`, { planId, armed: 0 }));
};
const runsOf = async (planId: number): Promise<readonly ShedRunWire[]> =>
  ok(await mate.get<Page<ShedRunWire>>(`${SHED}/getRuns`, { planId })).list;
const detail = async (runId: number): Promise<ShedRunDetail> =>
  ok(await mate.get<ShedRunDetail>(`${SHED}/getRun`, { runId }));
const notices = async (planId: number): Promise<string[]> =>
  (
    await sql<{ kind: string }>`select kind from notice where object_id = ${planId} and kind like 'shed%'
      and ended_at is null order by kind`.execute(scene.product.database.db)
  ).rows.map(({ kind }) => kind);

/** No command of the plan is under way any more. */
const settled = (runId: number) =>
  until(
    () => detail(runId),
    ({ loads }) => loads.every(({ part }) => part !== 'underWay'),
  );

describe('shedding', () => {
  it('waits for one approval, sheds what suffices, and brings it back by itself', async () => {
    const { planId, ids } = await scene.plan([[0, 1, 60], [1, 1, 200], [2, 2, 300]]); // prettier-ignore
    const [small = 0, large = 0] = ids;
    // 620 kW for six minutes of fifteen: 200 kW too many for the nine that are left.
    await scene.tells(620, at);
    await scene.look(at);
    expect(await runsOf(planId)).toEqual([]);
    expect(await arm(planId, { password: undefined })).toMatchObject({ code: 403, field: 'password' });
    expect((await arm(planId)).data).toEqual({ armed: true, automatic: false });

    await scene.look(at);
    const [run] = await runsOf(planId);
    expect(run).toMatchObject({ state: 'proposed', needed: 200, limit: 500, projected: 620, commanded: 0 });
    expect(await notices(planId)).toEqual(['shedProposed']);
    const shown = await scene.state(mate, planId);
    expect(shown.loads.map(({ controlId, place }) => [controlId, place])).toEqual([[small, null], [large, 1], [ids[2], null]]); // prettier-ignore
    const runId = run?.runId ?? 0;
    const approval = { runId, controlIds: String(large) };
    // Nobody agrees to what was not shown.
    expect(await mate.post(`${SHED}/approve`, { runId, password: PASSWORD })).toMatchObject({
      code: 400,
      field: 'controlIds',
    });
    ok(await mate.post(`${SHED}/approve`, { ...approval, password: PASSWORD }));
    expect(await notices(planId)).toEqual([]);
    expect((await mate.post(`${SHED}/approve`, approval)).code).toBe(409);

    await scene.look(at);
    await scene.look(at);
    const { loads } = await settled(runId);
    expect(loads.map(({ controlId, part, off }) => [controlId, part, off?.state])).toEqual([[large, 'shed', 'verified']]); // prettier-ignore
    expect([scene.box.coils.get(0), scene.box.coils.get(1)]).toEqual([1, 0]);

    // The meter shows it; with the load back the limit would be near.
    await scene.tells(300, at + MINUTE_MS);
    await scene.later();
    await scene.look(at + MINUTE_MS);
    expect((await runsOf(planId))[0]).toMatchObject({
      state: 'active',
      waits: 'noRoom',
      proven: 1,
      promised: 200,
    });
    at += 3 * MINUTE_MS;
    await scene.tells(150, at);
    await scene.look(at);
    await settled(runId);
    expect(scene.box.coils.get(1)).toBe(1);
    await scene.look(at);
    expect((await runsOf(planId))[0]).toMatchObject({ state: 'ended', reason: 'restored' });
    expect([scene.box.writesTo(0), scene.box.writesTo(1), scene.box.writesTo(2)]).toEqual([0, 2, 0]);
    expect((await detail(runId)).steps.map(({ kind }) => kind)).toEqual([
      'proposed', 'approved', 'off', 'on', 'ended',
    ]); // prettier-ignore
    await disarm(planId);
  }, 60_000);

  it.runIf(LONG)(
    'by itself where that was allowed: what is unknown is not counted, not repeated, and left to people',
    async () => {
      const { planId, ids } = await scene.plan([[3, 1, 200], [4, 2, 210]]); // prettier-ignore
      ok(await arm(planId, { automatic: 1 }));
      scene.box.faults.set(3, 'silent');
      at = nextWindow();
      await scene.tells(620, at);
      await scene.look(at);
      const [run] = await runsOf(planId);
      expect(run).toMatchObject({ state: 'active', automatic: true });
      const runId = run?.runId ?? 0;
      await scene.look(at);
      await settled(runId);
      await scene.look(at);
      const after = await settled(runId);
      expect(after.loads.map(({ part, off }) => [part, off?.state])).toEqual([['left', 'unknown'], ['shed', 'verified']]); // prettier-ignore
      await scene.tells(100, at + MINUTE_MS);
      await scene.later();
      await scene.look(at + MINUTE_MS);
      await settled(runId);
      await scene.look(at + MINUTE_MS);
      expect((await runsOf(planId))[0]).toMatchObject({
        state: 'ended',
        reason: 'left',
        commanded: 2,
        proven: 1,
      });
      expect([scene.box.writesTo(3), scene.box.writesTo(4)]).toEqual([1, 2]);
      expect(await notices(planId)).toEqual(['shedLeft']);
      scene.box.faults.delete(3);
      await disarm(planId);
      expect(ids).toHaveLength(2);
    },
    60_000,
  );

  it.runIf(LONG)(
    'does not bring back what a person took over, and a changed plan does nothing',
    async () => {
      const { planId, ids } = await scene.plan([[5, 1, 250], [6, 2, 5]]); // prettier-ignore
      const [id = 0] = ids;
      ok(await arm(planId, { automatic: 1 }));
      at = nextWindow();
      await scene.tells(620, at);
      await scene.look(at);
      await scene.look(at);
      const runId = (await runsOf(planId))[0]?.runId ?? 0;
      await settled(runId);
      await scene.later();
      // Switched off by hand once more: from now on it is this person's.
      const command = await scene.switched(scene.mine.client, id, 0);
      expect(command.state).toBe('verified');
      await scene.tells(100, at + MINUTE_MS);
      await scene.later();
      await scene.look(at + MINUTE_MS);
      const after = await detail(runId);
      expect(after.steps.map(({ kind }) => kind)).toEqual(['begun', 'off', 'taken', 'ended']);
      expect(scene.box.coils.get(5)).toBe(0);
      expect(scene.box.writesTo(5)).toBe(2);
      expect(await notices(planId)).toEqual([]);

      // A changed output makes void what was allowed.
      const operator = await scene.product.operator();
      const edit = { id: ids[1], fieldName: 'shedPower', fieldValue: '400' };
      ok(await operator.post('/api/archive/iRemoteControl/editfield', edit));
      expect(await scene.state(mate, planId)).toMatchObject({ armedByName: null, changed: true });
      at = nextWindow();
      await scene.tells(900, at);
      await scene.look(at);
      expect(await runsOf(planId)).toHaveLength(1);
      expect(scene.box.writesTo(6)).toBe(0);
      await disarm(planId);
    },
    60_000,
  );

  it.runIf(LONG)(
    'proposals end with the need or the window; nothing is begun late, without a power, or for a moment',
    async () => {
      const { planId } = await scene.plan([[7, 1, 300]], { holdSeconds: 60 });
      ok(await arm(planId));
      at = nextWindow();
      await scene.tells(620, at);
      await scene.look(at);
      expect(await runsOf(planId)).toEqual([]);
      // No reading for six minutes: the window tells a power, and that is a guess.
      await scene.look(at + 6 * MINUTE_MS);
      expect(await runsOf(planId)).toEqual([]);
      at += MINUTE_MS;
      await scene.tells(620, at);
      await scene.look(at);
      expect((await runsOf(planId))[0]).toMatchObject({ state: 'proposed' });
      await scene.tells(100, at + MINUTE_MS);
      await scene.look(at + MINUTE_MS);
      expect((await runsOf(planId))[0]).toMatchObject({ state: 'ended', reason: 'noNeed' });
      expect(await notices(planId)).toEqual([]);
      at = nextWindow();
      await scene.tells(900, at);
      await scene.look(at);
      await scene.look(at + MINUTE_MS);
      await scene.look(at + 10 * MINUTE_MS);
      const [late] = await runsOf(planId);
      expect(late).toMatchObject({ state: 'ended', reason: 'expired', commanded: 0 });
      expect(
        (await mate.post(`${SHED}/approve`, { runId: late?.runId, controlIds: '1', password: PASSWORD }))
          .code,
      ).toBe(409);
      expect(scene.box.writesTo(7)).toBe(0);
      await disarm(planId);
    },
    60_000,
  );

  it('gives nothing any more once somebody stopped it, though a look had begun', async () => {
    const { planId } = await scene.plan([[12, 1, 300]]);
    ok(await arm(planId, { automatic: 1 }));
    at = nextWindow();
    await scene.tells(620, at);
    await scene.look(at);
    expect((await runsOf(planId))[0]).toMatchObject({ state: 'active', commanded: 0 });
    const { db } = scene.product.database;
    let commit: () => void = () => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    const stopping = db.transaction().execute(async (trx) => {
      await sql`update shed_run set state = 'ended', ended_at = now(), reason = 'stopped' where plan_id = ${planId}`.execute(trx); // prettier-ignore
      await held;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const look = scene.look(at);
    await new Promise((resolve) => setTimeout(resolve, 300));
    commit();
    await Promise.all([stopping, look]);
    // What a person declined is not begun anew in the same window.
    await scene.look(at);
    await scene.look(at);
    expect(await runsOf(planId)).toMatchObject([{ state: 'ended', commanded: 0 }]);
    expect(scene.box.writesTo(12)).toBe(0);
    await disarm(planId);
  }, 60_000);

  it('leaves a load to people that is tagged for long, and begins anew when it is needed', async () => {
    const { planId, ids } = await scene.plan([[14, 1, 300], [15, 2, 310]]); // prettier-ignore
    ok(await arm(planId, { automatic: 1 }));
    at = nextWindow();
    await scene.tells(620, at);
    await scene.look(at);
    await scene.look(at);
    const runId = (await runsOf(planId))[0]?.runId ?? 0;
    await settled(runId);
    ok(await mate.post(`${CONTROL}/tag`, { id: ids[0], reason: 'the pump is open' }));
    at += 2 * MINUTE_MS;
    await scene.tells(100, at);
    await scene.look(at);
    expect((await runsOf(planId))[0]).toMatchObject({ state: 'active', waits: 'hindered' });
    at += 15 * MINUTE_MS;
    await scene.tells(100, at);
    await scene.look(at);
    expect((await runsOf(planId))[0]).toMatchObject({ state: 'ended', reason: 'left', commanded: 1 });
    expect(await notices(planId)).toEqual(['shedLeft']);
    at = nextWindow();
    await scene.tells(900, at);
    await scene.look(at);
    await scene.look(at);
    const [next] = await runsOf(planId);
    expect(next?.runId).not.toBe(runId);
    await settled(next?.runId ?? 0);
    expect([scene.box.writesTo(14), scene.box.writesTo(15)]).toEqual([1, 1]);
    await disarm(planId);
  }, 60_000);

  it('acts no more when who enabled it may not operate any more', async () => {
    const { planId } = await scene.plan([[13, 1, 300]]);
    const leaver = await scene.colleague();
    ok(await leaver.post(`${SHED}/arm`, { planId, armed: 1, automatic: 1, password: PASSWORD }));
    await sql`update org_employee set state = '0' where id = (select max(id) from org_employee)`.execute(
      scene.product.database.db,
    );
    expect(await scene.state(scene.mine.client, planId)).toMatchObject({ armedByName: null, changed: true });
    at = nextWindow();
    await scene.tells(620, at);
    await scene.look(at);
    expect(await runsOf(planId)).toEqual([]);
    expect(scene.box.writesTo(13)).toBe(0);
    await disarm(planId);
  }, 60_000);

  it('one plan of a limit at a time', async () => {
    const [first, second] = [await scene.plan([[8, 1, 300]]), await scene.plan([[9, 1, 300]])];
    ok(await arm(first.planId));
    expect(await arm(second.planId)).toMatchObject({ code: 409, field: 'planId' });
    await disarm(first.planId);
    ok(await arm(second.planId));
    await disarm(second.planId);
  }, 60_000);

  it('an output for two persons is shed where another than who enabled the plan approves it by its name', async () => {
    const { planId, ids } = await scene.plan([[10, 1, 300], [11, 2, 350]]); // prettier-ignore
    const [two = 0] = ids;
    const operator = await scene.product.operator();
    for (const id of ids)
      ok(await operator.post('/api/archive/iRemoteControl/edit', { id, twoPersons: true }));
    expect(await arm(planId, { automatic: 1 })).toMatchObject({ code: 409, field: 'automatic' });
    ok(await arm(planId));
    at = nextWindow();
    await scene.tells(620, at);
    await scene.look(at);
    const runId = (await runsOf(planId))[0]?.runId ?? 0;
    // Who enabled it asked for it: the other person must agree.
    const mates = { runId, controlIds: String(two), password: PASSWORD };
    expect((await mate.post(`${SHED}/approve`, mates)).code).toBe(403);
    // What the forecast put into the sequence after it was shown is not approved with it.
    const seen = (controlIds: number | undefined) => ({
      runId,
      password: PASSWORD,
      controlIds: String(controlIds),
    });
    expect(await scene.mine.client.post(`${SHED}/approve`, seen(ids[1]))).toMatchObject({
      code: 409,
      field: 'controlIds',
    });
    ok(await scene.mine.client.post(`${SHED}/approve`, seen(two)));
    await scene.look(at);
    const { loads } = await settled(runId);
    expect(loads.map(({ controlId, off }) => [controlId, off?.state])).toEqual([[two, 'verified']]);
    const { rows } = await sql<{
      by: number;
      approved: number;
      both: boolean;
    }>`select by_id as by, approved_by_id as approved,
      two_persons as both from control_command where control_id = ${two} and source = 'shed'`.execute(
      scene.product.database.db,
    );
    expect(rows).toHaveLength(1);
    expect([rows[0]?.both, rows[0]?.approved, rows[0]?.by === scene.mine.userId]).toEqual([
      true,
      scene.mine.userId,
      false,
    ]);
    // Far more is needed now: the other one was not named, and stays on.
    await scene.tells(2000, at + 2 * MINUTE_MS);
    await scene.later();
    await scene.look(at + 2 * MINUTE_MS);
    await scene.look(at + 2 * MINUTE_MS);
    expect(scene.box.writesTo(11)).toBe(0);
    await disarm(planId);
  }, 60_000);
});

it('steps are never changed, and an ended run stays as it is', async () => {
  const { db } = scene.product.database;
  await expect(sql`update shed_step set kind = 'off'`.execute(db)).rejects.toThrow(/never changed/);
  await expect(sql`update shed_run set state = 'active', ended_at = null where state = 'ended'`.execute(db)).rejects.toThrow(/stays as it is/); // prettier-ignore
});
