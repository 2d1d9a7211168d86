import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Page } from '#contract/envelope.ts';
import { eventually } from '#test/broker.ts';
import { PASSWORD } from '#test/build.ts';
import { answerTo, buildChargeScene, type ChargeScene, sessionRow, TAG } from '#test/build/chargeScene.ts';
import { ok } from '#test/product.ts';
import { CallError, SimulatedCharger } from '../../../../../simulator/charger/charger.ts';
import type { PileCommandWire, PileEventWire, PileWire, SessionCurve } from '../contract.ts';

const AT = '/api/archive/chargePile';
/** Its sessions began an hour before they are told: so long as its energy takes. */
const LATE = { lateMs: 3_600_000 };
let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const live = async (id: number): Promise<PileWire | undefined> =>
  ok(await scene.operator.get<PileWire[]>(`${AT}/getLive`, { consumerId: scene.enterprise.consumerId })).find(
    ({ pileId }) => pileId === id,
  );
const eventsOf = async (id: number): Promise<string[]> =>
  ok(
    await scene.operator.get<Page<PileEventWire>>(`${AT}/getEvents`, { pileId: id, pageSize: 100 }),
  ).list.map(({ kind }) => kind);
const refusal = (charger: SimulatedCharger): Promise<string> =>
  charger.connect().then(
    () => 'connected',
    (error: Error) => error.message,
  );

