import { Agent as PlainAgent, type RequestOptions, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { isIPv6 } from 'node:net';
import type { Text } from '#contract/text.ts';
import { refusedOutward, resolveOutward } from '#feature/meters/collector/server/public.ts';

const PATIENCE_MS = 10_000;
// Connections are used again while figures follow each other; one that rests is closed before the other side does.
const KEPT = { keepAlive: true, maxSockets: 32, timeout: 4000 };
const AGENTS = { 'http:': new PlainAgent(KEPT), 'https:': new SecureAgent(KEPT) };

/** Answers longer than this are cut: no answer of the interfaces is. Lists of codes are the longest. */
const MOST_BYTES = 4_000_000;

/** What a platform needs beside its address: a certificate of the client with its key, PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface HttpRequest {
  readonly url: string;
  readonly body: string;
  readonly token?: string | null;
  readonly certificate?: ClientCertificate | null;
  readonly patienceMs?: number;
}

/** What became of a request. `sent`: its bytes may have reached the other side. */
export type HttpReply =
  | { readonly status: number; readonly body: string; readonly ms: number; readonly at: number | null }
  | { readonly status: null; readonly sent: boolean; readonly why: Text; readonly ms: number };

/** What is allowed: inner servers, and whether HTTP without TLS is. */
export interface Allowed {
  readonly outwardAllow: ReadonlySet<string>;
  readonly plainHttp: boolean;
}

/** Why an address is not used; null = it is. A name is looked up and checked again when it is connected to. */
export function refusedUrl(given: string, { outwardAllow, plainHttp }: Allowed): Text | null {
  const url = URL.parse(given);
  if (
    !url ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username !== '' ||
    url.password !== ''
  )
    return { zh: '不是可用的 http(s) 地址', en: 'is not an http(s) address that can be used' };
  if (url.protocol === 'http:' && !plainHttp)
    return { zh: '未允许明文 HTTP', en: 'plain HTTP is not allowed' };
  return refusedOutward(hostOf(url), portOf(url), outwardAllow);
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Whether an address that a reply told leads to the same host and port by the same way. */
export function sameHost(a: string, b: string): boolean {
  const [x, y] = [URL.parse(a), URL.parse(b)];
  return x !== null && y !== null && x.protocol === y.protocol && x.host === y.host;
}

const notSent = (why: Text): HttpReply => ({ status: null, sent: false, why, ms: 0 });

/**
 * Posts JSON and reads the answer. It connects to the very address that was checked, follows no redirect, reads at most
 * four megabytes, and never throws.
 */
export async function postJson(asked: HttpRequest, allowed: Allowed): Promise<HttpReply> {
  const refused = refusedUrl(asked.url, allowed);
  if (refused) return notSent(refused);
  const url = new URL(asked.url);
  const found = await resolveOutward(hostOf(url), portOf(url), allowed.outwardAllow);
  if ('refused' in found) return notSent(found.refused);
  if ('unknown' in found) return notSent(found.unknown);
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  return exchange(url, found.address, asked, ms);
}

/** A request to the very address that was checked. */
function optionsOf(
  url: URL,
  address: string,
  { body, token, certificate }: HttpRequest,
  patienceMs: number,
): RequestOptions {
  return {
    method: 'POST',
    agent: url.protocol === 'https:' ? AGENTS['https:'] : AGENTS['http:'],
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    lookup: (_host, wanted, done) => {
      const family = isIPv6(address) ? 6 : 4;
      if (wanted.all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    ...(certificate && url.protocol === 'https:' ? { cert: certificate.cert, key: certificate.key } : {}),
  } as RequestOptions;
}

function exchange(url: URL, address: string, asked: HttpRequest, ms: () => number): Promise<HttpReply> {
  const { body, patienceMs = PATIENCE_MS } = asked;
  const options = optionsOf(url, address, asked, patienceMs);
  return new Promise((resolve) => {
    let connected = false;
    const fail = (error: Error): void => {
      const timedOut = error.name === 'TimeoutError' || error.name === 'AbortError';
      const why: Text = timedOut
        ? { zh: `${patienceMs / 1000} s 无应答`, en: `no answer within ${patienceMs / 1000} s` }
        : { zh: `连接失败：${error.message}`, en: `the connection failed: ${error.message}` };
      resolve({ status: null, sent: connected, why, ms: ms() });
    };
    try {
      const request = (url.protocol === 'https:' ? secure : plain)(url, options);
      request.on('socket', (socket) => {
        if (request.reusedSocket) connected = true;
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (connected = true));
      });
      request.on('error', fail);
      request.on('response', (reply) => {
        const parts: Buffer[] = [];
        let size = 0;
        reply.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= MOST_BYTES) parts.push(part);
          else reply.destroy(new Error('the answer is too long'));
        });
        reply.on('error', fail);
        reply.on('aborted', () => fail(new Error('the answer was cut off')));
        reply.on('end', () => {
          const at = Date.parse(reply.headers.date ?? '');
          const status = reply.statusCode ?? 0;
          resolve({
            status,
            body: Buffer.concat(parts).toString(),
            ms: ms(),
            at: Number.isNaN(at) ? null : at,
          });
        });
      });
      request.end(body);
    } catch (error) {
      // A certificate or a header that cannot be used.
      resolve({ status: null, sent: false, ms: ms(), why: { zh: `无法发送：${String(error)}`, en: `cannot be sent: ${String(error)}` } }); // prettier-ignore
    }
  });
}
