import type { AccountType } from '#contract/accountType.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { otherAccount, screenLocked } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import { passwordDue } from './account.ts';
import { tokenOf } from './cookie.ts';
import { consumersOf, inUse } from './inUse.ts';
import { codesOf, type Limits, limitsOf, reachOf, scopeOf } from './right.ts';
import { factorRequired, idleEnd, lifeOf, readSignInRule } from './signInRule.ts';

/** How somebody proved to be the account's holder: by its password here, or at an identity provider. */
export type SignInWay = 'password' | 'openId';

/** What is kept of the token of a session. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** How a session begins. */
export interface NewSession {
  readonly ip: string;
  /** As the browser names itself. */
  readonly browser: string | null;
  readonly way: SignInWay;
  /** It survives the browser. */
  readonly remember: boolean;
}

/** Opens a session; the token goes to the browser alone, the database keeps its hash. Answers also when it ends. */
export async function openSession(
  db: Db,
  employeeId: number,
  { ip, browser, way, remember }: NewSession,
): Promise<{ token: string; endsAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const rule = await readSignInRule(db);
  await sql`delete from session where expires_at < now()`.execute(db);
  const { rows } = await sql<{ endsAt: Date }>`
    insert into session (token_hash, employee_id, ip, browser, way, remember, ends_at, expires_at)
    select ${hashOf(token)}, ${employeeId}, ${ip}, ${browser}, ${way}, remember, ends_at, ${idleEnd(rule)}
    from (select remember, now() as seen_at, now() + ${lifeOf(rule)} as ends_at
      from (select ${remember}::boolean as remember) r) s
    returning ends_at as "endsAt"`.execute(db);
  if (!rows[0]) throw new Error('the session was not stored');
  return { token, endsAt: rows[0].endsAt };
}

// A page asks a dozen calls at once; the account behind a token is kept this long at most. What changes it is told to
// every process at its commit (`followCallers`).
const CACHE_MS = 2000;

/** What a session answers: an account, or that it is locked; null = no session. */
type Known = Caller | 'locked' | null;
const cache = new Map<string, { readonly at: number; readonly known: Known }>();
/** Grows whenever something is forgotten: what was being read meanwhile is not kept. */
let forgotten = 0;

function forget(hash: string): void {
  forgotten++;
  cache.delete(hash);
}

/** Header of a call that a page makes by itself while nobody is there: it does not keep the session alive. */
export const RESTING = 'x-meterhouse-resting';

/** Header of a call with the account that its page shows: another tab of the browser may have signed in as somebody else. */
const SHOWN_ACCOUNT = 'x-meterhouse-account';

/** @throws Fault 901 where the page that a call comes from shows another account than the session's */
export function refuseOtherPage(request: FastifyRequest, employeeId: number): void {
  const shown = request.headers[SHOWN_ACCOUNT];
  if (shown !== undefined && shown !== String(employeeId)) throw otherAccount();
}

/**
 * The token of the session that a page logs out of; undefined where it has none.
 * @throws Fault 901 where it is the session of another account by now
 */
export async function tokenToEnd(db: Db, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request);
  const session = token ? await sessionOf(db, token) : undefined;
  if (session) refuseOtherPage(request, session.employeeId);
  return token;
}

/** Ends a session. */
export async function closeSession(db: Db, token: string): Promise<void> {
  forget(hashOf(token));
  await sql`delete from session where token_hash = ${hashOf(token)}`.execute(db);
}

/** Ends every session of an account, as after a password change; `but` = the token of one that stays. Answers how many. */
export async function closeSessionsOf(db: Db, employeeId: number, but?: string): Promise<number> {
  const { rows } = await sql`delete from session where employee_id = ${employeeId}
    and token_hash is distinct from ${but === undefined ? null : hashOf(but)} returning 1`.execute(db);
  forgetCallers();
  return rows.length;
}

