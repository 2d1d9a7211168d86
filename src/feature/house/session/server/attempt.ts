import { sql } from 'kysely';
import { tooMany } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { networksOf } from '#server/address.ts';
import type { Db } from '#server/database/db.ts';
import { isKnown } from './origin.ts';
import type { Origin } from './origin.ts';

/** Wrong passwords or codes that are free before each further one has to wait. */
export const MAX_TRIES = 5;

/** The same for one address, over all names: many people may share it. */
export const MAX_ADDRESS_TRIES = 50;

// The first wait; each further failure doubles it, up to the longest. A count rests until nothing failed for so long.
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3600;
const FORGOTTEN_HOURS = 24;

// A code of six digits is guessed at for months, not for a day: the waits grow to a day, and a month of rest ends the count.
const PATIENT = { longestS: 86_400, forgottenHours: 720 };

/** What is counted for a while: codes sent to a telephone, and what is asked for from an address. */
export type TryKind = 'sms' | 'smsDay' | 'smsAddress' | 'register' | 'signOn' | 'signOnEnd' | 'invitation';
const BY_TELEPHONE: ReadonlySet<TryKind> = new Set<TryKind>(['sms', 'smsDay']);

/** How many tries are free, and how long the wait is after them. */
export interface TryLimit {
  readonly most: number;
  readonly minutes: number;
}

const countedIn = (name: string, kind: TryKind) =>
  BY_TELEPHONE.has(kind) ? [{ key: name, times: 1 }] : networksOf(name);

/**
 * Counts a try before anything is looked at, so that parallel tries cannot outrun the count.
 * @param name the telephone, else the address, of IPv6 counted as its network and that of its subscriber
 * @returns tries left after this one. @throws Fault 429 while locked.
 */
export async function countTry(db: Db, name: string, kind: TryKind, limit: TryLimit): Promise<number> {
  let left = limit.most;
  for (const { key, times } of countedIn(name, kind)) {
    const here = await countIn(db, key, kind, { ...limit, most: limit.most * times });
    left = Math.min(left, here);
  }
  return left;
}

/** Takes a try back: it was none that is to be bounded. */
export async function takeBackTry(db: Db, name: string, kind: TryKind): Promise<void> {
  for (const { key } of countedIn(name, kind))
    await sql`update login_attempt set failed = greatest(failed - 1, 0)
      where kind = ${kind} and name = ${key} and locked_until is null`.execute(db);
}

async function countIn(db: Db, key: string, kind: TryKind, { most, minutes }: TryLimit): Promise<number> {
  const { rows } = await sql<{ failed: number; locked: boolean; wait: number }>`
    insert into login_attempt as a (kind, name, failed, last_at) values (${kind}, ${key}, 1, now())
    on conflict (kind, name) do update set
      failed = case
        when a.locked_until > now() then a.failed
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${minutes}) then 1
        else a.failed + 1 end,
      locked_until = case
        when a.locked_until > now() then a.locked_until
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${minutes}) then null
        when a.failed + 1 > ${most} then now() + make_interval(mins => ${minutes})
        else null end,
      last_at = now()
    returning failed, coalesce(locked_until > now(), false) as locked,
      ceil(extract(epoch from locked_until - now()) / 60)::integer as wait`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the try was not counted');
  if (row.locked)
    throw tooMany(
      {
        zh: `尝试次数过多，请 ${row.wait} 分钟后再试`,
        en: `Too many tries, try again in ${row.wait} minutes`,
      },
      { triesLeft: 0, lockedMinutes: row.wait },
    );
  return Math.max(0, most - row.failed);
}

/** What guesses are counted by. */
type GuessKind = 'login' | 'address' | 'browser' | 'code' | 'smsCode';

interface Guess {
  readonly kind: GuessKind;
  readonly key: string;
  /** The name that is tried. */
  readonly account: string | null;
  readonly most: number;
  /** The longest wait. */
  readonly longestS?: number;
  readonly forgottenHours?: number;
}

/**
 * Counts a guess before it is looked at, so that parallel ones cannot outrun the count: beyond those that are free
 * each failure makes the next one wait, twice as long as the last.
 * @returns tries left before the wait. @throws Fault 429 while it lasts; that try is neither looked at nor counted
 */
async function countGuess(db: Db, guess: Guess): Promise<number> {
  const { kind, key, account, most, longestS = LONGEST_WAIT_S, forgottenHours = FORGOTTEN_HOURS } = guess;
  const over = sql`a.last_at < now() - make_interval(hours => ${forgottenHours})`;
  const { rows } = await sql<{ failed: number; counted: boolean; wait: number }>`
    insert into login_attempt as a (kind, name, account, failed, last_at)
      values (${kind}, ${key}, ${account}, 1, now())
    on conflict (kind, name) do update set
      failed = case when a.locked_until > now() then a.failed when ${over} then 1 else a.failed + 1 end,
      locked_until = case when a.locked_until > now() then a.locked_until
        when ${over} or a.failed + 1 < ${most} then null
        else now() + make_interval(secs =>
          least(${longestS}, ${FIRST_WAIT_S} * 2 ^ least(a.failed + 1 - ${most}, 20))) end,
      last_at = case when a.locked_until > now() then a.last_at else now() end
    returning failed, last_at = now() as counted,
      ceil(extract(epoch from locked_until - now()))::integer as wait`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the try was not counted');
  if (!row.counted) {
    const { zh, en } = spanText(row.wait);
    throw tooMany(
      { zh: `尝试次数过多，请 ${zh}后再试`, en: `Too many tries, try again in ${en}` },
      { triesLeft: 0, lockedSeconds: row.wait },
    );
  }
  return Math.max(0, most - row.failed);
}

