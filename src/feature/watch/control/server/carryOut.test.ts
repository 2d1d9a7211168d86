import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '#test/product.ts';
import { buildControlScene, CONTROL, type ControlScene, until } from '#test/build/controlScene.ts';
import { tryFaults } from '#test/build/relayFault.ts';
import type { SelectedWire, StepWire } from '../contract.ts';
import { readPositions } from './readNow.ts';

let tcp: ControlScene;
beforeAll(async () => {
  tcp = await buildControlScene();
}, 60_000);
afterAll(() => tcp.close());

// Most of each is waiting.
describe.concurrent('a command over a real line', () => {
  it('ends as it must for each fault, within ten seconds, and is written exactly once', () => tryFaults(tcp));

  it('writes registers and reads values back within half a step', async () => {
    const adjusts = {
      operateType: '2',
      minimum: 20,
      maximum: 95,
      step: 1,
      unit: '%',
      scale: 0.1,
      writeFunction: '6',
      readFunction: '3',
    };
    const one = await tcp.point(2, adjusts);
    const wide = await tcp.point(4, {
      ...adjusts,
      writeFunction: '16',
      valueType: 'f32',
      scale: 1,
      step: 0.5,
    });
    const many = await tcp.point(50, { writeFunction: '15' });
    const { client } = tcp.mine;
    const [a, b, c] = await Promise.all([
      tcp.switched(client, one, 78),
      tcp.switched(client, wide, 40.5),
      tcp.switched(client, many, 1),
    ]);
    expect([a.state, a.valueAfter, tcp.box.registers.get(2)]).toEqual(['verified', 78, 780]);
    expect([b.state, b.valueAfter]).toEqual(['verified', 40.5]);
    expect([c.state, tcp.box.coils.get(50)]).toEqual(['verified', 1]);
    for (const value of [19, 96, 40.3])
      expect(await client.post(`${CONTROL}/select`, { id: one, value })).toMatchObject({
        code: 400,
        field: 'value',
      });
    expect(await client.post(`${CONTROL}/select`, { id: many, value: 2 })).toMatchObject({
      code: 400,
      field: 'value',
    });
  }, 20_000);

  it('an output whose place is not there blinds no other of its unit', async () => {
    const { db } = tcp.product.database;
    const [broken, whole] = [await tcp.point(44), await tcp.point(45)];
    await sql`update i_remote_control set read_address = '99' where id = ${broken}`.execute(db);
    // The line is busy with the other tests.
    const positions = await until(
      () => readPositions({ system: db }, [broken, whole]),
      (told) => (told.get(broken)?.failure ?? null) !== null && told.get(whole)?.fresh === true,
    );
    expect(positions.get(broken)?.failure?.en).toMatch(/illegal data address/);
    expect(positions.get(whole)).toMatchObject({ value: 0, failure: null });
  }, 30_000);

  it('that failed says why in the sheet of operations', async () => {
    const id = await tcp.point(46);
    tcp.box.faults.set(46, 'stuck');
    const { client } = tcp.mine;
    expect((await tcp.switched(client, id, 1)).state).toBe('mismatch');
    const sheet = await client.download(`${CONTROL}/exportCommands`, { controlId: id, format: 'csv' });
    expect(sheet.body.toString('utf8')).toContain('Mismatch,"Acknowledged, but the position is another",');
  }, 20_000);

  it('tells each step with its bytes, which nobody changes', async () => {
    const id = await tcp.point(40);
    const { commandId } = await tcp.switched(tcp.mine.client, id, 1);
    const { steps } = ok(
      await tcp.mine.client.get<{ steps: StepWire[] }>(`${CONTROL}/getCommand`, { commandId }),
    );
    expect(steps.map(({ kind }) => kind)).toEqual([
      'request',
      'select',
      'operate',
      'before',
      'send',
      'answer',
      'read',
      'read',
      'end',
    ]);
    expect(steps.find(({ kind }) => kind === 'answer')?.bytes).toMatch(
      /^.. .. 00 00 00 06 01 05 00 28 FF 00$/,
    );
    const [first, second] = steps.filter(({ kind }) => kind === 'read');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    for (const statement of [
      sql`update control_step set by_name = 'nobody' where command_id = ${commandId}`,
      sql`delete from control_step where command_id = ${commandId}`,
      sql`truncate control_step`,
      sql`update control_command set sent_at = now() where id = ${commandId}`,
      sql`update control_command set state = 'unknown' where id = ${commandId}`,
    ])
      await expect(statement.execute(tcp.product.database.db)).rejects.toThrow(
        /never changed|sent once|stays as it is/,
      );
  }, 20_000);

  it('that nobody can send expires, and is not sent when somebody could', async () => {
    const id = await tcp.point(42);
    const { client } = tcp.mine;
    const selected = ok(await client.post<SelectedWire>(`${CONTROL}/select`, { id, value: 1 }));
    const { commandId } = selected.command;
    const { db } = tcp.product.database;
    // The channel is another process's, and it is late.
    await sql`update control_command set wiring = jsonb_set(wiring, '{channelId}', '0'), state = 'operating',
      operated_at = now(), operate_until = now() + interval '10 seconds' where id = ${commandId}`.execute(db);
    await sql`update control_command set operate_until = now() - interval '1 second',
      wiring = jsonb_set(wiring, '{channelId}', ${String(tcp.channelId)}::jsonb) where id = ${commandId}`.execute(
      db,
    );
    expect(await tcp.ended(client, commandId)).toMatchObject({
      state: 'expired',
      reason: 'late',
      sentAt: null,
    });
    expect(tcp.box.writesTo(42)).toBe(0);
  }, 20_000);

  it('whose sender is gone ends as unknown, and is never sent again', async () => {
    const id = await tcp.point(43);
    const { client } = tcp.mine;
    const selected = ok(await client.post<SelectedWire>(`${CONTROL}/select`, { id, value: 1 }));
    const { commandId } = selected.command;
    // As a process leaves it that was killed between "it leaves" and the answer.
    await sql`update control_command set state = 'operating', operated_at = now(), operate_until = now() + interval '10 seconds',
      sent_at = now() - interval '15 seconds' where id = ${commandId}`.execute(tcp.product.database.db);
    expect(await tcp.ended(client, commandId)).toMatchObject({ state: 'unknown', reason: 'senderGone' });
    expect(tcp.box.writesTo(43)).toBe(0);
  }, 20_000);
});
