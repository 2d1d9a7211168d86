import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KnownFigure, Registry, type Said } from './registry.ts';

/** What a platform does wrong, each with how often (0 … 1). Requests of figures alone are hit. */
export interface Faults {
  /** No answer, and nothing is stored. */
  readonly silentBefore?: number;
  /** It stores, and no answer comes. */
  readonly silentAfter?: number;
  readonly error500?: number;
  readonly tooMany?: number;
  readonly expired?: number;
  readonly html?: number;
  /** It stores, and the answer is cut off in the midst. */
  readonly cut?: number;
  /** It stores, and answers numbers as texts. */
  readonly wrongType?: number;
  readonly slow?: number;
  /** Protocol B: it takes a part and names what it took. */
  readonly partial?: number;
}

export const ALL_FAULTS: Faults = {
  silentBefore: 0.04,
  silentAfter: 0.04,
  error500: 0.04,
  tooMany: 0.04,
  expired: 0.02,
  html: 0.04,
  cut: 0.04,
  wrongType: 0.04,
  slow: 0.05,
  partial: 0.2,
};

/** A provincial platform on this machine, for both protocols. */
export interface Province {
  readonly url: string;
  readonly port: number;
  readonly registry: Registry;
  faults: Faults;
  /** Only the first time that the same bytes come is hit by a fault. */
  firstAlone: boolean;
  /** Requests with figures that arrived. */
  requests(): number;
  known(): KnownFigure[];
  close(): Promise<void>;
}

const MOST_BYTES = 2_000_000;
const SLOW_MS = 150;

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Starts it; `hangMs` is how long a silent answer keeps the line before it breaks. */
export async function startProvince({
  port = 0,
  seed = 1,
  hangMs = 50,
}: { port?: number; seed?: number; hangMs?: number } = {}): Promise<Province> {
  const registry = new Registry();
  const dice = random(seed);
  let requests = 0;
  const seen = new Set<string>();
  const province = {
    registry,
    faults: {} as Faults,
    firstAlone: false,
    requests: () => requests,
    known: () => registry.known(),
  };
  const server = createServer((request, reply) => {
    void read(request).then(async (text) => {
      if (request.url === '/known') return send(reply, 200, JSON.stringify(registry.known()));
      const body = text === null ? null : parse(text);
      if (!body) return send(reply, 400, '{"responseCode":400,"responseMessage":"not JSON"}');
      const path = (request.url ?? '').replace(/^\/(a|b)(?=\/)/, '');
      const figures = path === '/dataEnterpriseEnergy' || path === '/data';
      if (figures) requests++;
      const repeated = province.firstAlone && seen.has(text ?? '');
      if (figures && province.firstAlone) seen.add(text ?? '');
      const hit = figures && !repeated ? faultOf(province.faults, dice) : null;
      if (hit === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS));
      const before = beforeStoring(hit);
      if (before === 'silent') return void setTimeout(() => request.socket.destroy(), hangMs);
      if (before) return send(reply, before.status, before.body);
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
      const answer = path === '/data' ? batch(registry, body, hit === 'partial' ? dice : null) : wire(answerTo(registry, path, body, token)); // prettier-ignore
      if (hit === 'silentAfter') return void setTimeout(() => request.socket.destroy(), hangMs);
      if (hit === 'cut') return cutOff(reply, answer.body);
      send(reply, answer.status, hit === 'wrongType' ? answer.body.replace(/"responseCode":(\d+)/, '"responseCode":"$1"') : answer.body); // prettier-ignore
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = (server.address() as AddressInfo).port;
  return Object.assign(province, {
    url: `http://127.0.0.1:${at}`,
    port: at,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

type FaultName = keyof Faults;

function faultOf(faults: Faults, dice: () => number): FaultName | null {
  let left = dice();
  for (const [name, share] of Object.entries(faults) as [FaultName, number][]) {
    if (left < share) return name;
    left -= share;
  }
  return null;
}

function beforeStoring(hit: FaultName | null): 'silent' | { status: number; body: string } | null {
  switch (hit) {
    case 'silentBefore':
      return 'silent';
    case 'error500':
      return { status: 500, body: '{"responseCode":500,"responseMessage":"内部错误"}' };
    case 'tooMany':
      return { status: 429, body: '{"responseCode":429,"responseMessage":"请求过多"}' };
    case 'expired':
      return { status: 200, body: '{"responseCode":401,"responseMessage":"密钥已过期"}' };
    case 'html':
      return { status: 200, body: '<html><body>系统维护</body></html>' };
    default:
      return null;
  }
}

type Body = Readonly<Record<string, unknown>>;

function answerTo(registry: Registry, path: string, body: Body, token: string | null): Said {
  if (path === '/register') return registry.registerB(body);
  if (path === '/info') return registry.infoB(body);
  const open = registry.open(path, body);
  if (open) return open;
  if (!registry.holds(body['enterpriseCode'], token)) return { status: 200, code: 401, message: '密钥无效' };
  return registry.behindKey(path, body);
}

/** The whole answer of protocol A, or a step of B: what B tells stands beside code and message. */
function wire({ status, code, message, data = {} }: Said): { status: number; body: string } {
  const flat = typeof code === 'string' ? data : { data };
  return { status, body: JSON.stringify({ responseCode: code, responseMessage: message, ...flat }) };
}

/** Protocol B: each figure is taken or named with what is wrong about it. */
function batch(
  registry: Registry,
  body: Body,
  partial: (() => number) | null,
): { status: number; body: string } {
  const told = (responseCode: string, responseMessage: string, more = {}) => ({ status: 200, body: JSON.stringify({ responseCode, responseMessage, ...more }) }); // prettier-ignore
  if (!registry.isRegisteredB(body)) return told('1002', '未注册');
  const list = Array.isArray(body['data']) ? (body['data'] as Body[]) : [];
  if (list.length === 0 || list.length > 500) return told('1015', '一次最多 500 项');
  const results = list.flatMap((figure) => {
    if (partial && partial() < 0.5) return [];
    const said = registry.takeFigure({ ...figure, enterpriseCode: body['enterpriseCode'] }, 'B');
    const taken = said.code === 200;
    if (taken && !partial) return [];
    return [
      {
        dataCode: figure['dataCode'],
        statType: figure['statType'],
        statDate: figure['statDate'],
        responseCode: taken ? '0' : String(said.code),
        responseMessage: said.message,
        dataValue: said.data?.['dataValue'],
      },
    ];
  });
  return told('0', 'RECEIVE SUCCESS', results.length > 0 || partial ? { results } : {});
}

function read(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MOST_BYTES) parts.push(part);
    });
    request.on('error', () => resolve(null));
    request.on('end', () => resolve(size > MOST_BYTES ? null : Buffer.concat(parts).toString()));
  });
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}

function send(reply: ServerResponse, status: number, body: string): void {
  reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}

/** Half of an answer whose length promised the whole. */
function cutOff(reply: ServerResponse, body: string): void {
  reply.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  reply.write(body.slice(0, Math.floor(body.length / 2)), () => reply.destroy());
}