/** Locks a session, or unlocks it. */
export async function setLocked(db: Db, token: string, locked: boolean): Promise<void> {
  forget(hashOf(token));
  await sql`update session set locked_at = ${locked ? sql`coalesce(locked_at, now())` : null}
    where token_hash = ${hashOf(token)}`.execute(db);
}

/** Who holds a session, also while it is locked; undefined where it is over or its account is not in use (`inUse`). */
export async function sessionOf(db: Db, token: string) {
  const { rows } = await sql<{
    employeeId: number;
    userName: string;
    name: string;
    icon: string | null;
    locked: boolean;
  }>`select e.id as "employeeId", e.user_name as "userName", e.name, e.icon, s.locked_at is not null as locked
    from session s join org_employee e on e.id = s.employee_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > now() and ${inUse}`.execute(db);
  return rows[0];
}

/** Accounts, roles and functions changed: what is known of sessions is read anew. */
export function forgetCallers(): void {
  forgotten++;
  cache.clear();
}

/**
 * The account of the request's session cookie; null where it is missing or over, or the account not in use (`inUse`).
 * @throws Fault 423 while the session is locked, so that no door forgets to ask; 901 where the page shows another account
 */
export async function callerOf(db: Db, request: FastifyRequest): Promise<Caller | null> {
  const token = tokenOf(request);
  if (!token) return null;
  const hash = hashOf(token);
  const before = cache.get(hash);
  let known: Known;
  if (before && Date.now() - before.at < CACHE_MS) known = before.known;
  else {
    const then = forgotten;
    known = await readTogether(db, hash, request.headers[RESTING] !== '1');
    if (cache.size > 10_000) cache.clear();
    if (forgotten === then) cache.set(hash, { at: Date.now(), known });
  }
  if (known === 'locked') throw screenLocked();
  if (known) refuseOtherPage(request, known.employeeId);
  return known;
}

const underWay = new Map<string, Promise<Known>>();

/** Calls of one session at the same moment wait for one answer, which nothing that was forgotten meanwhile is in. */
function readTogether(db: Db, hash: string, awake: boolean): Promise<Known> {
  const name = `${hash} ${awake} ${forgotten}`;
  const before = underWay.get(name);
  if (before) return before;
  const reading = readCaller(db, hash, awake).finally(() => underWay.delete(name));
  underWay.set(name, reading);
  return reading;
}

interface CallerRow {
  readonly employee_id: number;
  readonly user_name: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly locked: boolean;
  readonly way: SignInWay;
  readonly consumers: number[];
  readonly codes: string[];
  readonly limits: Limits;
  readonly password_due: boolean;
  readonly factor_due: boolean;
}

async function readCaller(db: Db, hash: string, used: boolean): Promise<Known> {
  const { rows } = await sql<CallerRow>`
    with used as (
      update session set seen_at = now(), expires_at = case when remember then ends_at
        else least(ends_at, now() + make_interval(mins => ${(await readSignInRule(db)).idleMinutes})) end
      where token_hash = ${hash} and expires_at > now() and locked_at is null and ${used}
        and seen_at < now() - interval '1 minute')
    select e.id as employee_id, e.user_name, e.name, e.account_type, s.locked_at is not null as locked, s.way,
      ${consumersOf} as consumers,
      ${codesOf} as codes, ${limitsOf} as limits,
      exists (select from employee_secret k where k.employee_id = e.id and ${passwordDue}) as password_due,
      s.way = 'password' and ${factorRequired} and not exists (select from second_factor f
        where f.employee_id = e.id and f.confirmed_at is not null) as factor_due
    from session s join org_employee e on e.id = s.employee_id
    where s.token_hash = ${hash} and s.expires_at > now() and ${inUse}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.locked) return 'locked';
  return {
    employeeId: row.employee_id,
    userName: row.user_name,
    name: row.name,
    accountType: row.account_type,
    ...(await reachOf(db, scopeOf(row), row.limits)),
    funCodes: new Set(row.codes),
    ...(row.password_due && row.way === 'password' ? { passwordDue: true as const } : {}),
    ...(row.factor_due ? { secondFactorDue: true as const } : {}),
  };
}
