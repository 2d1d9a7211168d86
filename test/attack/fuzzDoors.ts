import { connect } from 'node:net';
import type { Chance } from './chance.ts';
import { hostileText, hostileValue } from './hostileValue.ts';

/** The doors that `/openapi.json` does not tell: log-out by the identity provider, live pictures, chargers. */
const DOORS = ['/singleSignOn/logout', '/video', '/ocpp/'] as const;

/** What became of requests that nobody means. */
export interface DoorOutcome {
  /** Requests by door, and answers by status; 0 = the connection was cut without one. */
  readonly sent: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  /** A line for each fault of ours (5xx), for what was opened, and for what was slow. */
  readonly faults: readonly string[];
}

const AT_ONCE = 4;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A text that stays in its line. */
const line = (text: string): string => text.replaceAll(/[\r\n]/g, ' ');
const part = (value: unknown): string => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');

/** Something like a log-out token, by nobody's key. */
function logOutToken(chance: Chance): string {
  if (chance.percent(20)) return hostileText(chance);
  const header = chance.of<unknown>([
    { alg: 'none' },
    { alg: 'HS256' },
    { alg: 'RS256', kid: hostileText(chance) },
    { alg: 'RS256', jku: 'http://127.0.0.1:1/keys', crit: ['exp'] },
    { alg: hostileText(chance), typ: 'logout+jwt' },
    hostileValue(chance),
  ]);
  const claims: Record<string, unknown> = {
    iss: hostileText(chance),
    aud: hostileValue(chance),
    iat: Math.floor(Date.now() / 1000),
    jti: hostileText(chance),
    sub: hostileValue(chance),
    events: { [LOGOUT_EVENT]: {} },
  };
  if (chance.percent(30)) claims[chance.of(['iat', 'exp', 'nbf', 'events', 'sid'])] = hostileValue(chance);
  const body = chance.percent(85) ? claims : hostileValue(chance);
  return [part(header), part(body), chance.bytes(chance.below(300)).toString('base64url')].join('.');
}

/** The form that a provider sends, with a token of nobody. */
function logOut(chance: Chance): { headers: string[]; body: Buffer } {
  const token = logOutToken(chance);
  const form = `logout_token=${encodeURIComponent(token.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))}`;
  const [type, body] = chance.of([
    ['application/x-www-form-urlencoded', form],
    ['application/x-www-form-urlencoded', form],
    ['application/x-www-form-urlencoded', `${form}&${form}`],
    ['application/json', JSON.stringify({ logout_token: hostileValue(chance) })],
    ['application/json', JSON.stringify(hostileValue(chance)) ?? ''],
    [line(hostileText(chance)), token],
  ] as const);
  const bytes = Buffer.from(body);
  const headers = [`content-type: ${type}`, `content-length: ${bytes.length}`, 'connection: close'];
  return { headers, body: bytes };
}

/** Headers of somebody who wants a WebSocket, mostly as they should be. */
function upgrade(chance: Chance): string[] {
  const often = (good: string): string => (chance.percent(85) ? good : line(hostileText(chance)));
  const identity = chance.percent(50) ? 'CP-1' : hostileText(chance);
  return [
    `connection: ${often('Upgrade')}`,
    `upgrade: ${often('websocket')}`,
    `sec-websocket-version: ${often('13')}`,
    `sec-websocket-key: ${often(chance.bytes(16).toString('base64'))}`,
    ...(chance.percent(70) ? [`sec-websocket-protocol: ${often('ocpp1.6')}`] : []),
    ...(chance.percent(20) ? [`sec-websocket-extensions: ${often('permessage-deflate; client_max_window_bits')}`] : []),
    ...(chance.percent(60)
      ? [`authorization: ${often(`Basic ${Buffer.from(`${identity}:${hostileText(chance)}`).toString('base64')}`)}`]
      : []),
    ...(chance.percent(40) ? [`cookie: meterhouse_session=${line(hostileText(chance))}`] : []),
    ...(chance.percent(20) ? [`origin: ${line(hostileText(chance))}`] : []),
    ...(chance.percent(10) ? [`x-forwarded-for: ${line(hostileText(chance))}`] : []),
  ];
} // prettier-ignore

