import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Page } from '#contract/envelope.ts';
import { eventually } from '#test/broker.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { hashSecret } from '#server/secret.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import { type CameraAbilities, type CameraWire, FRAME_HEAD, MOTIONS, type VideoToken } from '../contract.ts';
import { nalType, unpacked } from '../domain/h264.ts';
import { camerasOf } from './cameras.ts';

const AT = '/api/archive/iVideoControl';
const CUSTOMER = '/api/hxyUser/userIVideo';

let product: Product;
let sites: TwoSites;
let operator: Client;
let device: SimulatedCamera;
let port: number;
beforeAll(async () => {
  product = await startProduct({
    COLLECTOR_ALLOW: '127.0.0.1',
    VIDEO_SERVER_URL: 'https://v.example/?src={camera}',
  });
  sites = await buildTwoSites(product);
  operator = await product.operator();
  device = await startCamera();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  port = typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  await product.close();
  await device.close();
});
beforeEach(() => sql`delete from camera_lease`.execute(product.database.db));

const settings = () => ({
  cameraKind: 'onvif',
  host: '127.0.0.1',
  httpPort: device.httpPort,
  cameraUser: CAMERA_ACCOUNT.user,
  cameraType: '2',
});

async function addCamera(changes: object = {}, secret = CAMERA_ACCOUNT.password): Promise<number> {
  const { consumerId, siteId } = sites.second;
  const fields = { cameraName: unique('Gate '), cameraCode: unique(), consumerId, siteId };
  const id = await add(operator, 'iVideoControl', { ...fields, ...settings(), ...changes });
  if (secret !== '') ok(await operator.post(`${AT}/setSecret`, { id, secret }));
  return id;
}

const listed = async (client: Client, query: object = {}): Promise<readonly CameraWire[]> =>
  ok(await client.get<Page<CameraWire>>(`${AT}/getCameras`, { pageSize: 100, ...query })).list;

