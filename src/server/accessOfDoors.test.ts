import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { ok } from '#test/product.ts';
import { openSignOn, type SignOn } from '#test/signOn.ts';
import { allRoutes } from './app.ts';
import { hashSecret, newSecret } from './secret.ts';

// The doors that are no calls of the browser, in the hands of those whom they are not for: `access.test.ts` has the calls.

const STRANGERS = [
  'nobody',
  'a wrong token, with a session of the enterprise',
  'an expired session',
  'a display board of the enterprise',
  'a session of another enterprise',
  'the token of another door',
] as const;
type Stranger = (typeof STRANGERS)[number];

/** What somebody brings: a token, and a cookie as a browser sends it. */
interface Brought {
  readonly token: string | null;
  readonly cookie: string;
}

interface Door {
  readonly path: string;
  /** Statuses of a refusal; 429 = too many wrong tokens came before. */
  readonly refuses: readonly number[];
  /** @returns the status of the answer; 101 = a WebSocket was opened */
  readonly knock: (brought: Brought, who?: Stranger) => Promise<number>;
  /** What whoever it is for brings, and what is answered then. */
  readonly right: () => Brought | Promise<Brought>;
  readonly answers: number;
}

const METRICS_TOKEN = 'a-token-of-who-watches-over-it';
const SESSION = 'meterhouse_session';

let on: SignOn;
let port: number;
let mine: Enterprise;
let meterCode: string;
let cameraId: number;
let charger: { readonly identity: string; readonly key: string };
const tokens = { gateway: '', read: '', hook: '', board: '' };
/** Sessions: of the operator, one of the operator that is over, of a person of the enterprise and of another enterprise. */
const sessions = { insider: '', own: '', expired: '', other: '' };
/** A person of the provider, with a session of the enterprise. */
let person: { readonly subject: string; readonly browser: ReturnType<SignOn['browser']> };

async function signIn(userName: string, password: string): Promise<string> {
  const reply = await on.product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName, password },
  });
  const cookie = reply.cookies.find(({ name }) => name === SESSION);
  if (!cookie) throw new Error(`log-in failed: ${reply.body}`);
  return cookie.value;
}

/** A permit to watch the camera once, for a session. */
async function permitOf(session: string): Promise<string> {
  const reply = await on.product.app.inject({
    method: 'POST',
    url: '/api/archive/iVideoControl/getVideoToken',
    headers: { 'x-meterhouse': '1', cookie: `${SESSION}=${session}` },
    payload: { cameraId },
  });
  return reply.json<{ data: { token: string } }>().data.token;
}

/** What the doors of the enterprise are made for: a meter, a camera, a charger, an event of Grafana, and their tokens. */
async function buildDoors(): Promise<void> {
  const { operator, product } = on;
  const { consumerId, siteId, ammeterId, gatewayId } = mine;
  const { rows } = await sql<{ code: string }>`
    select ammeter_code as code from ammeter where id = ${ammeterId}`.execute(product.database.db);
  meterCode = rows[0]?.code ?? '';
  const issue = async (path: string, params: Readonly<Record<string, unknown>>): Promise<string> =>
    ok(await operator.post<{ token: string }>(path, params)).token;
  tokens.gateway = await issue('/api/archive/gateway/rotateToken', { id: gatewayId });
  tokens.read = await issue('/api/archive/grafanaAccount/rotateReadToken', { enterpriseId: consumerId });
  tokens.hook = await issue('/api/alarm/eventConfigGrafana/rotateToken', { enterpriseId: consumerId });
  const board = { boardName: unique('Board '), consumerId, figures: 'day' };
  tokens.board = await issue('/api/sys/displayBoard/add', board);
  const event = { eventName: 'High load', eventIdentifier: 'load', consumerId, siteId, alarmLevel: '2' };
  await add(operator, 'eventConfigGrafana', event);
  const camera = {
    cameraName: unique('Gate '),
    cameraCode: unique(),
    consumerId,
    siteId,
    cameraKind: 'rtsp',
  };
  cameraId = await add(operator, 'iVideoControl', { ...camera, host: '192.0.2.1', streamPath: '/x' });
  const identity = unique('CP-');
  const pile = { pileName: unique('Charger '), pileCode: unique(), consumerId, siteId, ratedPower: 7 };
  const id = await add(operator, 'chargePile', { ...pile, ocppIdentity: identity });
  const { key } = ok(await operator.post<{ key: string }>('/api/archive/chargePile/issueKey', { id }));
  charger = { identity, key };
}