describe('a charger', () => {
  it('connects with its key, charges and is seen as it stands, with its curve and fees', async () => {
    const { id, charger } = await scene.pile({}, { register: 500, ...LATE });
    expect((await live(id))?.link).toBe('never');
    await charger.connect();
    expect(await live(id)).toMatchObject({
      link: 'online', model: 'Meterhouse Simulated', firmware: '1.0',
      connectors: [{ connector: 1, status: 'Available', errorCode: 'NoError', session: null }],
    }); // prettier-ignore
    const session = Number(await charger.begin(1, TAG));
    await charger.charge(1, 1_800_000);
    expect((await live(id))?.connectors[0]).toMatchObject({
      status: 'Charging',
      session: { sessionId: session, idTag: TAG, holder: 'Fleet', energy: 3.5, power: 7 },
    });
    await charger.end(1, 'EVDisconnected');
    expect(await sessionRow(scene.product, session)).toMatchObject({ state: '2', energy: 3.5, serviceFee: 1.58, reason: 'EVDisconnected' }); // prettier-ignore
    const curve = ok(
      await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id: session }),
    );
    expect(curve).toMatchObject({ energy: 3.5, meterStart: 0.5, meterStop: 4, ignored: 0 });
    expect(curve.points.map(({ energy }) => energy)).toEqual([0, 3.5, 3.5]);
    const lines = curve.lines.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
    expect(lines).toBe(Math.round((curve.energyFee ?? 0) * 100));
    await charger.close();
    await eventually('it is seen as gone', async () => (await live(id))?.link === 'offline');
    expect((await eventsOf(id)).toReversed()).toEqual(['connected', 'boot', 'disconnected']);
  });

  it('that repeats its calls after lost replies makes one session', async () => {
    const { id, charger } = await scene.pile();
    charger.faults.repeats = true;
    await charger.connect();
    const session = await charger.begin(1, TAG);
    await charger.charge(1, 600_000);
    await charger.end(1);
    const { rows } = await sql<{ id: number }>`select id from charge_session where pile_id = ${id}`.execute(scene.product.database.db); // prettier-ignore
    expect(rows.map((row) => row.id)).toEqual([session]);
  });

  it('that restarts in a session goes on with it', async () => {
    const { id, charger } = await scene.pile({}, LATE);
    await charger.connect();
    const session = Number(await charger.begin(1, TAG));
    charger.cut();
    await charger.connect();
    await charger.charge(1, 3_600_000);
    await charger.end(1, 'PowerLoss');
    expect(await sessionRow(scene.product, session)).toMatchObject({ state: '2', energy: 7 });
    // A line that is cut is seen at once or with the next connection, whichever comes first.
    expect(await eventsOf(id)).toContain('boot');
  });

  it('that calls itself available has no session that goes on, until it tells values again', async () => {
    const { id, charger } = await scene.pile({}, LATE);
    await charger.connect();
    const session = Number(await charger.begin(1, TAG));
    await charger.charge(1, 600_000);
    await charger.status(1, 'Available');
    const state = async () => (await sessionRow(scene.product, session))['state'];
    expect([await state(), (await live(id))?.connectors[0]?.session]).toEqual(['3', null]);
    await charger.charge(1, 600_000);
    expect(await state()).toBe('1');
    await charger.end(1);
    expect(await sessionRow(scene.product, session)).toMatchObject({ state: '2', energy: 2.333 });
  });

  it('whose register tells what it cannot have given waits for a person, and costs nothing before', async () => {
    const { id, charger } = await scene.pile({}, { lateMs: 1_800_000 });
    await charger.connect();
    const session = Number(await charger.begin(1, TAG));
    await charger.charge(1, 600_000);
    // The largest number of 32 bits, Wh, after half an hour at 7 kW: first while it charges, then as its end.
    const [own] = charger.connectors;
    if (own) own.register = 4_294_967_295;
    await charger.charge(1, 0);
    expect((await live(id))?.connectors[0]?.session).toMatchObject({ energy: 1.167 });
    await charger.end(1);
    const nothing = { energy: null, energyFee: null, serviceFee: null };
    expect(await sessionRow(scene.product, session)).toMatchObject({ state: '4', doubt: 'tooMuch', ...nothing, totalFee: null }); // prettier-ignore
    const curveOf = async () =>
      ok(await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id: session }));
    const curve = await curveOf();
    expect(curve).toMatchObject({ state: '4', doubt: 'tooMuch', judgeable: true, ignored: 1, lines: [], ...nothing }); // prettier-ignore
    const found = { id: session, verdict: 'settle', reason: 'Read on site', endAt: new Date(curve.end ?? 0).toISOString() }; // prettier-ignore
    const judge = (meterStop: number) =>
      scene.operator.post('/api/archive/chargeSession/judge', { ...found, meterStop });
    expect(await judge(4_294_967.295)).toMatchObject({ code: 400, field: 'meterStop' });
    expect(await judge(3.4)).toMatchObject({ code: 200 });
    expect(await curveOf()).toMatchObject({ state: '5', doubt: null, energy: 3.4, serviceFee: 1.53 });
  });

  it('whose tag is refused still keeps its session', async () => {
    const { id, charger } = await scene.pile();
    await charger.connect();
    expect(await charger.begin(1, 'NOBODY')).toBeNull();
    expect(await charger.call('Authorize', { idTag: 'nobody' })).toEqual({
      idTagInfo: { status: 'Invalid' },
    });
    await eventually('it is written', async () => (await eventsOf(id)).includes('refusedTag'));
  });

  it('stores what it measures as readings of its meter, under its data codes', async () => {
    const { consumerId, siteId, ammeterId, gatewayId } = scene.enterprise;
    const { charger } = await scene.pile({ ammeterId, gatewayId, siteId, consumerId }, { register: 12_000 });
    await charger.connect();
    await charger.begin(1, TAG);
    await charger.charge(1, 3_600_000);
    const { rows } = await sql`select pp::float8 as pp, pz::float8 as pz, soc::float8 as soc from reading
      where meter_id = ${ammeterId}`.execute(scene.product.database.db);
    expect(rows).toEqual([{ pp: 19, pz: 7, soc: 50 }]);
    await charger.end(1);
  });

  it('tells a fault once, with what it says of it', async () => {
    const { id, charger } = await scene.pile();
    await charger.connect();
    await charger.status(1, 'Faulted', 'GroundFailure', 'RCD');
    await charger.status(1, 'Faulted', 'GroundFailure', 'RCD');
    expect((await eventsOf(id)).filter((kind) => kind === 'fault')).toHaveLength(1);
    expect((await live(id))?.connectors[0]).toMatchObject({ status: 'Faulted', errorCode: 'GroundFailure', info: 'RCD' }); // prettier-ignore
  });
});

