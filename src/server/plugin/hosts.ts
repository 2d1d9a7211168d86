import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Text, textIn } from '#contract/text.ts';
import { isLoopback, isThisMachine, type Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any name: it takes no cookie and shows nothing of anybody. */
    anyHost?: boolean;
  }
}

type Hosts = Pick<Config, 'host' | 'web'>;

/** The name in a Host header, in small letters without port; undefined where it is none. */
export function hostNameOf(header: string | undefined): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i.exec(header ?? '')?.[1];
  return found?.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether the product answers under a name. A page of elsewhere can make its own name lead to this machine (DNS
 * rebinding), but the browser still sends that name. Names of this machine itself always count.
 */
export function isOwnName(name: string | undefined, { host, web }: Hosts): boolean {
  if (name === undefined) return false;
  if (isThisMachine(name)) return true;
  return web.allowedHosts ? web.allowedHosts.has(name) : !isLoopback(host);
}

const told = (name: string): Text => ({
  zh: `本系统不以“${name}”为名应答；如需要，请在 ALLOWED_HOSTS 中列出`,
  en: `The product does not answer as "${name}"; if it should, list it in ALLOWED_HOSTS`,
});

/**
 * Refuses requests under foreign names (421). The header as it came counts as well as what a proxy tells: a script may
 * set X-Forwarded-Host, but never Host.
 */
export function guardHosts(app: FastifyInstance, config: Hosts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anyHost === true) return;
    const names = [request.headers.host, request.host];
    const foreign = names.find((name) => !isOwnName(hostNameOf(name), config));
    if (foreign === undefined && names.every(Boolean)) return;
    return refuse(request, reply, 421, told(String(foreign ?? '').slice(0, 100)));
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, text: Text): FastifyReply {
  const message = textIn(text, languageOf(request.headers['accept-language']));
  return reply.status(status).send({ code: status, message, data: null });
}

/**
 * Whether a WebSocket may be opened: under an own name, and where a page opens it, one of the same name. Gateways send no
 * Origin.
 */
export function mayUpgrade(headers: IncomingHttpHeaders, config: Hosts): boolean {
  const name = hostNameOf(headers.host);
  if (!isOwnName(name, config)) return false;
  // Pages cannot set it when they open a WebSocket: it is a proxy's.
  const outer = hostNameOf(String(headers['x-forwarded-host'] ?? ''));
  if (headers.origin === undefined) return true;
  const from = URL.parse(headers.origin)?.hostname;
  return (
    from !== undefined && (from === name || from === outer || (config.web.allowedHosts?.has(from) ?? false))
  );
}
