import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name of the session cookie; with the prefix browsers take it over TLS alone, from this very host, for all of it. */
const NAME = 'meterhouse_session';
const SECURE_NAME = `__Host-${NAME}`;

/** What a client on this machine that is no browser sends along, over plain HTTP. */
export const cookieOf = (token: string): string => `${NAME}=${token}`;

const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';
const nameFor = (request: FastifyRequest): string => (isSecure(request) ? SECURE_NAME : NAME);

/**
 * The token of the browser's session; undefined where it has none. Over TLS a cookie without the prefix does not count:
 * a neighbour's host could have set it.
 */
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