describe('the door', () => {
  it('refuses wrong keys, foreign identities, other protocols, pages and chargers out of use', async () => {
    const { id, key, charger } = await scene.pile();
    const other = await scene.pile();
    const { url, identity } = charger.options;
    expect(await refusal(new SimulatedCharger({ url, identity, key: 'x' }))).toContain('401');
    expect(
      await refusal(new SimulatedCharger({ url, identity: other.charger.options.identity, key })),
    ).toContain('401');
    expect(await refusal(new SimulatedCharger({ url, identity: 'nobody', key }))).toContain('401');
    expect(await refusal(new SimulatedCharger({ url, identity: 'a b', key }))).toContain('404');
    const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`;
    const plain = (path: string, protocols: string[], headers: Record<string, string>): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url}${path}`, protocols, { headers });
        socket.on('open', () => resolve('open'));
        socket.on('error', (error) => resolve(error.message));
      });
    expect(await plain(`/${identity}`, ['ocpp2.0.1'], { authorization })).toContain('400');
    expect(await plain(`/${identity}`, [], { authorization })).toContain('400');
    for (const list of ['"', '<script>alert(1)</script>', 'ocpp1.6,', 'ocpp1.6, ocpp1.6', '{"a":1}'])
      expect(
        await plain(`/${identity}`, [], { authorization, 'sec-websocket-protocol': list }),
        list,
      ).toContain('400');
    expect(await plain(`/${identity}`, ['ocpp1.6'], {})).toContain('401');
    expect(
      await plain(`/${identity}`, ['ocpp1.6'], { authorization, origin: 'https://evil.example' }),
    ).toContain('403');
    expect(await plain('/%E0%A4%A', ['ocpp1.6'], { authorization })).toContain('404');
    ok(await scene.operator.post(`${AT}/edit`, { id, state: '0' }));
    expect(await refusal(charger)).toContain('401');
    expect(await eventsOf(id)).toContain('refusedKey');
  });

  it('takes the key as 40 digits in either case or as the bytes that they stand for', async () => {
    const { key, charger } = await scene.pile();
    const { url, identity } = charger.options;
    const small = new SimulatedCharger({ url, identity, key: key.toLowerCase() });
    await small.connect();
    await small.close();
    const bytes = Buffer.concat([Buffer.from(`${identity}:`), Buffer.from(key, 'hex')]).toString('base64');
    const socket = new WebSocket(`${url}/${identity}`, ['ocpp1.6'], {
      headers: { authorization: `Basic ${bytes}` },
    });
    await new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    });
    socket.terminate();
  });

  it('ends a connection whose key was voided or replaced, and keeps keys as hashes that no call tells', async () => {
    const { id, key, charger } = await scene.pile();
    await charger.connect();
    ok(await scene.operator.post(`${AT}/issueKey`, { id }));
    await eventually('the old key is of no use', () => !charger.open);
    expect(await refusal(charger)).toContain('401');
    const told = JSON.stringify([
      await scene.operator.get(`${AT}/get`, { id }),
      await scene.operator.get('/api/sys/operLog/getpage', { pageSize: 100 }),
    ]);
    expect(told).not.toContain(key);
    const { rows } = await sql<{ hash: string }>`select key_hash as hash from charge_key where pile_id = ${id}`.execute(scene.product.database.db); // prettier-ignore
    expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    ok(await scene.operator.post(`${AT}/revokeKey`, { id }));
    expect((await live(id))?.link).toBe('none');
  });

  it('lets the later of two connections of one identity hold', async () => {
    const { id, charger } = await scene.pile();
    await charger.connect();
    const { url, identity, key } = charger.options;
    const second = new SimulatedCharger({ url, identity, key });
    await second.connect();
    await eventually('the first is closed', () => !charger.open);
    expect(await second.call('Heartbeat', {})).toHaveProperty('currentTime');
    await eventually('it is told', async () => (await eventsOf(id)).includes('replaced'));
    expect((await live(id))?.link).toBe('online');
    await second.close();
  });

  it('tells each charger when the product stops, keeps why it went, and holds nothing up', async () => {
    const stopping = await buildChargeScene();
    const { id, charger } = await stopping.pile();
    const closed = new Promise<number>((resolve) => (charger.closed = resolve));
    await charger.connect();
    const asked = Date.now();
    await stopping.product.app.close();
    expect(Date.now() - asked).toBeLessThan(10_000);
    expect(await closed).toBe(1001);
    const { rows } = await sql<{ detail: string }>`select detail from charge_event
      where pile_id = ${id} and kind = 'disconnected'`.execute(stopping.product.database.db);
    expect(rows).toEqual([{ detail: 'The server stops' }]);
    await stopping.close();
  }, 60_000);

  it.each([
    ['{', [4, '-1', 'RpcFrameworkError']],
    ['{"a":1}', [4, '-1', 'RpcFrameworkError']],
    ['[2,"1","Heartbeat",{"x":1}]', [4, '1', 'PropertyConstraintViolation']],
    ['[2,"1","Heartbeat"]', [4, '1', 'TypeConstraintViolation']],
    ['[2,"1","BootNotification",{}]', [4, '1']],
    ['[2,"1","StartTransaction",{"connectorId":0,"idTag":"x","meterStart":0,"timestamp":"2026-01-01T00:00:00Z"}]', [4, '1', 'PropertyConstraintViolation']],
    ['[2,"1","StatusNotification",{"connectorId":100000,"errorCode":"NoError","status":"Available"}]', [4, '1', 'PropertyConstraintViolation']],
    ['[2,"1","MeterValues",{"connectorId":1,"transactionId":99999999999,"meterValue":[]}]', [3, '1', {}]],
    ['[2,"1","StopTransaction",{"transactionId":-1,"meterStop":0,"timestamp":"2026-01-01T00:00:00Z"}]', [3, '1']],
    ['[2,"1","StopTransaction",{"transactionId":1e308,"meterStop":0,"timestamp":"2026-01-01T00:00:00Z"}]', [4, '1', 'PropertyConstraintViolation']],
    ['[2,"1","StopTransaction",{"transactionId":9007199254740991,"meterStop":9007199254740991,"timestamp":"2026-01-01T00:00:00Z"}]', [3, '1']],
    ['[2,"1","StartTransaction",{"connectorId":1,"idTag":"x","meterStart":-9007199254740991,"timestamp":"2026-01-01T00:00:00Z"}]', [3, '1']],
    ['[2,"1","SecurityEventNotification",{}]', [4, '1', 'OccurrenceConstraintViolation']],
    ['[2,"1","NotifyReport",{}]', [4, '1', 'NotImplemented']],
    ['[2,"1","__proto__",{}]', [4, '1', 'NotImplemented']],
    ['[2,"1","DataTransfer",{"vendorId":"x","data":"y"}]', [3, '1', { status: 'UnknownVendorId' }]],
    ['[2,"1","Authorize",{"idTag":"a\\u0000b"}]', [4, '1', 'PropertyConstraintViolation']],
    ['[2,"1","MeterValues",{"connectorId":1,"transactionId":99999999999,"meterValue":[{"timestamp":"2026-01-01T00:00:00Z","sampledValue":[{"value":"1"}]}]}]', [3, '1', {}]],
    ['[3,"never asked",{}]', undefined],
  ])('answers %s with its error', async (sent, expected) => {
    const { charger } = await scene.pile();
    if (expected === undefined) {
      // No answer is due to an answer: the next call is served.
      await charger.connect();
      charger.raw(sent);
      expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
      return;
    }
    const answer = (await answerTo(charger, sent)) as unknown[];
    expect(answer.slice(0, expected.length)).toEqual(expected);
  }); // prettier-ignore

  it('ends a hostile charger alone: huge frames, floods and endless wrong messages', async () => {
    const good = await scene.pile();
    await good.charger.connect();
    const { charger: huge } = await scene.pile();
    expect(await answerTo(huge, JSON.stringify([2, '1', 'DataTransfer', { vendorId: 'x', data: 'y'.repeat(100_000) }]))).toBe(1009); // prettier-ignore
    const { id, charger: flood } = await scene.pile();
    await flood.connect();
    for (let i = 0; i < 2000 && flood.open; i++) flood.raw(JSON.stringify([2, String(i), 'Heartbeat', {}]));
    await eventually('the flood is cut', () => !flood.open);
    await eventually('it is told', async () => (await eventsOf(id)).includes('flood'));
    const { charger: wrong } = await scene.pile();
    await wrong.connect();
    for (let i = 0; i < 20; i++) wrong.raw('nonsense');
    await eventually('wrong messages end it', () => !wrong.open);
    expect(await good.charger.call('Heartbeat', {})).toHaveProperty('currentTime');
  });

  it('tells a charger nothing of what failed here', async () => {
    const { charger } = await scene.pile();
    await charger.connect();
    const far = { transactionId: 1, meterStop: 2 ** 53, timestamp: '2026-01-01T00:00:00Z' };
    const error: unknown = await charger.call('StopTransaction', far).catch((one: unknown) => one);
    if (error instanceof CallError) expect(error.message).not.toMatch(/sql|select|column|numeric/i);
    expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
  });
});

