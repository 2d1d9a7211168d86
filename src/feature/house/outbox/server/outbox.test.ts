import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { buildEnterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import type { OutboxRow } from '../contract.ts';
import { sendSms } from './file.ts';

let product: Product;
let operator: Client;
const at = '/api/sys/outbox';
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());

const text = { zh: '验证码 482913', en: 'Your code is 482913' };
const list = async (params: object = {}) =>
  ok(await operator.get<Page<OutboxRow>>(`${at}/getList`, { ...params })).list;

describe('the outbox', () => {
  it('shows what was filed, never the code in it', async () => {
    const { id } = await sendSms(product.database.db, {
      to: '13800000000',
      text,
      purpose: 'code',
      consumerId: null,
      secret: '482913',
    });
    const rows = await list({ channel: 'sms', search: '1380' });
    expect(rows).toMatchObject([{ id, state: 'waiting', body: '验证码 ••••••' }]);
    expect(JSON.stringify(rows)).not.toContain('482913');
    expect(await list({ state: 'failed' })).toEqual([]);
  });

  it('sends again and cancels what is not sent, and nothing else', async () => {
    const { id } = ok(
      await operator.post<{ id: number }>(`${at}/sendTest`, { channel: 'mail', to: 'a@example.com' }),
    );
    ok(await operator.post(`${at}/cancel`, { id }));
    expect((await list())[0]).toMatchObject({ id, state: 'cancelled' });
    ok(await operator.post(`${at}/resend`, { id }));
    await sql`update outbox set state = 'sent' where id = ${id}`.execute(product.database.db);
    for (const verb of ['resend', 'cancel'])
      expect((await operator.post(`${at}/${verb}`, { id })).code, verb).toBe(409);
    expect(await operator.post(`${at}/sendTest`, { channel: 'sms', to: 'x' })).toMatchObject({ field: 'to' });
    expect(ok(await operator.get(`${at}/getSetup`))).toEqual({ mail: false, sms: false });
  });

  it('is the operator’s', async () => {
    const { client } = await buildEnterprise(product);
    expect((await client.get(`${at}/getList`)).code).toBe(403);
    expect((await client.post(`${at}/resend`, { id: 1 })).code).toBe(403);
  });
});
