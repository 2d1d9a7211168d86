import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { applyRequest } from './public.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
let roleId: number;
const at = '/api/sys/workflowRequest';

/** An account of the platform with a way to be reached. */
const colleague = (fields: object): Promise<number> =>
  add(operator, 'orgEmployee', {
    userName: unique('op').toLowerCase(),
    name: 'Colleague',
    accountType: '1',
    roleIdList: String(roleId),
    ...fields,
  });

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  const roles = ok(
    await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'operator' }),
  );
  roleId = roles[0]?.id ?? 0;
  await colleague({ email: 'by.mail@example.com', telephone: '13900000001' });
  await colleague({ telephone: '13900000002' });
  await colleague({ email: 'out.of.use@example.com', state: '0' });
  await colleague({ email: 'without.the.right@example.com', roleIdList: '' });
});
afterAll(() => product.close());

interface Letter {
  readonly to: string;
  readonly text: string;
  readonly owner: number | null;
}
let seen = 0;
/** The messages of workflows filed since the last look. */
async function letters(): Promise<Letter[]> {
  const { rows } = await sql<Letter & { id: number }>`select id, recipient as "to",
      coalesce(subject, '') || ' ' || body as text, consumer_id as owner
    from outbox where purpose = 'workflow' and id > ${seen} order by id`.execute(product.database.db);
  seen = rows.at(-1)?.id ?? seen;
  return rows.map(({ to, text, owner }) => ({ to, text, owner }));
}

describe('whoever must handle a request', () => {
  it('is told when it comes: who may handle it, once, by mail or else by message', async () => {
    const title = unique('Ask ');
    const { id } = ok(
      await mine.client.post<{ id: number }>(`${at}/apply`, {
        workflowCode: 'general',
        title,
        params: JSON.stringify({ content: 'A new meter' }),
      }),
    );
    const reported = await letters();
    expect(reported.map((one) => one.to)).toEqual(['by.mail@example.com', '13900000002']);
    expect(reported.every((one) => one.text.includes(title) && one.owner === null)).toBe(true);

    ok(await operator.post(`${at}/readState`, { id }));
    expect(await letters()).toEqual([]);
    const person = await colleague({ email: 'next.person@example.com' });
    ok(await operator.post(`${at}/turnOrg`, { id, kind: 'person', target: person, note: 'Yours' }));
    expect((await letters()).map((one) => one.to)).toEqual(['next.person@example.com']);

    await sql`update org_employee set email = 'applicant@example.com' where id = ${mine.userId}`.execute(
      product.database.db,
    );
    ok(await operator.post(`${at}/stop`, { id, note: 'Not this year' }));
    const end = await letters();
    expect(end).toMatchObject([{ to: 'applicant@example.com', owner: mine.consumerId }]);
    expect(end[0]?.text).toContain('Not this year');
  });

  it('is told of a registration; an address that cannot be written to stops nothing', async () => {
    await sql`update org_employee set email = 'a@b.example,c@d.example' where email = 'by.mail@example.com'`.execute(
      product.database.db,
    );
    await applyRequest(product.services.system, {
      workflowCode: 'registration',
      title: 'New Works',
      params: {
        orgName: 'New Works',
        orgCode: unique(),
        contactName: 'A person',
        phone: '13800000000',
        userName: 'newworks',
      },
      applicant: { name: 'A person', phone: '13800000000' },
      consumerId: null,
    });
    expect((await letters()).map((one) => one.to)).toEqual([
      '13900000001',
      '13900000002',
      'next.person@example.com',
    ]);
  });
});
