import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeTokens } from '#feature/meters/ingest/server/public.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { MqttRelay } from '../../../../../simulator/device/mqttRelay.ts';
import { type RpcAsk, type RpcOutcome, sendRpc } from './public.ts';

const DEVICE = 'R1';
const WAYS = [
  ['the embedded broker', false],
  ['an external broker', true],
] as const;

describe.each(WAYS.filter(([, external]) => !external || MOSQUITTO !== undefined))(
  'a command over %s',
  (_name, external) => {
    let database: TestDatabase;
    let mosquitto: Mosquitto | undefined;
    /** The second process has no broker of gateways where the broker is ours. */
    const processes: TestBroker[] = [];
    let gateway: { id: number; token: string };
    let relay: MqttRelay;
    let url: string;
    let consumerId: number;
    beforeAll(async () => {
      database = await createTestDatabase();
      mosquitto = external ? await startMosquitto() : undefined;
      const env = mosquitto
        ? { MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`, MQTT_SESSIONS: '2' }
        : ({} as Record<string, string>);
      for (const more of external ? [env, env] : [env, { ROLES: 'api' }])
        processes.push(await openTestBroker(database, { env: more, leaseTimes: { beat: 100 } }));
      if (external)
        await eventually('both listen', () =>
          processes.every(({ messaging }) => messaging.external?.figures.connected === 1),
        );
      ({ consumerId } = await buildMeters(database.db, { meters: 1 }));
      url = `mqtt://127.0.0.1:${mosquitto?.port ?? processes[0]?.mqttPort}`;
    });
    beforeEach(async () => {
      gateway = await addTestGateway(database.db, consumerId, `g${Math.random()}`);
      const { token } = gateway;
      const outputs = { [DEVICE]: 2, '': 1 };
      relay = await MqttRelay.connect({ url, token, external, outputs, slowMs: 600, bounceMs: 50 });
      if (external)
        await eventually('it is known', () =>
          processes.some(({ messaging }) => messaging.external?.reachable(gateway.id)),
        );
    });
    afterEach(() => relay.leave());
    afterAll(async () => {
      for (const one of processes) await one.close();
      await mosquitto?.close();
      await database.close();
    });

    const send = (more: Partial<RpcAsk> = {}): Promise<RpcOutcome> =>
      sendRpc(
        database.db,
        {
          gatewayId: gateway.id,
          deviceName: DEVICE,
          method: 'setRelay',
          params: { relay: 1, on: true },
          timeoutMs: 5000,
          ...more,
        },
        { external },
      );
    const reasons = async (): Promise<string[]> => {
      for (const { ingest } of processes) await ingest.recorder.flush();
      const { rows } = await sql<{ reason: string }>`select reason from gateway_rejection
        where gateway_id = ${gateway.id} and reason like 'answer%' order by reason`.execute(database.db);
      return rows.map(({ reason }) => reason);
    };
    const row = async (id: number) =>
      (
        await sql<{ further: number; answered: boolean; answer: string | null }>`
          select further_answers as further, answered_at is not null as answered, answer from gateway_command
          where id = ${id}`.execute(database.db)
      ).rows[0];

    it('is obeyed once, and its answer comes back', async () => {
      const told = await send();
      expect(told).toMatchObject({ state: 'answered', answer: { ok: true, on: true } });
      expect(relay.position(DEVICE, 1)).toBe(true);
      const own = await send({ deviceName: null, method: 'getRelay', params: { relay: 1 } });
      expect(own).toMatchObject({ state: 'answered', answer: { relay: 1, on: false } });
      expect(relay.writes).toHaveLength(1);
      expect(await reasons()).toEqual([]);
    });

    it.each([
      ['refuses', { state: 'answered', answer: { ok: false } }, false],
      ['acknowledges', { state: 'answered', answer: { ok: true } }, false],
      ['twice', { state: 'answered', answer: { ok: true } }, true],
      ['silent', { state: 'silent' }, false],
      ['moves', { state: 'silent' }, true],
      ['slow', { state: 'silent' }, true],
      ['garbage', { state: 'silent' }, true],
    ] as const)('to a relay that %s', async (fault, outcome, position) => {
      relay.faults.set(DEVICE, fault);
      const timeoutMs = outcome.state === 'silent' ? 300 : 5000;
      expect(await send({ timeoutMs })).toMatchObject(outcome);
      if (fault === 'slow') await eventually('it moved late', () => relay.position(DEVICE, 1) === true);
      await sleep(100);
      expect(relay.position(DEVICE, 1)).toBe(position);
      expect(relay.arrived).toHaveLength(1);
    });

    it('answered late, twice, by another, too large or in no words: recorded, and nothing changes', async () => {
      relay.faults.set(DEVICE, 'silent');
      const late = await send({ timeoutMs: 300 });
      const answer = (id: number, data: unknown, device = DEVICE) =>
        relay.publish('v1/gateway/rpc', JSON.stringify({ device, id, data }));
      await answer(late.requestId, 'late');
      const waits = send({ timeoutMs: 2000 });
      await eventually('it came', () => relay.arrived.length === 2);
      const id = relay.arrived[1]?.id ?? 0;
      const stranger = await addTestGateway(database.db, consumerId, `s${Math.random()}`);
      const other = await MqttRelay.connect({ url, token: stranger.token, external, outputs: {} });
      await other.publish('v1/gateway/rpc', JSON.stringify({ device: DEVICE, id, data: 'forged' }));
      await other.leave();
      await answer(id, 'of another device', 'R2');
      await answer(2 ** 31 - 1, 'of none');
      await answer(id, 'x'.repeat(20_000));
      await relay.publish('v1/gateway/rpc', '{"device":');
      await answer(id, 'the first');
      expect(await waits).toMatchObject({ state: 'answered', requestId: id, answer: 'the first' });
      // Several sessions at an external broker keep no order between them.
      await answer(id, 'the second');
      await eventually('all are recorded', async () => (await reasons()).length === 5);
      expect(await reasons()).toEqual([
        'answerLate',
        'answerTooLarge',
        'answerTwice',
        'answerUnknown',
        'answerUnreadable',
      ]);
      const counted = { timeout: 10_000 };
      await expect
        .poll(() => row(late.requestId), counted)
        .toEqual({ further: 1, answered: false, answer: null });
      await expect
        .poll(() => row(id), counted)
        .toEqual({ further: 1, answered: true, answer: '"the first"' });
    });

    it('for a gateway that is absent never arrives, also when it returns', async () => {
      await relay.leave();
      await gone();
      const told = await send({ sendWithinMs: 300, timeoutMs: 300 });
      expect(told.state).toBe(external ? 'silent' : 'absent');
      await relay.comeBack();
      await sleep(400);
      expect(relay.arrived).toEqual([]);
      expect(await row(told.requestId)).toMatchObject({ answered: false });
    });

    it('to a gateway that nobody heard is not sent, and says so', async () => {
      const unheard = await addTestGateway(database.db, consumerId, `u${Math.random()}`);
      const begun = performance.now();
      const told = await send({ gatewayId: unheard.id, sendWithinMs: 300 });
      expect(told).toMatchObject({ state: 'absent', connected: external ? null : false });
      expect(performance.now() - begun).toBeLessThan(3000);
      const later = await MqttRelay.connect({
        url,
        token: unheard.token,
        external,
        outputs: { [DEVICE]: 1 },
      });
      await sleep(300);
      expect(later.arrived).toEqual([]);
      await later.leave();
    });

    it('under a token that is over is not sent', async () => {
      await revokeTokens(database.db, gateway.id);
      await sleep(200);
      expect(await send({ sendWithinMs: 300 })).toMatchObject({ state: 'absent' });
      expect(relay.arrived).toEqual([]);
    });

    it('many at once are each answered in their own name', async () => {
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          send({ method: 'getRelay', params: { relay: (i % 3) + 1 }, timeoutMs: 5000 }),
        ),
      );
      expect(all.map((told) => told.state === 'answered' && told.answer)).toEqual(
        all.map((_, i) =>
          i % 3 === 2 ? { error: 'there is no such output' } : { relay: (i % 3) + 1, on: false },
        ),
      );
    });

    it('is neither sent from within a transaction nor with too much to say', async () => {
      await expect(
        database.db.transaction().execute((trx) =>
          sendRpc(trx, {
            gatewayId: gateway.id,
            deviceName: null,
            method: 'x',
            params: null,
            timeoutMs: 1,
          }),
        ),
      ).rejects.toThrow('transaction');
      await expect(send({ params: 'x'.repeat(5000) })).rejects.toMatchObject({ code: 400 });
      await expect(send({ gatewayId: 2 ** 31 - 1 })).rejects.toMatchObject({ code: 404 });
    });

    /** At an external broker an absent gateway is one that was heard and left: what is sent goes to nobody. */
    async function gone(): Promise<void> {
      if (!external)
        await eventually('it is gone', () => !processes[0]?.messaging.broker?.hasGateway(gateway.id));
    }

    it.skipIf(external)('goes over one connection alone, the one that was heard last', async () => {
      const { token } = gateway;
      const second = await MqttRelay.connect({ url, token, outputs: { [DEVICE]: 1 } });
      expect((await send()).state).toBe('answered');
      expect([relay.arrived.length, second.arrived.length]).toEqual([0, 1]);
      await relay.publish('v1/gateway/attributes', '{}');
      expect((await send()).state).toBe('answered');
      expect([relay.arrived.length, second.arrived.length]).toEqual([1, 1]);
      await second.leave();
    });

    it.skipIf(external)('tells that a connected gateway does not listen', async () => {
      const deaf = await addTestGateway(database.db, consumerId, `d${Math.random()}`);
      const client = await connectClient(url, { username: deaf.token });
      for (const { ingest } of processes) await ingest.recorder.flush();
      expect(await send({ gatewayId: deaf.id, sendWithinMs: 300 })).toMatchObject({
        state: 'absent',
        connected: true,
      });
      await client.endAsync();
    });
  },
);
