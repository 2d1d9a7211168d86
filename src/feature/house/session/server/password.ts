import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { passwordProblem } from '#contract/password.ts';
import type { Db } from '#server/database/db.ts';

const derive = promisify(argon2);

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Argon2id of a short secret with a given salt, in Base64: several secrets of one person share the salt. */
export const hashWith = async (secret: string, salt: Buffer): Promise<string> =>
  (await derive('argon2id', { message: secret, nonce: salt, ...COST })).toString('base64');

/** The stored form of a password: argon2id in PHC string form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...COST });
  const b64 = (b: Buffer) => b.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${b64(nonce)}$${b64(tag)}`;
}

/** Whether a password fits its stored form; false also for a form that cannot be read. */
export async function passwordFits(password: string, stored: string): Promise<boolean> {
  const m = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!m) return false;
  const [, memory, passes, lanes, nonce = '', tag = ''] = m;
  const want = Buffer.from(tag, 'base64');
  const got = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: want.length,
  });
  return timingSafeEqual(got, want);
}

/** Refuses a new password that breaks the rule; `words` = what is known of its account. @throws Fault 400 naming `field` */
export function refuseWeak(password: string, words: readonly string[], field: string, old?: string): void {
  const problem = passwordProblem(password, words, old);
  if (problem) throw badInput(problem, field);
}

/** Refuses a new password of an account that breaks the rule. @throws Fault 400 naming `field` */
export async function checkNewPassword(
  system: Db,
  employeeId: number,
  password: string,
  field: string,
  old?: string,
): Promise<void> {
  const { rows } = await sql<{ words: string[] }>`
    select array_remove(array[e.user_name, e.name, e.telephone, e.email, c.org_name, c.org_code], null) as words
    from org_employee e left join consumer c on c.id = e.consumer_id where e.id = ${employeeId}`.execute(
    system,
  );
  refuseWeak(password, rows[0]?.words ?? [], field, old);
}

/**
 * Sets an account's password.
 * @param mustChange the person must choose another at the next log-in
 */
export async function setPassword(
  system: Db,
  employeeId: number,
  password: string,
  mustChange = false,
): Promise<void> {
  await keepHash(system, employeeId, await hashPassword(password), mustChange);
}

/** Keeps a hash that was made before as an account's password. */
async function keepHash(system: Db, employeeId: number, hash: string, mustChange = false): Promise<void> {
  await sql`insert into employee_secret (employee_id, password_hash, must_change)
    values (${employeeId}, ${hash}, ${mustChange})
    on conflict (employee_id) do update set password_hash = excluded.password_hash, changed_at = now(),
      must_change = excluded.must_change`.execute(system);
}

/** Takes an account's password away: it opens with none from now on. */
export async function forgetPassword(system: Db, employeeId: number): Promise<void> {
  await sql`delete from employee_secret where employee_id = ${employeeId}`.execute(system);
}

/** Whether a password is the account's; false for an account without one. */
export async function isPasswordOf(system: Db, employeeId: number, password: string): Promise<boolean> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from employee_secret where employee_id = ${employeeId}`.execute(system);
  return rows[0] !== undefined && passwordFits(password, rows[0].password_hash);
}

// Compared when no account has the name, so that the reply takes as long as for one that exists.
const nobody = hashPassword('nobody holds this password');

/** The account in use of a name (trimmed, in small letters) whose password it is; null where either is wrong, after as long. */
export async function accountByPassword(
  system: Db,
  userName: string,
  password: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select e.id, s.password_hash as hash from org_employee e join employee_secret s on s.employee_id = e.id
    where e.user_name = ${userName} and e.state = '1'
      and (e.expired_time is null or e.expired_time >= current_date)`.execute(system);
  const [account] = rows;
  const fits = await passwordFits(password, account?.hash ?? (await nobody));
  return account && fits ? account.id : null;
}
