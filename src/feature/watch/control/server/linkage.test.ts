import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { planRuns, startLinkageLoop } from '#feature/watch/linkage/server/public.ts';
import { silent } from '#server/database/log.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene, until } from '#test/build/controlScene.ts';
import { ok } from '#test/product.ts';
import type { LinkageControlWire } from '../contract.ts';
import { heldAll } from './held.ts';

let scene: ControlScene;
let loop: ReturnType<typeof startLinkageLoop>;
beforeAll(async () => {
  scene = await buildControlScene();
  const { outbox, outwardAllow } = scene.product.services.config;
  loop = startLinkageLoop(scene.product.database.db, { outbox, outwardAllow }, silent);
}, 60_000);
afterAll(async () => {
  await loop.stop();
  await scene.close();
});

/** An alarm is raised; how the runs of a linkage ended. */
async function raised(
  linkageId: number,
  recordId: number,
): Promise<{ state: string; reason: string | null }[]> {
  const { mine, product } = scene;
  const { db } = product.database;
  const { outbox, outwardAllow } = product.services.config;
  await db.transaction().execute((trx) =>
    planRuns(trx, { outbox, outwardAllow }, [
      {
        recordId,
        count: 1,
        eventType: '1',
        eventId: 1,
        level: '1',
        consumerId: mine.consumerId,
        siteId: mine.siteId,
        name: 'Load too high',
        text: { zh: '负荷过高', en: 'Load too high' },
        raisedAt: Date.now(),
      },
    ]),
  );
  return ends(linkageId, recordId);
}

/** How the runs of a linkage ended. */
async function ends(
  linkageId: number,
  recordId: number,
): Promise<{ state: string; reason: string | null }[]> {
  const { db } = scene.product.database;
  const runs = async () =>
    (
      await sql<{ state: string; reason: string | null }>`
        select run_state as state, run_reason as reason from linkage_record
        where linkage_id = ${linkageId} and alarm_record_id = ${recordId}`.execute(db)
    ).rows;
  return until(runs, (all) => all.length > 0 && all.every(({ state }) => state !== 'waiting'));
}

/** A linkage that switches an output on, allowed by a colleague. */
async function allowed(
  controlItemId: number,
): Promise<{ readonly linkageId: number; readonly disarm: () => Promise<void> }> {
  const operator = await scene.product.operator();
  const { consumerId } = scene.mine;
  const linkage = {
    linkageName: unique('Switch '),
    consumerId,
    linkageType: '4',
    eventType: '1',
    delay: 0,
    enable: '1',
  };
  const linkageId = await add(operator, 'linkageConfig', { ...linkage, controlItemId, controlValue: '1' });
  const mate = await scene.colleague();
  const arm = { source: 'config', linkageId };
  ok(await mate.post(`${CONTROL}/armLinkage`, { ...arm, armed: 1, password: PASSWORD }));
  return {
    linkageId,
    disarm: async () => {
      ok(await mate.post(`${CONTROL}/armLinkage`, { ...arm, armed: 0 }));
    },
  };
}

it('what an alarm gave and what has not left yet does not leave once nobody allows it any more', async () => {
  const id = await scene.point(9);
  const { linkageId, disarm } = await allowed(id);
  let free: () => void = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  const line = scene.collector.onLine(scene.channelId, () => held);
  const ended = raised(linkageId, 2001);
  const under = async (): Promise<number> =>
    (
      await sql`select from control_command where control_id = ${id} and state = 'operating'`.execute(
        scene.product.database.db,
      )
    ).rows.length;
  await until(under, (n) => n === 1);
  await disarm();
  free();
  await line;
  expect(await ended).toEqual([{ state: 'failed', reason: 'controlRefused' }]);
  // Whatever waited for the line has had its turn.
  await scene.collector.onLine(scene.channelId, () => Promise.resolve());
  expect(scene.box.writesTo(9)).toBe(0);
}, 60_000);

it('an output that is wired otherwise since must be allowed anew', async () => {
  const id = await scene.point(12);
  const { linkageId } = await allowed(id);
  const operator = await scene.product.operator();
  ok(await operator.post(`${CONTROL}/edit`, { id, writeAddress: '13' }));
  expect(await raised(linkageId, 2501)).toEqual([{ state: 'skipped', reason: 'notArmed' }]);
  expect([scene.box.writesTo(12), scene.box.writesTo(13)]).toEqual([0, 0]);
}, 60_000);

