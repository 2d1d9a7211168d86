import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Envelope } from '#contract/envelope.ts';
import { add, unique } from './build.ts';
import { startIdentityProvider } from './identityProvider.ts';
import type { Claims } from './identityProvider.ts';
import { ok, startProduct } from './product.ts';

/** The address back: nobody listens there, the tests take what the provider gives to the browser. */
export const BACK = 'http://127.0.0.1:9/singleSignOn';

/** What a person is told of the own session. */
export interface Info {
  readonly user: { readonly userId: number; readonly userName: string; readonly orgId: number };
  readonly funCodes: readonly string[];
  readonly passwordExpired: number;
  readonly consumers: readonly { readonly orgId: number }[];
}

/** A product with an identity provider; `settings` are further ones, as the environment gives them. */
export async function openSignOn(settings: Readonly<Record<string, string>> = {}) {
  const provider = await startIdentityProvider(BACK);
  const product = await startProduct({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_REDIRECT_URI: BACK,
    ...settings,
  });
  const operator = await product.operator();

  /** One browser: its cookies go with every call. */
  function browser() {
    const cookies: Record<string, string> = {};
    const send = async <T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Envelope<T>> => {
      const reply = await product.app.inject({
        method,
        url,
        headers: { 'x-meterhouse': '1', 'accept-language': 'en' },
        cookies,
        ...(payload ? { payload } : {}),
      });
      for (const { name, value } of reply.cookies) {
        if (value === '') delete cookies[name];
        else cookies[name] = value;
      }
      return reply.json<Envelope<T>>();
    };
    const begin = async () =>
      ok(await send<{ address: string }>('POST', '/api/sys/singleSignOn/begin', {})).address;
    const finish = (answer: string) => send<Info>('POST', '/api/sys/singleSignOn/login', { answer });
    return {
      cookies,
      send,
      begin,
      finish,
      /** Signs in as a person of the provider. */
      signIn: async (subject: string) => finish(await provider.walk(await begin(), subject)),
      info: () => send<Info>('GET', '/api/sys/getUserInfo'),
    };
  }

  /** A person at the provider; answers the subject. */
  function person(claims: Claims = {}): string {
    const subject = unique('sub');
    provider.people.set(subject, { preferred_username: subject, name: 'Li Wei', ...claims });
    return subject;
  }

  /** A role that holds some function codes. */
  async function role(roleName: string, ...codes: string[]): Promise<number> {
    const funs = ok(await operator.get<{ id: number; funCode: string }[]>('/api/sys/fun/getall'));
    const orgFunList = funs.filter((one) => codes.includes(one.funCode)).map((one) => one.id);
    return add(operator, 'orgRole', { roleName, roleCode: unique('r'), orgFunList });
  }

  const map = (groupName: string, consumerId: number | null, ...roleIdList: number[]) =>
    add(operator, 'signOnMapping', { groupName, consumerId, roleIdList, ix: 0 });

  const rolesOf = async (subject: string): Promise<readonly number[]> => {
    const { rows } = await sql<{ roles: number[] }>`select e.role_id_list as roles from org_employee e
      join sign_on_link l on l.employee_id = e.id where l.subject = ${subject}`.execute(product.database.db);
    return rows[0]?.roles ?? [];
  };

  const lastFailure = async () =>
    ok(
      await operator.get<{ lastFailure: { reason: string; detail: string | null } | null }>(
        '/api/sys/singleSignOn/getState',
      ),
    ).lastFailure;

  /** Expects a sign-in to be refused for a reason, without a session and with the reason in the record; its detail. */
  async function refused(reason: string, subject: string, code?: number): Promise<string> {
    const one = browser();
    const reply = await one.signIn(subject);
    expect(reply).toMatchObject({ data: { reason }, ...(code ? { code } : {}) });
    expect(one.cookies['meterhouse_session']).toBeUndefined();
    expect((await one.info()).code).toBe(901);
    const last = await lastFailure();
    expect(last?.reason).toBe(reply.message);
    return last?.detail ?? '';
  }

  return {
    provider,
    product,
    operator,
    browser,
    person,
    role,
    map,
    rolesOf,
    lastFailure,
    refused,
    close: async () => {
      await product.close();
      await provider.close();
    },
  };
}

export type SignOn = Awaited<ReturnType<typeof openSignOn>>;
