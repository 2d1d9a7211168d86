import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { aboutField, readField } from '#contract/issue.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { countTry, hashPassword, refuseWeak } from '#feature/house/session/server/public.ts';
import { REGISTRATION } from '#feature/settings/workflow/contract.ts';
import { applyRequest } from '#feature/settings/workflow/server/public.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';

/** Applications that one address may send in an hour. */
const PER_ADDRESS = { most: 5, minutes: 60 };

/** Where each answer of the form ends up, so that the approval cannot fail on what the form took. */
const TARGETS = {
  orgName: consumer.fields.orgName,
  orgCode: consumer.fields.orgCode,
  address: consumer.fields.address,
  contactName: orgEmployee.fields.name,
  phone: orgEmployee.fields.telephone,
  email: orgEmployee.fields.email,
  userName: orgEmployee.fields.userName,
} as const;

const text = () => z.string().trim().max(255);

/** An enterprise asks for an account; an operator decides by the workflow. The password travels as its hash alone. */
export const register = defineRoute({
  method: 'POST',
  path: '/api/sys/register',
  summary: { zh: '企业注册申请', en: 'An enterprise asks for an account' },
  permission: PUBLIC,
  params: z.object({
    orgName: text(),
    orgCode: text(),
    address: text().optional(),
    contactName: text(),
    phone: text(),
    email: text().optional(),
    userName: text(),
    password: z.string().min(1).max(LONGEST_PASSWORD),
    remark: z.string().trim().max(200).optional(),
  }),
  example: {
    orgName: 'Example Works',
    orgCode: 'EXAMPLE-1',
    contactName: 'Wu Min',
    phone: '13800000000',
    userName: 'example.works',
    password: 'winter harvest 71',
  },
  handler: async ({ params, services, request }) => {
    const { password, remark, ...answers } = params;
    const values: Record<string, string> = remark ? { remark } : {};
    for (const [name, field] of Object.entries(TARGETS)) {
      const raw = answers[name as keyof typeof TARGETS];
      if (raw === undefined) continue;
      const reading = readField(field, raw);
      if ('problem' in reading) throw badInput(aboutField(field.label, reading.problem), name);
      values[name] = String(reading.value);
    }
    refuseWeak(
      password,
      [params.userName, params.contactName, params.orgName, params.orgCode, params.phone],
      'password',
    );
    await countTry(services.system, request.ip, 'register', PER_ADDRESS);
    await applyRequest(services.system, {
      workflowCode: REGISTRATION,
      title: params.orgName,
      params: values,
      secret: { passwordHash: await hashPassword(password) },
      applicant: { name: params.contactName, phone: params.phone, mail: params.email ?? null },
      consumerId: null,
    });
    // Whether name or code are taken is said to the operator alone.
    return { filed: true };
  },
});
