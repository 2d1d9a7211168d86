import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the gateway took it. */
export interface TakenSms {
  readonly id: number;
  readonly to: string;
  readonly text: string;
  readonly purpose: string;
}

/** How the gateway answers: `ok`, an HTTP status to refuse with, or `silent` for no answer at all. */
export type SmsMood = 'ok' | 'silent' | number;

/**
 * A gateway for short messages on this machine: checks signature and age of what arrives, takes a message once per
 * idempotency key, and can be told to refuse.
 */
export async function startSmsGateway(key: string): Promise<{
  readonly url: string;
  readonly taken: readonly TakenSms[];
  mood: SmsMood;
  close(): Promise<void>;
}> {
  const taken: TakenSms[] = [];
  const seen = new Set<string>();
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (gateway.mood === 'silent') return;
      const body = Buffer.concat(parts).toString();
      const stamp = String(request.headers['x-meterhouse-timestamp']);
      const want = Buffer.from(`v1=${createHmac('sha256', key).update(`${stamp}.${body}`).digest('hex')}`);
      const got = Buffer.from(String(request.headers['x-meterhouse-signature']));
      const fresh = Math.abs(Date.now() / 1000 - Number(stamp)) < 300;
      if (!fresh || got.length !== want.length || !timingSafeEqual(got, want))
        reply.writeHead(401).end('signature');
      else if (gateway.mood !== 'ok') reply.writeHead(gateway.mood).end('not now');
      else {
        const once = String(request.headers['idempotency-key']);
        if (!seen.has(once)) taken.push(JSON.parse(body) as TakenSms);
        seen.add(once);
        reply.writeHead(202).end('{}');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    taken,
    mood: 'ok' as SmsMood,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return gateway;
}
