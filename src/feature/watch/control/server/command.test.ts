import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene } from '#test/build/controlScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { CommandWire, ControlPointWire, PointDetail, SelectedWire } from '../contract.ts';

let scene: ControlScene;
let operator: Client;
let me: Client;
let mate: Client;
beforeAll(async () => {
  scene = await buildControlScene();
  operator = await scene.product.operator();
  me = scene.mine.client;
  mate = await scene.colleague();
}, 60_000);
afterAll(() => scene.close());

const select = (client: Client, id: number, value = 1, more: object = {}) =>
  client.post<SelectedWire>(`${CONTROL}/select`, { id, value, ...more });
const operate = (client: Client, { command, token }: SelectedWire, more: object = {}) =>
  client.post<CommandWire>(`${CONTROL}/operate`, { commandId: command.commandId, token, ...more });
const detail = async (client: Client, id: number, value = 1): Promise<PointDetail> =>
  ok(await client.get<PointDetail>(`${CONTROL}/getPoint`, { id, value }));

describe('a command', () => {
  it('of one person at a time: the second selector is refused, the token is the selector’s own', async () => {
    const id = await scene.point(0);
    const selected = ok(await select(me, id));
    expect(selected.command.state).toBe('selected');
    const second = await select(mate, id);
    expect(second).toMatchObject({ code: 409, message: 'Another command is under way: A user' });
    ok(await mate.post(`${CONTROL}/prove`, { password: PASSWORD }));
    expect((await operate(mate, selected)).code).toBe(403);
    expect((await operate(me, { ...selected, token: '00000000-0000-4000-8000-000000000000' })).code).toBe(
      403,
    );
    expect((await detail(mate, id)).point).toMatchObject({
      open: { own: false, byName: 'A user' },
      hindrance: { reason: 'busy' },
    });
    ok(await me.post(`${CONTROL}/cancel`, { commandId: selected.command.commandId }));
    expect((await operate(me, selected)).code).toBe(409);
    expect(scene.box.writesTo(0)).toBe(0);
  });

  it('asks for the own password, which holds for ten minutes in its session', async () => {
    const id = await scene.point(1);
    const fresh = await scene.colleague();
    const selected = ok(await select(fresh, id));
    expect(selected.provenUntil).toBeNull();
    expect(await operate(fresh, selected)).toMatchObject({ code: 403, field: 'password' });
    expect(await operate(fresh, selected, { password: 'wrong' })).toMatchObject({
      code: 400,
      field: 'password',
    });
    expect(scene.box.writesTo(1)).toBe(0);
    ok(await operate(fresh, selected, { password: PASSWORD }));
    expect((await scene.ended(fresh, selected.command.commandId)).state).toBe('verified');
    await sql`update session_proof set proven_at = now() - interval '10 minutes'`.execute(
      scene.product.database.db,
    );
    await scene.later();
    const again = ok(await select(fresh, id, 0));
    expect((await operate(fresh, again)).code).toBe(403);
    // Nor does one that is stamped ahead: it was given before the clock was set back.
    await sql`update session_proof set proven_at = now() + interval '1 hour'`.execute(
      scene.product.database.db,
    );
    expect((await operate(fresh, again)).code).toBe(403);
    ok(await fresh.post(`${CONTROL}/cancel`, { commandId: again.command.commandId }));
    ok(await me.post(`${CONTROL}/prove`, { password: PASSWORD }));
  });

  it('of two persons waits for another who approves it', async () => {
    const id = await scene.point(3, { twoPersons: true });
    const asked = ok(await select(me, id, 1, { remark: 'less dust' }));
    expect(asked).toMatchObject({ token: null, command: { state: 'requested' } });
    const { commandId } = asked.command;
    expect((await me.post(`${CONTROL}/approve`, { commandId })).code).toBe(403);
    expect((await me.post(`${CONTROL}/selectApproved`, { commandId })).code).toBe(409);
    const listed = async (client: Client, filter: object) =>
      ok(
        await client.get<Page<CommandWire>>(`${CONTROL}/getCommands`, { ...filter, controlId: id }),
      ).list.map((one) => one.commandId);
    const inbox = (client: Client) => listed(client, { toApprove: 1 });
    expect(await listed(me, { decided: 1 })).toEqual([]);
    expect(await inbox(me)).not.toContain(commandId);
    expect(await inbox(mate)).toContain(commandId);
    ok(await mate.post(`${CONTROL}/approve`, { commandId, agreed: 1, password: PASSWORD, remark: 'go on' }));
    expect((await mate.post(`${CONTROL}/selectApproved`, { commandId })).code).toBe(403);
    const selected = ok(await me.post<SelectedWire>(`${CONTROL}/selectApproved`, { commandId }));
    ok(await operate(me, selected));
    expect(await scene.ended(me, commandId)).toMatchObject({
      state: 'verified',
      approvedByName: 'A colleague',
      // What was said when it was agreed to stands in its step, and is no ground of the end.
      detail: null,
    });
    await scene.later();
    const refused = ok(await select(me, id, 0)).command.commandId;
    ok(await mate.post(`${CONTROL}/approve`, { commandId: refused, agreed: 0, remark: 'not now' }));
    expect(await scene.ended(me, refused)).toMatchObject({
      state: 'refused',
      reason: 'turnedDown',
      detail: { en: 'not now' },
    });
    expect(await inbox(mate)).toEqual([]);
    expect(await listed(me, { decided: 1 })).toEqual([refused, commandId]);
    // The sheet says the same, the newest first, in the language of whoever asks.
    const sheet = async (client: Client): Promise<string[]> => {
      const { body } = await client.download(`${CONTROL}/exportCommands`, { controlId: id, format: 'csv' });
      return body.toString('utf8').trim().split(/\r?\n/);
    };
    const [head = '', ...rows] = await sheet(me);
    expect(head).toMatch(/Time,Number,Output,Site,Target,Result,Reason,Sent,By,Decided by,/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/,Off,Refused,The approver turned it down; not now,,A user,A colleague,/);
    expect(rows[1]).toMatch(/,On,Verified,,20[\d-]+ [\d:]+,A user,A colleague,/);
    expect((await sheet(me.in('zh')))[2]).toContain('一致');
    const stranger = await buildEnterprise(scene.product);
    expect(await sheet(stranger.client)).toHaveLength(1);
  });

  it('is refused and kept where a tag hangs, an interlock is open or not known; no byte leaves', async () => {
    const id = await scene.point(4);
    const { tagId } = ok(await mate.post<{ tagId: number }>(`${CONTROL}/tag`, { id, reason: 'bearing' }));
    expect(await select(me, id)).toMatchObject({
      code: 409,
      message: expect.stringContaining('bearing') as string,
    });
    ok(await me.post(`${CONTROL}/untag`, { tagId }));
    const { consumerId, siteId } = scene.mine;
    const pointId = await add(operator, 'signalPoint', {
      pointName: 'Remote',
      pointCode: unique(),
      consumerId,
      siteId,
    });
    await add(operator, 'controlInterlock', {
      interlockName: '就地/远方',
      interlockNameEn: 'Switch in remote',
      consumerId,
      controlId: id,
      signalPointId: pointId,
      signalState: 1,
      freshSeconds: 60,
    });
    expect(await select(me, id)).toMatchObject({
      code: 409,
      message: expect.stringContaining('unknown') as string,
    });
    const tell = (value: number, agoSeconds: number) =>
      storeStates(scene.product.database.db, [{ pointId, ts: Date.now() - agoSeconds * 1000, value }]);
    await tell(1, 90);
    expect((await select(me, id)).code).toBe(409);
    await tell(0, 5);
    expect(await select(me, id)).toMatchObject({
      code: 409,
      message: expect.stringContaining('must be Closed') as string,
    });
    await tell(1, 2);
    const selected = ok(await select(me, id));
    expect(selected.interlocks).toMatchObject([
      { name: { zh: '就地/远方', en: 'Switch in remote' }, holds: true },
    ]);
    // It opens between selecting and operating.
    await tell(0, 1);
    expect((await operate(me, selected)).code).toBe(409);
    expect(await scene.ended(me, selected.command.commandId)).toMatchObject({
      state: 'refused',
      reason: 'interlock',
      sentAt: null,
    });
    const kept = ok(await me.get<Page<CommandWire>>(`${CONTROL}/getCommands`, { controlId: id }));
    expect(kept.list.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'refused interlock',
      'refused interlock',
      'refused interlock',
      'refused interlock',
      'refused tagged',
    ]);
    // What is kept is told in the language of whoever reads it.
    expect(kept.list[0]?.detail).toMatchObject({
      zh: expect.stringContaining('就地/远方') as string,
      en: expect.stringContaining('Switch in remote') as string,
    });
    const detail = ok(await me.get<PointDetail>(`${CONTROL}/getPoint`, { id }));
    expect(detail.checks.map(({ name, holds }) => [name.en, holds])).toEqual([
      ['Position', true],
      ['Maintenance tag', true],
      [expect.stringContaining('Channel'), true],
      ['Another command of it', true],
    ]);
    expect(scene.box.writesTo(4)).toBe(0);
  });

  it('is the same command under the same key, and no second one', async () => {
    const id = await scene.point(5);
    const first = ok(await select(me, id, 1, { key: 'K-1' }));
    expect(ok(await select(me, id, 1, { key: 'K-1' })).command.commandId).toBe(first.command.commandId);
    expect((await select(me, id, 0, { key: 'K-1' })).code).toBe(409);
    ok(await operate(me, first));
    expect((await operate(me, first)).code).toBe(409);
    await scene.ended(me, first.command.commandId);
    expect(ok(await select(me, id, 1, { key: 'K-1' })).command.state).toBe('verified');
    expect(scene.box.writesTo(5)).toBe(1);
  });

  it('comes not too soon, and not too often', async () => {
    const id = await scene.point(6);
    await scene.switched(me, id, 1);
    expect(await select(me, id, 0)).toMatchObject({ code: 429 });
    await scene.later();
    const { db } = scene.product.database;
    await sql`insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons,
        verify_seconds, by_name, operated_at, ended_at)
      select consumer_id, control_id, 'many ' || n, 'person', 'verified', 1, '{}', false, 5, 'x', now() - interval '20 seconds', now()
      from control_command, generate_series(1, 10) n where control_id = ${id}`.execute(db);
    expect(await select(me, id, 0)).toMatchObject({
      code: 429,
      message: expect.stringContaining('10 operations') as string,
    });
    await scene.later();
  });
});