describe('the settings of a camera', () => {
  it('hold a password that no call, export or record of changes tells, sealed in the database', async () => {
    const id = await addCamera({}, 'very secret word');
    const told = [
      await operator.get(`${AT}/get`, { id }),
      await operator.get(`${AT}/getall`, {}),
      await operator.get('/api/sys/operLog/getpage', { pageSize: 100 }),
      ...(await listed(operator, { cameraId: id })),
    ];
    expect(JSON.stringify(told)).not.toContain('very secret');
    const { rows } = await sql<{
      sealed: string;
    }>`select sealed from camera_secret where camera_id = ${id}`.execute(product.database.db);
    expect(rows[0]?.sealed).toMatch(/^[A-Za-z0-9+/=]{40,}$/);
    expect(ok(await operator.get<{ secretSet: boolean }>(`${AT}/get`, { id })).secretSet).toBe(true);
    const given = await operator.post(`${AT}/edit`, { id, secret: 'x' });
    expect([given.code, given.message]).toEqual([400, expect.stringContaining('setSecret')]);
  });

  it('lose their password where they lead to another host: it is not sent there', async () => {
    const id = await addCamera();
    ok(await operator.post(`${AT}/edit`, { id, host: '192.0.2.9' }));
    const { rows } = await sql`select 1 from camera_secret where camera_id = ${id}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([]);
    expect(ok(await operator.get<{ secretSet: boolean }>(`${AT}/get`, { id })).secretSet).toBe(false);
  });

  it.each(['169.254.169.254', '127.0.0.9', '0.0.0.0', '224.0.0.1', 'localhost'])(
    'refuse the host %s',
    async (host) => {
      const { consumerId, siteId } = sites.second;
      const reply = await operator.post(`${AT}/add`, {
        cameraName: unique(),
        cameraCode: unique(),
        consumerId,
        siteId,
        cameraKind: 'rtsp',
        streamPath: '/x',
        host,
        // The tests allow 127.0.0.1 alone.
      });
      expect([reply.code, reply.field]).toEqual(host === 'localhost' ? [200, undefined] : [400, 'host']);
    },
  );

  it('that tell how it is reached are the affair of operators', async () => {
    const id = await addCamera();
    const { client } = sites.first;
    expect((await client.post(`${AT}/edit`, { id, host: '192.0.2.1' })).code).toBe(403);
    expect((await client.post(`${AT}/setSecret`, { id, secret: 'x' })).code).toBe(403);
    expect((await client.post(`${AT}/edit`, { id, cameraName: unique('Name ') })).code).toBe(200);
  });

  it('are tried, and what is wrong is said', async () => {
    const good = ok(
      await operator.post<{ pictureBytes: number; abilities: CameraAbilities }>(`${AT}/tryConnection`, {
        id: await addCamera(),
      }),
    );
    expect(good.pictureBytes).toBeGreaterThan(1000);
    expect(good.abilities).toEqual({
      head: null,
      zoom: null,
      focus: null,
      iris: null,
      live: null,
      snapshot: null,
    });
    const wrong = await operator.post(`${AT}/tryConnection`, { id: await addCamera({}, 'wrong') });
    expect([wrong.code, wrong.message]).toEqual([409, 'The camera refused the user name or password']);
  });
});

describe('the motions', () => {
  it('are fourteen at both doors, and each answers', async () => {
    const cameraId = await addCamera();
    for (const motion of Object.keys(MOTIONS))
      for (const path of [`${AT}/${motion}`, `${CUSTOMER}/${motion.replace(/^focus/, 'findTurning')}`])
        expect([path, (await operator.post(path, { cameraId })).code]).toEqual([path, 200]);
    ok(await operator.post(`${AT}/stop`, { cameraId }));
    expect(device.moving()).toBe(false);
  });

  it('stop within a second once nobody repeats them, as when the browser is closed', async () => {
    const cameraId = await addCamera();
    ok(await operator.post(`${AT}/turnRight`, { cameraId }));
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      ok(await operator.post(`${AT}/hold`, { cameraId, motion: 'turnRight' }));
      expect(device.moving()).toBe(true);
    }
    const begun = Date.now();
    await eventually('it stops', () => !device.moving());
    expect(Date.now() - begun).toBeLessThan(1000);
  });

  it('are one person’s at a time; who lets go lets others', async () => {
    const cameraId = await addCamera();
    const { client } = sites.first;
    ok(await operator.post(`${AT}/turnUp`, { cameraId }));
    const other = await client.post(`${AT}/turnDown`, { cameraId });
    expect([other.code, other.message]).toEqual([
      409,
      expect.stringMatching(/has it in hand, (9|10) s left/),
    ]);
    expect((await client.post(`${AT}/stop`, { cameraId })).code).toBe(409);
    expect((await listed(client, { cameraId }))[0]?.mover).toMatchObject({ own: false });
    ok(await operator.post(`${AT}/stop`, { cameraId, release: 1 }));
    expect((await client.post(`${AT}/turnDown`, { cameraId })).code).toBe(200);
  });

  it('that the camera lacks are 409 with the reason', async () => {
    const fixed = await operator.post(`${AT}/turnUp`, { cameraId: await addCamera({ cameraType: '1' }) });
    expect([fixed.code, fixed.message]).toEqual([409, 'it is fixed and has no head']);
    const rtsp = await addCamera({ cameraKind: 'rtsp', rtspPort: device.rtspPort, streamPath: '/live' });
    expect((await operator.post(`${AT}/turnUp`, { cameraId: rtsp })).message).toContain('no ONVIF device');
    const off = await addCamera({ state: '0' });
    expect((await operator.post(`${AT}/turnUp`, { cameraId: off })).message).toContain('out of use');
  });
});

describe('who sees what', () => {
  it('another site, or enterprise, is not there for who is limited: by list, picture, motion, permit or recording', async () => {
    const own = await addCamera();
    const foreign = await addCamera({ siteId: sites.first.siteId });
    await sql`insert into camera_clip (consumer_id, site_id, camera_id, kind, begin_at, end_at, sha256, bytes)
      select consumer_id, site_id, id, 'clip', now(), now(), repeat('0', 64), 1 from i_video_control
      where id = any (${[own, foreign]})`.execute(product.database.db);
    for (const client of [sites.limited, sites.limitedItself]) {
      const seen = (await listed(client)).map(({ cameraId }) => cameraId);
      expect(seen).toContain(own);
      expect(seen).not.toContain(foreign);
      for (const base of [AT, CUSTOMER]) {
        expect((await client.get(`${base}/getAbilities`, { cameraId: foreign })).code).toBe(404);
        expect((await client.get(`${base}/snapshot`, { cameraId: foreign })).code).toBe(404);
        expect((await client.post(`${base}/turnUp`, { cameraId: foreign })).code).toBe(404);
        expect((await client.post(`${base}/stop`, { cameraId: foreign })).code).toBe(404);
        expect((await client.post(`${base}/getVideoToken`, { cameraId: foreign })).code).toBe(404);
      }
      const clips = ok(
        await client.get<Page<{ cameraId: number }>>('/api/archive/monitorItem/videoHistoryDatas', {
          pageSize: 100,
        }),
      ).list.map(({ cameraId }) => cameraId);
      expect(clips).toContain(own);
      expect(clips).not.toContain(foreign);
    }
  });

  it('nobody without a session gets anything', async () => {
    const cameraId = await addCamera();
    expect((await product.anonymous.get(`${AT}/snapshot`, { cameraId })).code).toBe(901);
    expect((await product.anonymous.post(`${AT}/turnUp`, { cameraId })).code).toBe(901);
  });
});

describe('the calls of objects', () => {
  it('tell the cameras of a site and object, the outputs beside them, and the platform', async () => {
    const { siteId } = sites.second;
    const external = await addCamera(
      { cameraKind: 'external', streamPath: 'gate/1', cameraCode: unique('0') },
      '',
    );
    const of = { siteId, pageSize: 100 };
    const items = ok(await operator.get<Page<CameraWire>>('/api/archive/monitorItem/getCameraItem', of)).list;
    expect(items.find(({ cameraId }) => cameraId === external)).toMatchObject({
      url: 'https://v.example/?src=gate%2F1',
      lack: null,
    });
    const both = ok(
      await operator.get<{ cameras: unknown[]; controls: unknown[] }>(
        '/api/archive/monitorItem/getCameraAndControlItems',
        { siteId: sites.first.siteId },
      ),
    );
    expect(Array.isArray(both.controls)).toBe(true);
    expect(ok(await operator.get('/api/archive/monitorObject/getVideoServer', { siteId }))).toMatchObject({
      url: 'https://v.example/?src={camera}',
      cameras: items.length,
    });
    expect(ok(await operator.get('/api/sys/video/getLiveVideoAddress', { cameraId: external }))).toEqual({
      cameraId: external,
      url: 'https://v.example/?src=gate%2F1',
      path: '/video',
    });
  });
});

describe('live pictures', () => {
  const login = async (): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/sys/login`, {
      method: 'POST',
      headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ userName: sites.first.userName, password: 'a password of tests' }),
    });
    return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  const permit = async (cookie: string, cameraId: number): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}${AT}/getVideoToken`, {
      method: 'POST',
      headers: { 'x-meterhouse': '1', cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ cameraId }),
    });
    return ((await reply.json()) as { data: VideoToken }).data.path;
  };
  /** A viewer: its pictures, and the code it was closed with. */
  function view(path: string, cookie: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { cookie } });
    const seen: {
      pictures: Buffer[];
      words: string[];
      code: number | undefined;
      refused: number | undefined;
    } = { pictures: [], words: [], code: undefined, refused: undefined };
    socket.on('message', (message: Buffer, binary) => {
      if (binary) seen.pictures.push(message);
      else seen.words.push(message.toString('utf8'));
    });
    socket.on('close', (code) => (seen.code = code));
    socket.on('error', () => (seen.code ??= -1));
    socket.on('unexpected-response', (_request, reply) => {
      seen.refused = reply.statusCode;
      seen.code = -1;
    });
    return { seen, close: () => socket.close() };
  }

  // What one test leaves open takes no place from the next.
  afterEach(() => camerasOf(product.services).close());

  it('come to five viewers from one stream', async () => {
    const cameraId = await addCamera();
    const before = device.connections();
    const cookie = await login();
    const viewers = await Promise.all(
      Array.from({ length: 5 }, async () => view(await permit(cookie, cameraId), cookie)),
    );
    await eventually('all see it', () => viewers.every(({ seen }) => seen.pictures.length > 1));
    expect([device.viewers(), device.connections() - before]).toEqual([1, 1]);
    const [first] = viewers[0]?.seen.pictures ?? [];
    // It begins with a picture that needs no other, with its parameters in front.
    expect(first?.[0]).toBe(1);
    expect(unpacked(first?.subarray(FRAME_HEAD) ?? Buffer.alloc(0)).map(nalType)).toEqual([7, 8, 5]);
    for (const { close } of viewers) close();
  });

  it('of one account are 36 at most, whatever others watch; one that is closed makes room', async () => {
    const cameraId = await addCamera();
    const cookie = await login();
    const watch = async () => view(await permit(cookie, cameraId), cookie);
    const viewers = await Promise.all(Array.from({ length: 37 }, watch));
    const closed = () => viewers.filter(({ seen }) => seen.code !== undefined);
    await eventually('one is closed', () => closed().length === 1);
    expect(closed()[0]?.seen).toMatchObject({
      code: 4409,
      words: [expect.stringContaining('36 pictures at once')],
    });
    viewers.find(({ seen }) => seen.code === undefined)?.close();
    await eventually('one has left', () => closed().length === 2);
    const next = await watch();
    await eventually('another plays', () => next.seen.pictures.length > 0);
    for (const { close } of [...viewers, next]) close();
  });

  it('are there whoever else knocks without a permit and does not leave', async () => {
    const ask = [
      'GET /video?token=x HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n');
    const strangers = await Promise.all(
      Array.from(
        { length: 300 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(ask));
            socket.on('error', () => {});
            socket.once('data', () => resolve(socket.pause()));
          }),
      ),
    );
    const cookie = await login();
    const viewer = view(await permit(cookie, await addCamera()), cookie);
    await eventually('it plays', () => viewer.seen.pictures.length > 0);
    viewer.close();
    for (const socket of strangers) socket.destroy();
    // Who waits is not looked for among the permits: one that is over stands as it stood.
    const over = unique('over');
    await sql`insert into camera_token (token_hash, session_hash, employee_id, camera_id, expires_at)
      select ${hashSecret(over)}, token_hash, employee_id, ${await addCamera()}, now() - interval '1 second'
      from session limit 1`.execute(product.database.db);
    const late = view(`/video?token=${over}`, cookie);
    await eventually('it is refused', () => late.seen.refused === 403);
    const { rows } = await sql`select 1 from camera_token where token_hash = ${hashSecret(over)}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  }, 30_000);

  it('are refused to a permit that was used, is another session’s, or is none', async () => {
    const cameraId = await addCamera();
    const cookie = await login();
    const path = await permit(cookie, cameraId);
    const first = view(path, cookie);
    await eventually('it plays', () => first.seen.pictures.length > 0);
    const others = [
      view(path, cookie),
      view(await permit(cookie, cameraId), await login()),
      view(await permit(cookie, cameraId), ''),
      view('/video?token=x', cookie),
    ];
    await eventually('each is refused', () => others.every(({ seen }) => seen.code !== undefined));
    expect(others.map(({ seen }) => seen.refused)).toEqual([403, 403, 403, 403]);
    expect(others.flatMap(({ seen }) => seen.pictures)).toEqual([]);
    first.close();
  });
});
