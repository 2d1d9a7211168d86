import { createHmac } from 'node:crypto';
import type { SmsConfig } from '#server/outboxConfig.ts';
import { Undelivered } from './carrier.ts';
import type { Carrier } from './carrier.ts';

const PATIENCE_MS = 15_000;
const MAY_PASS = new Set([408, 425, 429]);

/** Signature of what is sent to the gateway: HMAC-SHA-256 of time stamp, a dot, and the body, in hexadecimal. */
const signatureOf = (key: string, timestamp: string, body: string): string =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');

/**
 * Sends short messages through an HTTP gateway: a POST of `{id, to, text, purpose}` as JSON with the headers
 * `x-meterhouse-timestamp` (seconds), `x-meterhouse-signature` (`v1=` and `signatureOf`) and `idempotency-key`.
 * 2xx = taken; 408, 425, 429 and 5xx = try again; any other reply = refused.
 */
export function smsCarrier(config: SmsConfig, patienceMs = PATIENCE_MS): Carrier {
  return {
    async send({ id, recipient, body: text, purpose }) {
      const body = JSON.stringify({ id, to: recipient, text, purpose });
      const timestamp = String(Math.floor(Date.now() / 1000));
      let reply: Response;
      try {
        reply = await fetch(config.url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': `outbox-${id}`,
            'x-meterhouse-timestamp': timestamp,
            'x-meterhouse-signature': `v1=${signatureOf(config.key, timestamp, body)}`,
          },
          body,
        });
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError';
        throw new Undelivered(
          late
            ? { zh: '短信网关没有按时应答', en: 'The message gateway did not answer in time' }
            : { zh: '无法连接短信网关', en: 'The message gateway cannot be reached' },
          false,
        );
      }
      const said = (await reply.text().catch(() => '')).replace(/\s+/g, ' ').slice(0, 200);
      if (reply.ok) return null;
      const why = `${reply.status} ${said}`.trim();
      throw new Undelivered(
        { zh: `短信网关拒绝：${why}`, en: `The message gateway refuses it: ${why}` },
        reply.status < 500 && !MAY_PASS.has(reply.status),
      );
    },
  };
}