describe('a command', () => {
  const send = (id: number, more: object) =>
    scene.operator.post<PileCommandWire>(`${AT}/command`, { pileId: id, ...more });

  it('asks for the own password, reaches the charger, and starts and stops a session', async () => {
    const { id, charger } = await scene.pile({}, LATE);
    await charger.connect();
    const client = await scene.product.login(scene.enterprise.userName, PASSWORD);
    const bare = await client.post(`${AT}/command`, { pileId: id, kind: 'softReset' });
    expect([bare.code, bare.field]).toEqual([403, 'password']);
    const wrong = await client.post(`${AT}/command`, { pileId: id, kind: 'softReset', password: 'no' });
    expect([wrong.code, wrong.field]).toEqual([400, 'password']);
    expect(charger.heard).toEqual([]);
    const started = ok(await client.post<PileCommandWire>(`${AT}/command`, { pileId: id, kind: 'remoteStart', connector: 1, idTag: TAG, password: PASSWORD })); // prettier-ignore
    expect(started).toMatchObject({ state: 'accepted', detail: 'Accepted', connector: 1 });
    await eventually('it charges', () => charger.connectors[0]?.session !== null);
    const sessionId = charger.connectors[0]?.session?.id ?? 0;
    await charger.charge(1, 600_000);
    ok(await client.post(`${AT}/command`, { pileId: id, kind: 'remoteStop', sessionId }));
    await eventually(
      'it has ended',
      async () => (await sessionRow(scene.product, sessionId))['state'] === '2',
    );
    expect(await sessionRow(scene.product, sessionId)).toMatchObject({ reason: 'Remote' });
    const given = ok(await client.get<PileCommandWire[]>(`${AT}/getCommands`, { pileId: id }));
    expect(given.map(({ kind, state }) => [kind, state])).toEqual([
      ['remoteStop', 'accepted'],
      ['remoteStart', 'accepted'],
    ]);
  });

  it('limits a charger, says so, and sets it free; more than it can give is refused', async () => {
    const { id, charger } = await scene.pile();
    await charger.connect();
    const send = (rest: object) => scene.enterprise.client.post<{ state: string }>('/api/archive/chargePile/command', { pileId: id, password: PASSWORD, ...rest }); // prettier-ignore
    const limitNow = async (): Promise<number | null> => {
      const { consumerId } = scene.enterprise;
      const piles = ok(
        await scene.operator.get<PileWire[]>('/api/archive/chargePile/getLive', { consumerId }),
      );
      return piles.find(({ pileId }) => pileId === id)?.limit ?? null;
    };
    expect(await send({ kind: 'limit', power: 7.1 })).toMatchObject({ code: 400, field: 'power' });
    expect(await send({ kind: 'limit' })).toMatchObject({ code: 400, field: 'power' });
    expect(ok(await send({ kind: 'limit', power: 3.5 }))).toMatchObject({ state: 'accepted', power: 3.5 });
    expect([charger.limit, await limitNow()]).toEqual([3.5, 3.5]);
    await charger.begin(1, TAG);
    await charger.charge(1, 3_600_000);
    expect(charger.connectors[0]?.register).toBe(3500);
    await charger.end(1);
    ok(await send({ kind: 'limit', power: 0 }));
    expect([charger.limit, await limitNow()]).toEqual([0, 0]);
    ok(await send({ kind: 'clearLimit' }));
    expect([charger.limit, await limitNow()]).toEqual([undefined, null]);
    // One that has none is as it shall be.
    expect(ok(await send({ kind: 'clearLimit' }))).toMatchObject({ state: 'accepted' });
    charger.faults.rejects = true;
    expect(ok(await send({ kind: 'limit', power: 2 }))).toMatchObject({ state: 'rejected' });
    expect(await limitNow()).toBeNull();
  });

  it('is rejected, offline or unknown as the charger has it, and never sent twice', async () => {
    const { id, charger } = await scene.pile();
    ok(await scene.operator.post(`${AT}/command`, { pileId: id, kind: 'softReset', password: 'operator' }).then((reply) => (reply.code === 400 ? { ...reply, code: 200 as const } : reply))); // prettier-ignore
    const client = await scene.product.login(scene.enterprise.userName, PASSWORD);
    const by = (more: object) =>
      client.post<PileCommandWire>(`${AT}/command`, { pileId: id, password: PASSWORD, ...more });
    expect(ok(await by({ kind: 'unavailable', connector: 1 })).state).toBe('offline');
    await charger.connect();
    charger.faults.rejects = true;
    expect(ok(await by({ kind: 'unavailable', connector: 1 })).state).toBe('rejected');
    charger.faults.rejects = false;
    charger.faults.silent = true;
    const waiting = by({ kind: 'hardReset' });
    await eventually('it is heard', () => charger.heard.some(([method]) => method === 'Reset'));
    expect((await by({ kind: 'hardReset' })).code).toBe(409);
    charger.cut();
    expect(ok(await waiting).state).toBe('unknown');
    expect(charger.heard.filter(([method]) => method === 'Reset')).toHaveLength(1);
    expect((await by({ kind: 'remoteStart' })).field).toBe('idTag');
    expect((await by({ kind: 'remoteStop', sessionId: 1 })).field).toBe('sessionId');
    expect(ok(await client.get<PileCommandWire[]>(`${AT}/getCommands`, { pileId: id })).map(({ state }) => state)).toEqual(['unknown', 'rejected', 'offline']); // prettier-ignore
    expect((await send(999_999, { kind: 'softReset' })).code).toBe(404);
  });
});
