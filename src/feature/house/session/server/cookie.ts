import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name of the session cookie. */
const NAME = 'meterhouse_session';

/** What a client on this machine that is no browser sends along, over plain HTTP. */
export const cookieOf = (token: string): string => `${NAME}=${token}`;

const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';

/**
 * What a cookie is called where a request came from: over TLS with the prefix by which browsers take it from this very
 * host alone, for all of it (`path: '/'`). Without the prefix it does not count there: a neighbour's host could have set it.
 */
export const cookieName = (request: FastifyRequest, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name;
const nameFor = (request: FastifyRequest): string => cookieName(request, NAME);

/** The token of the browser's session; undefined where it has none. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)] || undefined;
}

/** Gives the browser the token of its session. @param maxAge seconds it survives the browser; none = until that ends */
export function giveCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge?: number,
): void {
  void reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/** Takes the session's cookie from the browser. */
export function takeCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) });
}
