import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Call } from '#server/route.ts';
import { countLogin, passLogin } from './attempt.ts';
import { proveFactor } from './factor.ts';
import { originOf } from './origin.ts';
import { isPasswordOf } from './password.ts';

const OWN: Text = { zh: '您自己的密码', en: 'Your own password' };

/**
 * The caller proves to be there by the own password, and by a code where the account has a second factor; wrong ones
 * count as failed log-ins.
 * @param field the parameter that carries the password; `what` = how it is called. The code is in \`code\`
 * @throws Fault 400, 429
 */
export async function proveOwn(
  { caller, services, request, params }: Call<{ readonly code?: string | undefined }>,
  password: string,
  field: string,
  what: Text = OWN,
): Promise<void> {
  if (password === '') throw badInput({ zh: `${what.zh}：必填`, en: `${what.en}: is required` }, field);
  const origin = originOf(request);
  const left = await countLogin(services.system, caller.userName, origin);
  if (!(await isPasswordOf(services.system, caller.employeeId, password)))
    throw badInput(
      { zh: `${what.zh}不正确，还可尝试 ${left} 次`, en: `${what.en} is wrong, ${left} tries left` },
      field,
    );
  await passLogin(services.system, caller.userName, origin);
  await proveFactor(services, request, caller, params.code);
}