beforeAll(async () => {
  on = await openSignOn({ METRICS_TOKEN });
  const { product } = on;
  mine = await buildEnterprise(product);
  const other = await buildEnterprise(product);
  await buildDoors();
  sessions.insider = await signIn('operator', OPERATOR_PASSWORD);
  sessions.own = await signIn(mine.userName, PASSWORD);
  sessions.other = await signIn(other.userName, PASSWORD);
  sessions.expired = await signIn('operator', OPERATOR_PASSWORD);
  await sql`update session set expires_at = now() where token_hash = ${hashSecret(sessions.expired)}`.execute(
    product.database.db,
  );
  await on.map('viewers', mine.consumerId, await on.role('Viewer', 'archive.ammeter.view'));
  person = { subject: on.person({ groups: ['viewers'] }), browser: on.browser() };
  ok(await person.browser.signIn(person.subject));
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  port = typeof address === 'object' ? address.port : 0;
});
afterAll(() => on.close());

const withSession = (token: string): Brought => ({ token, cookie: `${SESSION}=${token}` });

/** What a stranger brings to a door. */
function broughtBy(who: Stranger, door: Door): Brought {
  switch (who) {
    case 'nobody':
      return { token: null, cookie: '' };
    case 'a wrong token, with a session of the enterprise':
      return { ...withSession(sessions.own), token: newSecret() };
    case 'an expired session':
      return withSession(sessions.expired);
    case 'a display board of the enterprise':
      return withSession(tokens.board);
    case 'a session of another enterprise':
      return withSession(sessions.other);
    case 'the token of another door':
      return { token: door.path === INGEST ? tokens.read : tokens.gateway, cookie: '' };
  }
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request as it is. @returns status and body; 101 = it became a WebSocket, which is left at once */
function exchange({
  method = 'GET',
  path,
  headers = {},
  body,
}: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    sent.on('upgrade', (_reply, socket) => {
      socket.on('error', () => {});
      socket.destroy();
      resolve({ status: 101, text: '' });
    });
    sent.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const send = async (sent: Sent): Promise<number> => (await exchange(sent)).status;

const cookieOf = ({ cookie }: Brought): Record<string, string> => (cookie === '' ? {} : { cookie });
/** The token as bearer, beside the cookie. */
const bearer = (brought: Brought): Record<string, string> => ({
  ...cookieOf(brought),
  ...(brought.token === null ? {} : { authorization: `Bearer ${brought.token}` }),
});
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
};
const bare = (token: string): Brought => ({ token, cookie: '' });

const INGEST = '/api/ingest/telemetry';
const posting = (path: string, right: () => Brought, body: () => unknown): Door => ({
  path,
  refuses: [403],
  knock: (brought) => {
    const headers = { 'content-type': 'application/json', ...bearer(brought) };
    return send({ method: 'POST', path, headers, body: JSON.stringify(body()) });
  },
  right,
  answers: 200,
});
const SPAN = { fromDt: '2026-01-01T00:00:00+08:00', toDt: '2026-01-02T00:00:00+08:00' };
const reading = (path: string): Door => ({
  path,
  refuses: [403],
  knock: (brought) => {
    const query = new URLSearchParams({ ammeterId: String(mine.ammeterId), ...SPAN });
    return send({ path: `${path}?${query.toString()}`, headers: bearer(brought) });
  },
  right: () => bare(tokens.read),
  answers: 200,
});
const watching = (path: string): Door => ({
  path,
  refuses: [401, 429],
  knock: (brought) => send({ path, headers: bearer(brought) }),
  right: () => bare(METRICS_TOKEN),
  answers: 200,
});
const logOutClaims = () => ({
  iss: on.provider.issuer,
  aud: on.provider.clientId,
  iat: Math.floor(Date.now() / 1000),
  jti: unique(),
  sub: person.subject,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
});
const backChannel: Door = {
  path: '/singleSignOn/logout',
  refuses: [400],
  knock: (brought) => {
    const form = new URLSearchParams(brought.token === null ? {} : { logout_token: brought.token });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...cookieOf(brought) };
    return send({ method: 'POST', path: '/singleSignOn/logout', headers, body: form.toString() });
  },
  right: async () => bare(await on.provider.sign(logOutClaims())),
  answers: 200,
};
const video: Door = {
  path: '/video',
  refuses: [403],
  knock: async (brought, who) => {
    // A permit may be read off an address: without its session, or with another, it opens nothing.
    const stolen =
      who === 'nobody' || who === 'an expired session' || who === 'a session of another enterprise';
    const token = stolen ? await permitOf(sessions.insider) : brought.token;
    return send({ path: `/video?token=${token}`, headers: { ...UPGRADE, ...cookieOf(brought) } });
  },
  right: async () => ({ ...withSession(sessions.insider), token: await permitOf(sessions.insider) }),
  answers: 101,
};
const chargers: Door = {
  path: '/ocpp/',
  refuses: [401, 429],
  knock: (brought) => {
    const key = Buffer.from(`${charger.identity}:${brought.token}`).toString('base64');
    const authorization: Record<string, string> =
      brought.token === null ? {} : { authorization: `Basic ${key}` };
    const headers = {
      ...UPGRADE,
      'sec-websocket-protocol': 'ocpp1.6',
      ...cookieOf(brought),
      ...authorization,
    };
    return send({ path: `/ocpp/${charger.identity}`, headers });
  },
  right: () => bare(charger.key),
  answers: 101,
};

