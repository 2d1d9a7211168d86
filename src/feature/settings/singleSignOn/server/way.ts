import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { cookieName } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Call } from '#server/route.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { Refusal } from './refusal.ts';
import type { Way } from './provider.ts';

/** The cookie by which the browser that comes back is the one that left. */
const WAY_COOKIE = 'meterhouse_sign_on';
const MINUTES = 10;
const SECRET = /^[\w-]{32}$/;

/** What marks the browser of a request; undefined where nothing does. */
export const wayMark = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(request, WAY_COOKIE)];

/** Keeps a way until the browser comes back, and marks the browser; ways begun in other tabs of it stay good. */
export async function keepWay(
  { services, request, reply }: Pick<Call<unknown>, 'services' | 'request' | 'reply'>,
  { state, nonce, verifier }: Way,
  remember: boolean,
): Promise<void> {
  const before = wayMark(request);
  const browser = before && SECRET.test(before) ? before : newSecret();
  const db = services.system;
  await sql`delete from sign_on_flow where expires_at < now()`.execute(db);
  await sql`insert into sign_on_flow (state_hash, browser_hash, nonce, verifier, remember, expires_at)
    values (${hashSecret(state)}, ${hashSecret(browser)}, ${nonce}, ${verifier}, ${remember},
      now() + make_interval(mins => ${MINUTES}))`.execute(db);
  void reply.setCookie(cookieName(request, WAY_COOKIE), browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: MINUTES * 60,
  });
}

/**
 * Takes the way that a browser comes back on, which is over with that.
 * @throws Refusal wayOver where there is none, it is too old, was taken before, or began in another browser
 */
export async function takeWay(
  db: Db,
  state: string,
  browser: string | undefined,
): Promise<Way & { readonly remember: boolean }> {
  const { rows } = await sql<{
    browser: string;
    nonce: string;
    verifier: string;
    remember: boolean;
    over: boolean;
  }>`
    delete from sign_on_flow where state_hash = ${hashSecret(state)}
    returning browser_hash as browser, nonce, verifier, remember, expires_at < now() as over`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('wayOver', 'unknown or used state');
  if (row.over) throw new Refusal('wayOver', `begun more than ${MINUTES} minutes ago`);
  const given = Buffer.from(hashSecret(browser ?? ''));
  if (!timingSafeEqual(given, Buffer.from(row.browser))) throw new Refusal('wayOver', 'another browser');
  return { state, nonce: row.nonce, verifier: row.verifier, remember: row.remember };
}