/** Bytes of one request of a door. */
function requestOf(chance: Chance, door: (typeof DOORS)[number], host: string): Buffer {
  const own = chance.percent(97) ? host : line(hostileText(chance));
  const words = chance.percent(70) ? encodeURIComponent(hostileText(chance).replaceAll(/\p{Surrogate}/gu, '')) : line(hostileText(chance));
  const { headers, body } = door === '/singleSignOn/logout' ? logOut(chance) : { headers: upgrade(chance), body: Buffer.alloc(0) };
  const query = chance.of(['', `?token=${words}`, `?token=${words}`, `?token=${words}&token=${words}`, `?${words}`]);
  const path = {
    '/singleSignOn/logout': door,
    '/video': `${door}${chance.percent(5) ? `/${words}` : ''}${query}`,
    '/ocpp/': `${door}${words}${chance.percent(10) ? query : ''}`,
  }[door];
  const method = door === '/singleSignOn/logout' ? 'POST' : chance.percent(97) ? 'GET' : 'POST';
  const head = [`${method} ${path} HTTP/1.1`, `host: ${own}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), body, ...(chance.percent(5) ? [chance.bytes(100)] : [])]);
} // prettier-ignore

/**
 * Sends bytes as they are on a connection of their own.
 * @param whole waits for the end of the answer, else for its first line
 * @returns the status of the answer and what came of it; 0 = none, the connection was cut
 */
function sendRaw(base: URL, bytes: Buffer, patienceMs: number, whole: boolean): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const socket = connect({ host: base.hostname, port: Number(base.port) || 80 });
    let text = '';
    const done = (): void => {
      clearTimeout(wait);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    const wait = setTimeout(done, patienceMs);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!whole && text.includes('\r\n')) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.on('connect', () => socket.write(bytes));
  });
} // prettier-ignore

/**
 * Sends requests that nobody means to the doors that no document tells.
 * @param base address of the product
 * @param slowMs an answer that takes longer is a fault
 */
export async function fuzzDoors(chance: Chance, base: string, times: number, slowMs: number): Promise<DoorOutcome> {
  const at = new URL(base);
  const faults: string[] = [];
  const sent = new Map<string, number>();
  const statuses = new Map<number, number>();
  let [all, slowestMs] = [0, 0];
  const one = async (): Promise<void> => {
    const door = DOORS[all++ % DOORS.length] ?? '/video';
    const bytes = requestOf(chance, door, at.host);
    const begun = performance.now();
    const isLogOut = door === '/singleSignOn/logout';
    const { status, text } = await sendRaw(at, bytes, slowMs + 1000, isLogOut);
    const took = performance.now() - begun;
    slowestMs = Math.max(slowestMs, took);
    sent.set(door, (sent.get(door) ?? 0) + 1);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const what = `${door}: ${JSON.stringify(bytes.toString('latin1').slice(0, 600))}`;
    // The product's own refusals say their code in the body.
    const code = Number(/\{"code":(\d{3})\b/.exec(text)?.[1] ?? status);
    if (code >= 500 || status >= 500) faults.push(`5xx ${status} ${what}`);
    if (status === 101 || (isLogOut && code >= 200 && code < 300)) faults.push(`open ${status} ${what}`);
    if (took > slowMs) faults.push(`slow ${Math.round(took)} ms ${what}`);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (all < times) await one();
    }),
  );
  const lives = await fetch(`${base}/healthz`).then(({ ok }) => ok, () => false);
  if (!lives) faults.push('crash: /healthz does not answer');
  return { sent, statuses, slowestMs, faults };
} // prettier-ignore