describe('relay control of the specification', () => {
  it('operates what allows it in one call, selects the others, and reads back only where asked to', async () => {
    const { consumerId, siteId, ammeterId } = scene.mine;
    const item = { consumerId, siteId, ammeterId, itemName: 'Power', dataItemId: 2 };
    const monitorItemId = await add(await scene.product.operator(), 'monitorItem', item);
    expect(siteId + consumerId).toBeGreaterThan(0);
    const id = await scene.point(20, { monitorItemId, relayNumber: 1, direct: true });
    await scene.point(21, { monitorItemId, relayNumber: 2 });
    for (const path of ['archive/iRemoteControl', 'hxyUser/userIRemoteControl']) {
      const read = ok(
        await me.post<{ positions: object[] }>(`/api/${path}/sendRelayControl`, {
          monitorItemId,
          displayMpNo: '1',
          mpNos_status: '1_1,2',
          isRead: 1,
        }),
      );
      expect(read.positions).toMatchObject([
        { controlId: id, value: 0, fresh: true },
        { relayNumber: 2, value: 0 },
      ]);
    }
    expect(scene.box.writesTo(20)).toBe(0);
    const { commands } = ok(
      await me.post<{ commands: CommandWire[] }>('/api/hxyUser/userIRemoteControl/sendRelayControlOld', {
        monitorItemId,
        mpNos_status: '{"1":1}',
      }),
    );
    expect((await scene.ended(me, commands[0]?.commandId ?? 0)).state).toBe('verified');
    const second = await me.post(`${CONTROL}/sendRelayControl`, { monitorItemId, mpNos_status: '2_1' });
    expect(second).toMatchObject({
      code: 409,
      data: { selected: [{ token: expect.any(String) as string, command: { state: 'selected' } }] },
    });
    for (const mpNos_status of ['1', '1_2', '0_1', '1_1,1_0', '[', 'x_y', '1_1_1'])
      expect(await me.post(`${CONTROL}/sendRelayControl`, { monitorItemId, mpNos_status })).toMatchObject({
        code: 400,
        field: 'mpNos_status',
      });
    expect((await me.post(`${CONTROL}/sendRelayControl`, { monitorItemId, mpNos_status: '9_1' })).code).toBe(
      404,
    );
    const items = ok(
      await me.get<{ controlItemId: number }[]>('/api/archive/monitorItem/getControlItem', { monitorItemId }),
    );
    expect(items.map(({ controlItemId }) => controlItemId)).toContain(id);
  });

  it('sets a property of a device by its names', async () => {
    const adjusts = {
      operateType: '2',
      minimum: 0,
      maximum: 100,
      writeFunction: '6',
      readFunction: '3',
      direct: true,
    };
    await scene.point(1, { ...adjusts, iotId: 'damper', identifier: 'opening' });
    const set = (path: string, value: number) =>
      me.post<{ commands: CommandWire[] }>(`${CONTROL}/${path}`, {
        iotId: 'damper',
        identifier: 'opening',
        value,
      });
    const [command] = ok(await set('sendControl', 40)).commands;
    expect((await scene.ended(me, command?.commandId ?? 0)).state).toBe('verified');
    expect((await set('cloudCmdSet', 101)).code).toBe(400);
    expect(scene.box.registers.get(1)).toBe(40);
  });
});

