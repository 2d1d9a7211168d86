import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok } from '#test/product.ts';
import { openSignOn } from '#test/signOn.ts';
import type { SignOn } from '#test/signOn.ts';

let on: SignOn;
let works: Enterprise;
const groups = ['viewers'];
beforeAll(async () => {
  on = await openSignOn({ OIDC_LINK: 'userName' });
  works = await buildEnterprise(on.product);
  const viewer = await on.role('Viewer', 'archive.ammeter.view');
  await on.map('viewers', works.consumerId, viewer);
});
afterAll(() => on.close());

/** An account of the enterprise whose name is an address. */
async function account() {
  const userName = `${unique('local').toLowerCase()}@works.example`;
  const fields = { userName, name: 'Local', consumerId: works.consumerId, email: userName };
  return { id: await add(on.operator, 'orgEmployee', fields), userName };
}

/** The account that a person enters; null where the sign-in is refused. */
async function entered(subject: string): Promise<number | null> {
  const reply = await on.browser().signIn(subject);
  return reply.code === 200 ? reply.data.user.userId : null;
}

describe('linking by user name', () => {
  it('enters the account of the name that the provider prefers, in whatever letters', async () => {
    const { id, userName } = await account();
    const subject = on.person({ preferred_username: userName.toUpperCase(), groups });
    expect(ok(await on.browser().signIn(subject)).user.userId).toBe(id);
  });

  it('enters none by an address or a sign-in name that stands in place of a preferred one', async () => {
    for (const preferred_username of [undefined, '', '李 伟']) {
      for (const claims of [{ email_verified: true }, { email_verified: false }, {}]) {
        const { id, userName } = await account();
        const subject = on.person({ preferred_username, email: userName, ...claims, groups });
        expect(await entered(subject)).not.toBe(id);
      }
      const { id, userName } = await account();
      const subject = on.person({ preferred_username, upn: userName, groups });
      expect(await entered(subject)).not.toBe(id);
    }
  });

  it('names no new account after an address that nobody verified', async () => {
    const email = `${unique('free').toLowerCase()}@works.example`;
    const named = async (claims: object): Promise<string> =>
      ok(await on.browser().signIn(on.person({ preferred_username: '', email, ...claims, groups }))).user
        .userName;
    expect(await named({ email_verified: false })).toMatch(/^sso-/);
    expect(await named({ email_verified: true })).toBe(email);
  });
});
