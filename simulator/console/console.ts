import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SwitchedLoad } from '../demonstration/message.ts';
import {
  CELL_FAULTS,
  GATEWAY_FAULTS,
  type FaultBoard,
  METER_FAULTS,
  PLAN_FAULTS,
  type RelayFaultKind,
  isCellFault,
  isFault,
  isMeterFault,
  isPlanFault,
  isRelayFault,
} from '../plant/liveFault.ts';

/** Who can have faults: gateways with their meters. */
export interface ConsoleGateway {
  readonly name: string;
  readonly meters: readonly string[];
  /** The platform asks these meters itself. */
  readonly channelId?: number;
  /** Those of them that tell of the cells of a battery. */
  readonly cells?: readonly string[];
  /** Plans of a battery are sent to it. */
  readonly takesPlans?: true;
}

/** A relay box, with what can go wrong with it. */
export interface ConsoleBox {
  readonly name: string;
  readonly kinds: readonly RelayFaultKind[];
}

export interface Console {
  readonly port: number;
  close(): Promise<void>;
}

const MOST_BYTES = 10_000;

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The page may run and show what stands in it, and speak to its own host. */
function policyOf(page: string): string {
  const hashOf = (tag: 'script' | 'style'): string => {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  return [
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The small page on which faults of a running simulation are switched on and off, and the same for programs: GET
 * /state (with what was switched in the plants, which is part of their truth), POST /fault {kind, target, on, amount?}. On loopback alone; a page of elsewhere can neither set the header
 * nor name this host.
 */
export async function openConsole(
  port: number,
  board: FaultBoard,
  gateways: () => readonly ConsoleGateway[],
  switched: () => readonly SwitchedLoad[] = () => [],
  boxes: readonly ConsoleBox[] = [],
): Promise<Console> {
  const page = await readFile(new URL('./page.html', import.meta.url), 'utf8');
  const policy = policyOf(page);
  const state = (): unknown => ({
    faults: board.list(),
    gateways: gateways(),
    boxes,
    switched: switched(),
    kinds: { meter: METER_FAULTS, cell: CELL_FAULTS, gateway: GATEWAY_FAULTS, plan: PLAN_FAULTS },
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return say(response, 403, {});
    if (request.method === 'GET' && request.url === '/')
      return void response
        .writeHead(200, {
          ...HEADERS,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
        })
        .end(page);
    if (request.method === 'GET' && request.url === '/state') return say(response, 200, state());
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) return say(response, 403, {});
    if (request.method !== 'POST' || request.url !== '/fault' || request.headers['x-meterhouse'] !== '1')
      return say(response, 404, { error: 'GET /state or POST /fault with the header X-Meterhouse: 1' });
    const problem = change(board, { gateways: gateways(), boxes }, await bodyOf(request));
    return problem === null ? say(response, 200, state()) : say(response, 400, { error: problem });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => say(response, 400, { error: String(error) }));
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(port).catch(() => listen(0));
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function say(response: ServerResponse, status: number, body: unknown): void {
  if (!response.headersSent) response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > MOST_BYTES) throw new Error('too long');
  }
  return JSON.parse(text);
}

/** What faults can be switched of. */
interface Targets {
  readonly gateways: readonly ConsoleGateway[];
  readonly boxes: readonly ConsoleBox[];
}

/** Switches a fault; the sentence that refuses it, or null. */
function change(board: FaultBoard, { gateways, boxes }: Targets, body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'an object {kind, target, on} is expected';
  const { kind, target, on, amount } = body as Record<string, unknown>;
  if (kind === 'clear') {
    board.clear();
    return null;
  }
  if (typeof kind !== 'string' || !isFault(kind)) return 'kind: there is no such fault';
  const targets = isRelayFault(kind)
    ? boxes.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name)
    : isMeterFault(kind)
      ? gateways.flatMap((one) => one.meters)
      : isCellFault(kind)
        ? gateways.flatMap((one) => one.cells ?? [])
        : gateways.map((one) => one.name);
  if (typeof target !== 'string' || !targets.includes(target))
    return `target: one of ${targets.join(', ')} is expected`;
  if (isPlanFault(kind) && gateways.find((one) => one.name === target)?.takesPlans !== true)
    return 'target: no plans are sent to it';
  const polled = gateways.find((one) => one.name === target)?.channelId !== undefined;
  if (polled && kind !== 'dead') return 'the platform asks these meters itself: only dead has an effect';
  if (amount !== undefined && (typeof amount !== 'number' || !(Math.abs(amount) <= 86_400)))
    return 'amount: seconds are expected, at most 86400';
  if (on === false) board.switchOff(kind, target);
  else board.switchOn(kind, target, Date.now(), amount);
  return null;
}
