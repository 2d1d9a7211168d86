import { sql } from 'kysely';
import { badInput, Fault } from '#contract/error.ts';
import type { Call } from '#server/route.ts';
import { passwordDue } from './account.ts';
import { countLogin, passLogin } from './attempt.ts';
import { factorState, proveFactor } from './factor.ts';
import { originOf } from './origin.ts';
import { accountByPassword } from './password.ts';
import { codesOf } from './right.ts';

/** A second person who stands beside the caller. */
export interface Witness {
  readonly employeeId: number;
  readonly name: string;
}

/**
 * A person other than the caller proves to be there by name, password and, where the account has one, the code of a
 * second factor; who must have one and has none yet does not pass by the password alone. Wrong ones count as failed log-ins of that name. What lies within the reach of the account is for the
 * caller to ask (`whoReaches`).
 * @param funCode the function that the account must hold @throws Fault 400 naming the parameter, 403, 429
 */
export async function proveOther(
  { caller, services, request }: Pick<Call<unknown>, 'caller' | 'services' | 'request'>,
  given: { readonly userName: string; readonly password: string; readonly code?: string | undefined },
  funCode: string,
): Promise<Witness> {
  const { system } = services;
  const userName = given.userName.trim().toLowerCase();
  if (userName === caller.userName)
    throw badInput({ zh: '用户名：须为另一个人', en: 'User name: it must be another person' }, 'userName');
  const origin = originOf(request);
  const triesLeft = await countLogin(system, userName, origin);
  const employeeId = await accountByPassword(system, userName, given.password);
  if (employeeId === null)
    throw badInput(
      {
        zh: `用户名或密码不正确，还可尝试 ${triesLeft} 次`,
        en: `The user name or the password is wrong, ${triesLeft} tries left`,
      },
      'password',
      { triesLeft },
    );
  await passLogin(system, userName, origin);
  await proveFactor(services, request, { employeeId, userName }, given.code);
  const { rows } = await sql<{ name: string; codes: string[]; due: boolean }>`
    select e.name, ${codesOf} as codes,
      exists (select from employee_secret k where k.employee_id = e.id and ${passwordDue}) as due
    from org_employee e where e.id = ${employeeId}`.execute(system);
  const [account] = rows;
  if (!account?.codes.includes(funCode))
    throw new Fault(
      403,
      { zh: `账号 ${userName} 没有此操作的权限`, en: `The account ${userName} has no permission for this` },
      'userName',
    );
  if (account.due)
    throw new Fault(
      403,
      {
        zh: `账号 ${userName} 须先修改密码`,
        en: `The account ${userName} must change its password first`,
      },
      'userName',
    );
  const { on, required } = await factorState(system, employeeId);
  if (required && !on)
    throw new Fault(
      403,
      {
        zh: `账号 ${userName} 须先设置两步验证`,
        en: `The account ${userName} must set up its second factor first`,
      },
      'userName',
    );
  return { employeeId, name: account.name };
}
