import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { ok } from '#test/product.ts';
import { openSignOn } from '#test/signOn.ts';
import type { SignOn } from '#test/signOn.ts';

let on: SignOn;
let works: Enterprise;
let viewer: number;
const groups = ['viewers'];
beforeAll(async () => {
  on = await openSignOn({ OIDC_LINK: 'email', OIDC_DEFAULT_ENTERPRISE: 'default-works' });
  works = await buildEnterprise(on.product);
  viewer = await on.role('Viewer', 'archive.ammeter.view');
  await on.map('viewers', works.consumerId, viewer);
  await on.map('anywhere', null, viewer);
});
afterAll(() => on.close());

/** An account of the enterprise, with an e-mail address and without a role. */
async function account(fields: Record<string, unknown> = {}) {
  const email = `${unique('m').toLowerCase()}@works.example`;
  const id = await add(on.operator, 'orgEmployee', {
    userName: unique('local').toLowerCase(),
    name: 'Local',
    consumerId: works.consumerId,
    email,
    ...fields,
  });
  return { id, email: String(fields['email'] ?? email) };
}

describe('linking by e-mail address', () => {
  it('enters the account whose address the provider has verified, and keeps what was given by hand', async () => {
    const byHand = await on.role('By hand');
    const { id, email } = await account({ roleIdList: [byHand] });
    const subject = on.person({ email: email.toUpperCase(), email_verified: true, groups });
    expect(ok(await on.browser().signIn(subject)).user.userId).toBe(id);
    expect(await on.rolesOf(subject)).toEqual([viewer, byHand].toSorted((a, b) => a - b));
    on.provider.people.set(subject, { email, email_verified: true, groups: [] });
    expect(ok(await on.browser().signIn(subject)).user.userId).toBe(id);
    expect(await on.rolesOf(subject)).toEqual([byHand]);
  });

  it('ends what else led into it: whoever set its password does not come to have what the groups give', async () => {
    const userName = unique('known').toLowerCase();
    const email = `${userName}@works.example`;
    const fields = { userName, name: 'Local', consumerId: works.consumerId, email, password: PASSWORD };
    const { id } = ok(await on.operator.post<{ id: number }>('/api/sys/account/add', fields));
    const before = await on.product.login(userName, PASSWORD);
    ok(await before.get('/api/sys/getUserInfo'));
    const subject = on.person({ email, email_verified: true, groups });
    const one = on.browser();
    expect(ok(await one.signIn(subject)).user.userId).toBe(id);
    expect((await before.get('/api/sys/getUserInfo')).code).toBe(901);
    await expect(on.product.login(userName, PASSWORD)).rejects.toThrow('log-in failed');
    ok(await one.info());
    const { rows } = await sql<{ body: string }>`select body from outbox
      where recipient = ${email}`.execute(on.product.database.db);
    expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining('单点登录')]);
    // A password that is set afterwards, by whoever may, stays.
    const given = { userId: id, adminPassword: OPERATOR_PASSWORD, userPassword: 'another word of tests 5' };
    ok(await on.operator.post('/api/sys/orgEmployee/updateEmpPassword', given));
    ok(await on.browser().signIn(subject));
    await on.product.login(userName, given.userPassword);
  });

  it('is refused as a whole where a second factor would be passed by: the password is still there', async () => {
    const strict = await on.role('Strict', 'archive.ammeter.view');
    ok(await on.operator.post('/api/sys/orgRole/edit', { id: strict, secondFactor: 1 }));
    const userName = unique('strict').toLowerCase();
    const email = `${userName}@works.example`;
    const fields = { userName, name: 'Local', consumerId: works.consumerId, email, password: PASSWORD };
    const added = { ...fields, roleIdList: [strict] };
    ok(await on.operator.post('/api/sys/account/add', added));
    const subject = on.person({ email, email_verified: true, groups });
    await on.refused('noSecondFactor', subject, 403);
    expect(await on.rolesOf(subject)).toEqual([]);
    await on.product.login(userName, PASSWORD);
  });

  it('does not enter it by an address that nobody verified', async () => {
    for (const email_verified of [undefined, false, 'no', 1]) {
      const { id, email } = await account();
      const subject = on.person({
        email,
        groups,
        ...(email_verified === undefined ? {} : { email_verified }),
      });
      expect(ok(await on.browser().signIn(subject)).user.userId).not.toBe(id);
    }
  });

  it('never enters an operator, an account out of use, one of several, or one of another enterprise', async () => {
    const verified = (email: string, more: object = {}) =>
      on.person({ email, email_verified: true, groups, ...more });
    const operator = await account({ accountType: '1', consumerId: null });
    await on.refused('operator', verified(operator.email), 403);
    const off = await account({ state: '0' });
    await on.refused('accountOff', verified(off.email), 403);
    const first = await account();
    await account({ email: first.email });
    await on.refused('notClear', verified(first.email), 403);
    const other = await buildEnterprise(on.product);
    const theirs = await account({ consumerId: other.consumerId });
    await on.refused('otherEnterprise', verified(theirs.email), 403);
    const none = await account();
    await on.refused('noMapping', verified(none.email, { groups: [] }), 403);
  });

  it('does not enter an account that another user of the provider holds', async () => {
    const { email } = await account();
    ok(await on.browser().signIn(on.person({ email, email_verified: true, groups })));
    await on.refused('linkedElsewhere', on.person({ email, email_verified: true, groups }), 403);
  });

  it('keeps people from giving themselves the address that somebody else will come with', async () => {
    const { rows } = await sql<{ email: string | null }>`select email from org_employee
      where id = ${works.userId}`.execute(on.product.database.db);
    const reply = await works.client.post('/api/sys/orgEmployee/editOwnField', {
      id: works.userId,
      fieldName: 'email',
      fieldValue: 'boss@works.example',
      password: PASSWORD,
    });
    expect(reply).toMatchObject({ code: 409, field: 'fieldValue' });
    const { rows: after } = await sql<{ email: string | null }>`select email from org_employee
      where id = ${works.userId}`.execute(on.product.database.db);
    expect(after).toEqual(rows);
  });
});