const DOORS: readonly Door[] = [
  posting(
    INGEST,
    () => bare(tokens.gateway),
    () => ({
      [meterCode]: [{ ts: Date.now() - 60_000, values: { PP: 1 } }],
    }),
  ),
  posting(
    '/api/alarm/eventConfigGrafana/webhook',
    () => bare(tokens.hook),
    () => {
      const alert = { status: 'firing', labels: { eventIdentifier: 'load' }, fingerprint: unique() };
      return { alerts: [{ ...alert, startsAt: new Date().toISOString() }] };
    },
  ),
  ...['/api/grafana/figures', '/api/grafana/readings', '/api/grafana/alarms'].map(reading),
  ...['/metrics', '/openapi', '/openapi.json'].map(watching),
  backChannel,
  video,
  chargers,
];

describe('every door beside the calls refuses', () => {
  it.each(DOORS.flatMap((door) => STRANGERS.map((who) => [door.path, who, door] as const)))(
    '%s: %s',
    async (_path, who, door) => {
      expect(door.refuses).toContain(await door.knock(broughtBy(who, door), who));
    },
  );

  it('a log-out token that nobody signed, or with what is no key', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (alg: string, signature: (text: string) => string): string => {
      const text = `${part({ alg, typ: 'logout+jwt' })}.${part(logOutClaims())}`;
      return `${text}.${signature(text)}`;
    };
    const { clientId, clientSecret } = on.provider;
    const byHmac = (key: string) => (text: string) =>
      createHmac('sha256', key).update(text).digest('base64url');
    for (const token of [
      signed('none', () => ''),
      signed('None', () => ''),
      signed('HS256', byHmac(clientId)),
      signed('HS256', byHmac(clientSecret)),
      signed('RS256', () => ''),
    ])
      expect([token.split('.')[0], await backChannel.knock(bare(token))]).toEqual([token.split('.')[0], 400]);
  });

  it('and nothing of what was brought is there, nothing has ended', async () => {
    const { db } = on.product.database;
    const count = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(db)).rows[0]
        ?.n;
    expect([await count('alarm_record'), await count('reading')]).toEqual([0, 0]);
    expect((await person.browser.info()).code).toBe(200);
    expect((await mine.client.get('/api/sys/getUserInfo')).code).toBe(200);
  });

  it('TRACE, which would tell a script the cookie', async () => {
    const headers = cookieOf(withSession(sessions.own));
    for (const path of ['/', '/api/sys/getUserInfo', ...DOORS.map((door) => door.path)]) {
      const { status, text } = await exchange({ method: 'TRACE', path, headers });
      const code = text.startsWith('{') ? (JSON.parse(text) as { code: number }).code : status;
      expect([path, code, text.includes(sessions.own)]).toEqual([path, 404, false]);
    }
  });
});

describe('every door beside the calls', () => {
  it.each(DOORS.map((door) => [door.path, door] as const))(
    '%s is open to whom it is for: what is refused would have been answered',
    async (_path, door) => {
      expect(await door.knock(await door.right())).toBe(door.answers);
    },
  );

  it('that the API page tells stands in the table', async () => {
    const { paths } = (
      await on.product.app.inject({ url: '/openapi.json', headers: bearer(bare(METRICS_TOKEN)) })
    ).json<{ paths: Record<string, unknown> }>();
    const calls = new Set(allRoutes.map(({ path }) => path));
    const beside = Object.keys(paths).filter((path) => !calls.has(path));
    expect(beside.length).toBeGreaterThan(3);
    expect(beside.filter((path) => !DOORS.some((door) => door.path === path))).toEqual([]);
  });
});
