import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import { type Network, networksOf } from '#server/address.ts';
import type { Db } from '#server/database/db.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { cookieName } from './cookie.ts';

/** Name of the cookie by which a browser is known again; it opens nothing. */
export const BROWSER = 'meterhouse_browser';
const nameFor = (request: FastifyRequest): string => cookieName(request, BROWSER);

const KNOWN_DAYS = 365;
const LONGEST_NAME = 300;

/** Where a try comes from. */
export interface Origin {
  /** What the address is counted in, the narrowest first. */
  readonly networks: readonly Network[];
  /** Hash of the cookie by which the browser is known again. */
  readonly browserHash: string | null;
}

/** Where a request comes from, for the count of tries. */
export function originOf(request: FastifyRequest): Origin {
  const cookie = request.cookies[nameFor(request)];
  return { networks: networksOf(request.ip), browserHash: cookie ? hashSecret(cookie) : null };
}

/** Whether somebody has signed in to the account of this name from this browser before. */
export async function isKnown(db: Db, userName: string, { browserHash }: Origin): Promise<boolean> {
  const { rows } = await sql`select 1 from known_browser k join org_employee e on e.id = k.employee_id
    where e.user_name = ${userName} and k.browser_hash = ${browserHash}
      and k.seen_at > now() - make_interval(days => ${KNOWN_DAYS})`.execute(db);
  return rows.length > 0;
}

/**
 * Knows the browser of a request from now on as one of the account; answers whether it is a new one beside others.
 * The cookie is kept where there is one: several accounts may share a browser.
 */
export async function knowBrowser(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  employeeId: number,
): Promise<boolean> {
  const token = request.cookies[nameFor(request)] ?? newSecret();
  const { rows } = await sql<{ others: boolean; fresh: boolean }>`
    with others as (select exists (select from known_browser where employee_id = ${employeeId}) as others)
    insert into known_browser (browser_hash, employee_id) values (${hashSecret(token)}, ${employeeId})
    on conflict (browser_hash, employee_id) do update set seen_at = now()
    returning xmax = 0 as fresh, (select others from others) as others`.execute(db);
  await sql`delete from known_browser
    where seen_at < now() - make_interval(days => ${KNOWN_DAYS})`.execute(db);
  void reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: KNOWN_DAYS * DAY_SECONDS,
  });
  return rows[0]?.fresh === true && rows[0].others;
}

/** How the browser of a request names itself. */
export const browserOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, LONGEST_NAME) ?? null;