describe('an enterprise that is out of use', () => {
  it('takes nobody in, and makes no account', async () => {
    const closed = await buildEnterprise(on.product);
    await on.map('closed', closed.consumerId, viewer);
    const here = on.person({ groups: ['closed'] });
    ok(await on.browser().signIn(here));
    const use = (state: '0' | '1') =>
      on.operator.post('/api/archive/consumer/edit', { id: closed.consumerId, state });
    ok(await use('0'));
    await on.refused('enterpriseOff', here, 403);
    const fresh = on.person({ groups: ['closed'] });
    await on.refused('enterpriseOff', fresh, 403);
    expect(await on.rolesOf(fresh)).toEqual([]);
    // Whose groups lead elsewhere meanwhile goes there.
    on.provider.people.set(here, { name: 'Li Wei', groups });
    expect(ok(await on.browser().signIn(here)).user.orgId).toBe(works.consumerId);
    ok(await use('1'));
    ok(await on.browser().signIn(fresh));
  });
});

describe('the default enterprise', () => {
  it('is that of mappings without one; where it does not exist nobody comes in, and the operator reads it', async () => {
    const subject = on.person({ groups: ['anywhere'] });
    await on.refused('noEnterprise', subject, 403);
    const state = () => on.operator.get('/api/sys/singleSignOn/getState');
    expect(ok(await state())).toMatchObject({ defaultEnterprise: { code: 'default-works', name: null } });
    const id = await add(on.operator, 'consumer', { orgName: unique('Default '), orgCode: 'default-works' });
    expect(ok(await on.browser().signIn(subject)).user.orgId).toBe(id);
    expect(ok(await state())).toMatchObject({
      defaultEnterprise: { name: expect.stringContaining('Default') },
    });
  });
});