const spanText = (seconds: number): Text =>
  seconds < 90
    ? { zh: `${seconds} 秒`, en: `${seconds} seconds` }
    : { zh: `${Math.ceil(seconds / 60)} 分钟`, en: `${Math.ceil(seconds / 60)} minutes` };

/**
 * What a try of a password is counted by. A browser from which the account was used before has a count of its own, so
 * that no stranger's guesses keep its person out; strangers are counted by name and address, and by address over all
 * names, of IPv6 also in what its subscriber has. Names without an account are counted the same way.
 */
async function guessesOf(db: Db, name: string, origin: Origin): Promise<readonly Guess[]> {
  if (await isKnown(db, name, origin))
    return [{ kind: 'browser', key: `${name} ${origin.browserHash}`, account: name, most: MAX_TRIES }];
  // The narrowest first: what waits there is not counted beyond, so that one network does not lock its neighbours.
  return origin.networks.flatMap(({ key, times }): Guess[] => [
    { kind: 'address', key, account: null, most: MAX_ADDRESS_TRIES * times },
    { kind: 'login', key: `${name} ${key}`, account: name, most: MAX_TRIES * times },
  ]);
}

/**
 * Counts the try of a password before it is looked at.
 * @returns tries left before the next has to wait. @throws Fault 429 while it has to
 */
export async function countLogin(db: Db, name: string, origin: Origin): Promise<number> {
  let left = MAX_TRIES;
  for (const guess of await guessesOf(db, name, origin)) left = Math.min(left, await countGuess(db, guess));
  return left;
}

/** A right password forgets the failures of the name from there; of the address it takes back its own try alone. */
export async function passLogin(db: Db, name: string, origin: Origin): Promise<void> {
  for (const { kind, key, account } of await guessesOf(db, name, origin))
    await (
      account === null
        ? sql`update login_attempt set failed = greatest(failed - 1, 0), locked_until = null
          where kind = ${kind} and name = ${key}`
        : sql`delete from login_attempt where kind = ${kind} and name = ${key}`
    ).execute(db);
  await sql`delete from login_attempt where last_at < now() - make_interval(hours =>
      case kind when 'smsCode' then ${PATIENT.forgottenHours}::integer else ${FORGOTTEN_HOURS} end)
    and (locked_until is null or locked_until < now())`.execute(db);
}

// Who tries codes knows the password: strangers share one count however many addresses they have.
const codeGuess = async (db: Db, name: string, origin: Origin): Promise<Guess> => ({
  kind: 'code',
  key: (await isKnown(db, name, origin)) ? `${name} ${origin.browserHash}` : name,
  account: name,
  most: MAX_TRIES,
});

/** Counts the try of a code of the second factor. @returns tries left. @throws Fault 429 */
export async function countCode(db: Db, name: string, origin: Origin): Promise<number> {
  return countGuess(db, await codeGuess(db, name, origin));
}

/** A right code forgets the failures before it. */
export async function passCode(db: Db, name: string, origin: Origin): Promise<void> {
  const { kind, key } = await codeGuess(db, name, origin);
  await sql`delete from login_attempt where kind = ${kind} and name = ${key}`.execute(db);
}

/**
 * Counts the try of a code that came by SMS, over all codes of the telephone.
 * @param key whom it is counted with: the telephone, and the browser where it is known
 * @param account the name that an administrator unlocks; null = nobody has the telephone
 * @returns tries left before the next has to wait. @throws Fault 429 while it has to
 */
export const countSmsCode = (db: Db, key: string, account: string | null): Promise<number> =>
  countGuess(db, { kind: 'smsCode', key, account, most: MAX_TRIES, ...PATIENT });

/** A right code forgets the wrong ones before it. */
export async function passSmsCode(db: Db, key: string): Promise<void> {
  await sql`delete from login_attempt where kind = 'smsCode' and name = ${key}`.execute(db);
}

/** Forgets the failures of a name, wherever they came from. */
export async function forgetTries(db: Db, name: string): Promise<void> {
  await sql`delete from login_attempt where account = ${name}`.execute(db);
}

/** Until when somebody who tries an account's name has to wait; null where nobody does. */
export async function lockedUntil(db: Db, name: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`select max(locked_until) as until from login_attempt
    where account = ${name} and locked_until > now()`.execute(db);
  return rows[0]?.until ?? null;
}