it('alarms that operate several outputs and a person who does wait for each other in one order', async () => {
  const { db } = scene.product.database;
  const [low, high] = [await scene.point(10), await scene.point(11)];
  // The run of the higher one is the earlier.
  const linkages = [await allowed(high), await allowed(low)];
  const begun = db.transaction().execute(async (trx) => {
    await heldAll(trx, [low]);
    // Longer than it takes until a deadlock is looked for.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await heldAll(trx, [high]);
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const [first, second] = linkages;
  expect(await raised(first?.linkageId ?? 0, 3001)).toEqual([{ state: 'done', reason: 'controlVerified' }]);
  expect(await ends(second?.linkageId ?? 0, 3001)).toEqual([{ state: 'done', reason: 'controlVerified' }]);
  await expect(begun).resolves.toBeUndefined();
  for (const { disarm } of linkages) await disarm();
}, 60_000);

it('an alarm operates an output once, through every check, and only where somebody allowed it with the password', async () => {
  const { mine, box } = scene;
  const operator = await scene.product.operator();
  const id = await scene.point(7);
  const linkage = {
    linkageName: unique('Shed '),
    consumerId: mine.consumerId,
    linkageType: '4',
    eventType: '1',
    delay: 0,
    controlItemId: id,
    controlValue: '1',
    enable: '1',
  };
  const linkageId = await add(operator, 'linkageConfig', linkage);
  expect(await raised(linkageId, 1001)).toEqual([{ state: 'skipped', reason: 'notArmed' }]);
  const mate = await scene.colleague();
  const arm = { source: 'config', linkageId, armed: 1 };
  expect(await mate.post(`${CONTROL}/armLinkage`, arm)).toMatchObject({ code: 403, field: 'password' });
  ok(await mate.post(`${CONTROL}/armLinkage`, { ...arm, password: PASSWORD }));
  expect(box.writesTo(7)).toBe(0);
  expect(await raised(linkageId, 1002)).toEqual([{ state: 'done', reason: 'controlVerified' }]);
  // Told again it is the same raise.
  expect(await raised(linkageId, 1002)).toHaveLength(1);
  expect(box.writesTo(7)).toBe(1);
  expect(box.coils.get(7)).toBe(1);

  // Too soon after it, and where a tag hangs, nothing leaves.
  expect(await raised(linkageId, 1003)).toEqual([{ state: 'failed', reason: 'controlRefused' }]);
  await scene.later();
  const { tagId } = ok(await mate.post<{ tagId: number }>(`${CONTROL}/tag`, { id, reason: 'bearing' }));
  expect(await raised(linkageId, 1004)).toEqual([{ state: 'failed', reason: 'controlRefused' }]);
  ok(await mate.post(`${CONTROL}/untag`, { tagId }));

  // Who allowed it was dismissed: what was allowed ended with the right.
  const leaver = await scene.colleague();
  ok(await leaver.post(`${CONTROL}/armLinkage`, { ...arm, password: PASSWORD }));
  await sql`update org_employee set state = '0' where id = (select max(id) from org_employee)`.execute(
    scene.product.database.db,
  );
  expect(await raised(linkageId, 1006)).toEqual([{ state: 'skipped', reason: 'notStillAllowed' }]);
  const { list } = ok(
    await mine.client.get<Page<LinkageControlWire>>(`${CONTROL}/getLinkages`, {
      consumerId: mine.consumerId,
    }),
  );
  expect(list.find((one) => one.linkageId === linkageId)).toMatchObject({ armedStill: false });
  ok(await mate.post(`${CONTROL}/armLinkage`, arm));

  // What was due during an outage is not done afterwards.
  await sql`insert into linkage_record (linkage_name, consumer_id, site_id, linkage_id, alarm_record_id, raise_count,
      alarm_name, raised_at, due_at, run_state, record_source, linkage_type, recipient, tries, _source, _content)
    select linkage_name, consumer_id, site_id, linkage_id, 1007, 1, alarm_name, now() - interval '5 minutes',
      now() - interval '4 minutes', 'waiting', 'machine', linkage_type, recipient, 0, _source, _content
    from linkage_record where linkage_id = ${linkageId} and alarm_record_id = 1002`.execute(
    scene.product.database.db,
  );
  expect(await ends(linkageId, 1007)).toEqual([{ state: 'skipped', reason: 'controlLate' }]);

  // Another alarm than the one that it was allowed for operates nothing.
  const edit = (fieldName: string, fieldValue: string) =>
    operator.post('/api/alarm/linkageConfig/editfield', { id: linkageId, fieldName, fieldValue });
  ok(await edit('eventType', '0'));
  expect(await raised(linkageId, 1008)).toEqual([{ state: 'skipped', reason: 'notArmed' }]);
  ok(await edit('eventType', '1'));

  // A changed value must be allowed anew.
  ok(await edit('controlValue', '0'));
  expect(await raised(linkageId, 1005)).toEqual([{ state: 'skipped', reason: 'notArmed' }]);
  expect(box.writesTo(7)).toBe(1);
  const two = await scene.point(8, { twoPersons: true });
  const other = await add(operator, 'linkageConfig', {
    ...linkage,
    linkageName: unique('Two '),
    controlItemId: two,
  });
  expect((await mate.post(`${CONTROL}/armLinkage`, { ...arm, linkageId: other })).code).toBe(409);
}, 60_000);
