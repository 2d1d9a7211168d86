import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIPv6 } from 'node:net';
import { answerTo } from './digest.ts';
import { addressOf, CameraFault, type Door, sameHost } from './door.ts';

/** What is sent to a camera. */
interface Asked {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly contentType?: string;
  /** Bytes and time that its answer may take. */
  readonly mostBytes: number;
  readonly patienceMs: number;
}

export interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

const MOST_REDIRECTS = 2;

/**
 * Asks a camera for a page, with its account where it wants one. A way on is followed twice at most, and never to another host.
 * @throws CameraFault where it does not answer, or not as it may
 */
export async function askPage(door: Door, first: URL, asked: Asked): Promise<Page> {
  const signal = AbortSignal.timeout(asked.patienceMs);
  let url = first;
  let login: string | undefined;
  let ways = 0;
  for (let tries = 0; tries < 2 + MOST_REDIRECTS; tries++) {
    const reply = await send(door, url, asked, login, signal);
    const status = reply.statusCode ?? 0;
    if (status === 401 && login === undefined) {
      reply.destroy();
      login = answerTo(
        reply.headersDistinct['www-authenticate'] ?? [],
        door,
        asked.method,
        url.pathname + url.search,
      );
      if (login === undefined) break;
      continue;
    }
    const next = reply.headers.location;
    if (status >= 300 && status < 400 && next !== undefined) {
      reply.destroy();
      if (++ways > MOST_REDIRECTS)
        throw new CameraFault({ zh: '摄像机不断转向其他地址', en: 'The camera redirects without end' });
      url = sameHost(url, next);
      login = undefined;
      continue;
    }
    if (status === 401) {
      reply.destroy();
      break;
    }
    return { status, type: reply.headers['content-type'] ?? '', body: await read(reply, asked.mostBytes) };
  }
  throw new CameraFault({
    zh: '摄像机拒绝了用户名或密码',
    en: 'The camera refused the user name or password',
  });
}

async function read(reply: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most)
        throw new CameraFault({
          zh: `摄像机的应答超过 ${most / 1024 / 1024} MB`,
          en: `The camera's answer is longer than ${most / 1024 / 1024} MB`,
        });
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof CameraFault ? error : silent(error);
  }
  return Buffer.concat(chunks);
}

const silent = (error: unknown): CameraFault => {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new CameraFault({ zh: `摄像机没有应答${code}`, en: `The camera does not answer${code}` });
};

/** Sends to the very address that was checked; a certificate of its own making is taken, as cameras have no other. */
async function send(
  door: Door,
  url: URL,
  { method, body, contentType }: Asked,
  login: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const address = await addressOf(door, port);
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? secure : plain;
    const request = begin(url, {
      method,
      agent: false,
      signal,
      maxHeaderSize: 16 * 1024,
      rejectUnauthorized: false,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...(login === undefined ? {} : { authorization: login }),
      },
      lookup: (_host, options, done) => {
        const family = isIPv6(address) ? 6 : 4;
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    });
    request.on('response', (reply) => {
      reply.on('error', () => {});
      resolve(reply);
    });
    request.on('error', (error) => reject(silent(error)));
    request.end(body);
  });
}
