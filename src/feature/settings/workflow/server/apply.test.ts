import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { applyRequest } from './public.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const params = {
  orgName: 'New Works',
  orgCode: '91310000MA1K00000X',
  contactName: 'A person',
  phone: '13800000000',
  userName: 'newworks',
};
const applicant = { name: 'A person', phone: '13800000000' };
const apply = (more: object = {}) =>
  applyRequest(product.services.system, {
    workflowCode: 'registration',
    title: 'New Works',
    params,
    applicant,
    consumerId: null,
    ...more,
  });

describe('applying from outside', () => {
  it('sets a request on its way with its history and what was filled in', async () => {
    const id = await apply({ secret: { passwordHash: 'x' } });
    const { rows } = await sql`select state, node_name_en, applicant_name, version from workflow_request
      where id = ${id}`.execute(product.database.db);
    expect(rows).toEqual([
      { state: '1', node_name_en: 'Approval by the platform', applicant_name: 'A person', version: 1 },
    ]);
    const seats = await sql`select kind from workflow_seat where request_id = ${id}`.execute(
      product.database.db,
    );
    expect(seats.rows).toEqual([{ kind: 'role' }]);
  });

  it('names what is missing, and files nothing then', async () => {
    const before = await sql`select id from workflow_request`.execute(product.database.db);
    await expect(apply({ params: { ...params, phone: ' ' } })).rejects.toMatchObject({ field: 'phone' });
    await expect(apply({ params: { ...params, isAdmin: '1' } })).rejects.toMatchObject({ field: 'isAdmin' });
    await expect(apply({ workflowCode: 'none' })).rejects.toMatchObject({ code: 409 });
    const after = await sql`select id from workflow_request`.execute(product.database.db);
    expect(after.rows).toEqual(before.rows);
  });

  it('keeps the history whoever asks', async () => {
    const id = await apply();
    for (const statement of [
      sql`update workflow_proc_info set note = 'x' where request_id = ${id}`,
      sql`delete from workflow_proc_info where request_id = ${id}`,
    ])
      await expect(statement.execute(product.database.db)).rejects.toThrow(/history/);
  });
});
