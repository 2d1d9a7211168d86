import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import type { WebConfig } from '../webConfig.ts';
import { WrongTokens } from '../wrongTokens.ts';
import { hostNameOf } from './hosts.ts';

/** What a reverse proxy adds: behind one every request comes from this machine. */
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets a request pass or answers it. */
export type Near = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Keeps an answer about the product itself to who watches over it: with a token set to those who send it (as bearer, or
 * as password where a browser asks), otherwise to this machine. Whoever guesses at it waits, as at every door; what is kept by the
 * same hook shares one count.
 */
export function onlyNear({ metricsToken }: Pick<WebConfig, 'metricsToken'>): Near {
  const right = metricsToken === undefined ? '' : digest(metricsToken).toString('hex');
  const wrongTokens = new WrongTokens(async () => [right]);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (metricsToken === undefined) {
      if (isNear(request)) return undefined;
      return reply
        .status(403)
        .type('text/plain; charset=utf-8')
        .send(
          '只对本机应答；从别处访问请设置 METRICS_TOKEN。\nAnswered on this machine alone; set METRICS_TOKEN to ask from elsewhere.\n',
        );
    }
    const given = tokenIn(request.headers.authorization);
    // Who sends none guesses nothing: a browser asks first without.
    if (given !== undefined) {
      const offer = { address: request.ip, hash: digest(given).toString('hex') };
      const wait = await wrongTokens.admit(offer);
      if (wait > 0) return refuseGuess(reply, wait);
      if (timingSafeEqual(digest(given), digest(metricsToken))) {
        wrongTokens.right(offer);
        return undefined;
      }
      wrongTokens.wrong(offer);
    }
    return reply
      .status(401)
      .header('www-authenticate', 'Basic realm="Meterhouse", charset="UTF-8"')
      .type('text/plain; charset=utf-8')
      .send('需要 METRICS_TOKEN。\nThe token METRICS_TOKEN is needed.\n');
  };
}

function refuseGuess(reply: FastifyReply, wait: number): FastifyReply {
  return reply
    .status(429)
    .header('retry-after', wait)
    .type('text/plain; charset=utf-8')
    .send(`令牌错误次数过多，请 ${wait} 秒后再试。\nToo many wrong tokens, try again in ${wait} seconds.\n`);
}

function isNear(request: FastifyRequest): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const name = hostNameOf(request.headers.host)?.replace(/^\[(.*)\]$/, '$1') ?? '';
  return isLoopback(peer) && isLoopback(name) && !PROXIED.some((header) => header in request.headers);
}

function tokenIn(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme === '') return undefined;
  const plain = Buffer.from(value, 'base64').toString('utf8');
  return plain.slice(plain.indexOf(':') + 1);
}
