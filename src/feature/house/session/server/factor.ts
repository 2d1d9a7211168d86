import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { badInput } from '#contract/error.ts';
import type { CodeWanted, FactorState } from '#contract/signIn.ts';
import { openSealer } from '#server/secret.ts';
import type { Db } from '#server/database/db.ts';
import type { Services } from '#server/route.ts';
import { countCode, passCode } from './attempt.ts';
import { noteEvent } from './event.ts';
import { originOf } from './origin.ts';
import { looksLikeRecovery, renewRecovery, spendRecovery } from './recovery.ts';
import { factorRequired } from './signInRule.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

// A secret that was shown waits so long for its first code.
const DRAFT_MINUTES = 15;

/** Whose second factor it is. */
export interface FactorHolder {
  readonly employeeId: number;
  readonly userName: string;
}

type Asked = Pick<Services, 'system' | 'config'>;

const sealedFor = (employeeId: number): string => `second factor of ${employeeId}`;

/** Whether an account signs in with a second factor. */
export async function hasFactor(db: Db, employeeId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from second_factor
    where employee_id = ${employeeId} and confirmed_at is not null`.execute(db);
  return rows.length > 0;
}

/** How the second factor of an account stands. */
export async function factorState(db: Db, employeeId: number): Promise<FactorState> {
  const { rows } = await sql<FactorState>`
    select f.confirmed_at is not null as "on", f.confirmed_at as since, ${factorRequired} as required,
      (select count(*)::integer from recovery_code c
        where c.employee_id = e.id and c.used_at is null) as "recoveryLeft"
    from org_employee e left join second_factor f on f.employee_id = e.id where e.id = ${employeeId}`.execute(
    db,
  );
  return rows[0] ?? { on: false, since: null, recoveryLeft: 0, required: false };
}

/** Keeps a new secret until its first code proves that an authenticator holds it; what works so far goes on working. */
export async function draftFactor({ system, config }: Asked, { employeeId, userName }: FactorHolder) {
  const secret = newTotpSecret();
  const sealed = await openSealer(config).seal(secret, sealedFor(employeeId));
  await sql`insert into second_factor (employee_id, draft, draft_at) values (${employeeId}, ${sealed}, now())
    on conflict (employee_id) do update set draft = excluded.draft, draft_at = now()`.execute(system);
  return { secret, address: totpAddress(secret, userName) };
}

/** Switches the draft on by its first code; answers the recovery codes, undefined where the code is wrong. */
export async function confirmFactor({ system, config }: Asked, employeeId: number, code: string) {
  const { rows } = await sql<{
    draft: string;
  }>`select draft from second_factor where employee_id = ${employeeId}
    and draft_at > now() - make_interval(mins => ${DRAFT_MINUTES})`.execute(system);
  const draft = rows[0]?.draft;
  if (draft === undefined)
    throw badInput(
      { zh: '此密钥已过期，请重新开始设置', en: 'This key is out of date, begin the set-up again' },
      'code',
    );
  const secret = await openSealer(config).open(draft, sealedFor(employeeId));
  const step = secret === null ? null : stepOfCode(secret, code, Date.now());
  if (step === null) return undefined;
  return system.transaction().execute(async (trx) => {
    const { rows: on } =
      await sql`update second_factor set secret = draft, confirmed_at = now(), last_step = ${step},
      draft = null, draft_at = null where employee_id = ${employeeId} and draft = ${draft} returning 1`.execute(
        trx,
      );
    return on.length === 0 ? undefined : renewRecovery(trx, employeeId);
  });
}

/** Takes the second factor of an account away, with its recovery codes; answers whether there was one. */
export async function removeFactor(db: Db, employeeId: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`delete from second_factor where employee_id = ${employeeId}
    returning confirmed_at is not null as was`.execute(db);
  return rows[0]?.was ?? false;
}

/** Whether a code is right now; a right one works once. */
async function takeCode(
  { system, config }: Asked,
  employeeId: number,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (looksLikeRecovery(code)) return (await spendRecovery(system, employeeId, code)) ? 'recovery' : null;
  const { rows } = await sql<{ secret: string }>`select secret from second_factor
    where employee_id = ${employeeId} and confirmed_at is not null`.execute(system);
  const secret = rows[0] && (await openSealer(config).open(rows[0].secret, sealedFor(employeeId)));
  if (!secret) return null;
  const step = stepOfCode(secret, code, Date.now());
  if (step === null) return null;
  const used = await sql`update second_factor set last_step = ${step}
    where employee_id = ${employeeId} and (last_step is null or last_step < ${step}) returning 1`.execute(
    system,
  );
  return used.rows.length > 0 ? 'app' : null;
}

/**
 * The second step after a right password: nothing where the account has no second factor, else the code. Wrong ones
 * are counted by themselves.
 * @throws Fault 400 naming `code`, with `CodeWanted` where it is missing; 429
 */
export async function proveFactor(
  services: Asked & { readonly log: Services['log'] },
  request: FastifyRequest,
  holder: FactorHolder,
  code: string | undefined,
): Promise<void> {
  const { system } = services;
  if (!(await hasFactor(system, holder.employeeId))) return;
  if (code === undefined || code.trim() === '')
    throw badInput({ zh: '请输入验证器中的验证码', en: 'Enter the code of your authenticator' }, 'code', {
      secondFactor: 1,
    } satisfies CodeWanted);
  const origin = originOf(request);
  const left = await countCode(system, holder.userName, origin);
  const way = await takeCode(services, holder.employeeId, code);
  if (way === null)
    throw badInput(
      {
        zh: `验证码不正确或已用过，还可尝试 ${left} 次`,
        en: `The code is wrong or was used already, ${left} tries left`,
      },
      'code',
      { triesLeft: left },
    );
  await passCode(system, holder.userName, origin);
  if (way === 'recovery') await noteEvent(system, request, holder.employeeId, 'recoveryUsed');
}
