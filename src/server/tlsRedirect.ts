import { createServer, type Server } from 'node:http';
import { trustsOf } from './address.ts';
import type { Config } from './config.ts';
import { CONNECTION_LIMITS, limitConnections, REQUEST_TIMES } from './connectionLimits.ts';
import { hostNameOf, isOwnName } from './plugin/hosts.ts';

/**
 * Sends browsers that come over plain HTTP to the address with TLS. What is not a plain look at a page is refused: a
 * program that sends a password or a token this way shall be noticed, not helped.
 */
export function openTlsRedirect(config: Pick<Config, 'host' | 'web'>, tlsPort: number): Server {
  const server = createServer(REQUEST_TIMES, (request, reply) => {
    const name = hostNameOf(request.headers.host);
    const path = request.url?.startsWith('/') ? request.url : '/';
    if (name === undefined || !isOwnName(name, config)) return void reply.writeHead(421).end();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void reply
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end('只接受 HTTPS。\nHTTPS alone is taken.\n');
    const port = tlsPort === 443 ? '' : `:${tlsPort}`;
    reply.writeHead(308, { location: `https://${name}${port}${path}`, 'cache-control': 'no-store' }).end();
  });
  limitConnections(server, CONNECTION_LIMITS, trustsOf(config.web.trustedProxies));
  return server;
}