/** What is changed behind the product's back it hears of within two seconds. */
const heard = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2500));
const newest = sql`(select max(id) from org_employee)`;

/** An account of the enterprise that is limited to another site, with every right and its password given. */
async function elsewhere(): Promise<Client> {
  const { consumerId } = scene.mine;
  const site = { orgName: 'Elsewhere', orgCode: unique(), consumerId, timeZone: 'Asia/Shanghai' };
  const siteId = await add(operator, 'monitorSite', site);
  const client = await scene.colleague();
  ok(await client.post(`${CONTROL}/prove`, { password: PASSWORD }));
  await sql`update org_employee set org_limit_list = ${[siteId]}::integer[] where id = ${newest}`.execute(
    scene.product.database.db,
  );
  await heard();
  return client;
}

/** An account whose session ran out after its password was given. */
async function expiredSession(): Promise<Client> {
  const client = await scene.colleague();
  ok(await client.post(`${CONTROL}/prove`, { password: PASSWORD }));
  await sql`update session set expires_at = now() - interval '1 second' where employee_id = ${newest}`.execute(
    scene.product.database.db,
  );
  await heard();
  return client;
}

describe('strangers', () => {
  it('get nothing and send no byte: another enterprise, an account of another site, an expired session, nobody', async () => {
    const id = await scene.point(30);
    const [limited, expired] = [await elsewhere(), await expiredSession()];
    const other = (await buildEnterprise(scene.product)).client;
    ok(await other.post(`${CONTROL}/prove`, { password: PASSWORD }));
    const selected = ok(await select(me, id));
    const { commandId } = selected.command;
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['select', { id, value: 1 }],
      ['selectApproved', { commandId }],
      ['operate', { commandId, token: selected.token }],
      ['approve', { commandId }],
      ['cancel', { commandId }],
      ['tag', { id, reason: 'x' }],
      ['setSecret', { id, secret: '123456' }],
    ];
    for (const [call, params] of calls) {
      for (const client of [other, limited])
        expect((await client.post(`${CONTROL}/${call}`, params)).code, call).toBe(404);
      expect((await expired.post(`${CONTROL}/${call}`, params)).code, call).toBe(901);
      expect((await scene.product.anonymous.post(`${CONTROL}/${call}`, params)).code, call).toBe(901);
    }
    for (const [call, params] of [
      ['getPoint', { id }],
      ['getCommand', { commandId }],
      ['getTags', { id }],
    ] as const)
      for (const client of [other, limited])
        expect((await client.get(`${CONTROL}/${call}`, params)).code, call).toBe(404);
    const seen = ok(await other.get<Page<ControlPointWire>>(`${CONTROL}/getPoints`, { pageSize: 100 }));
    expect(seen.list.map(({ controlId }) => controlId)).not.toContain(id);
    expect(scene.box.writesTo(30)).toBe(0);
  });
});
