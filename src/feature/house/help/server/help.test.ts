import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import type { Faq, HelpDocument } from '../contract.ts';

let product: Product;
let operator: Client;
let person: Client;
const at = '/api/sys/help';
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  person = (await buildEnterprise(product)).client;
});
afterAll(() => product.close());

describe('help', () => {
  it('answers questions in the language of the asker, found by words or initials', async () => {
    const faqs = ok(await person.get<Faq[]>(`${at}/getFaq`, { search: 'token' }));
    expect(faqs).toHaveLength(1);
    const found = ok(await person.in('zh').get<Faq[]>(`${at}/getFaq`, { search: '令牌' }));
    expect(found.map((one) => one.id)).toEqual(faqs.map((one) => one.id));
    await add(operator, 'helpFaq', { question: '停用的', answer: '不见', state: '0' });
    expect(ok(await person.in('zh').get<Faq[]>(`${at}/getFaq`, { search: '停用的' }))).toEqual([]);
    expect((await person.post('/api/sys/helpFaq/add', { question: 'x', answer: 'y' })).code).toBe(403);
  });

  it('gives a manual of the screens that the person has, with nothing in it that runs', async () => {
    await add(operator, 'helpFaq', {
      question: '<img src=x onerror=alert(1)>',
      answer: '<script>alert(1)</script>',
    });
    const { type, body } = await person.download(`${at}/download`, { language: 'en' });
    expect(type).toMatch(/^text\/html/);
    const page = body.toString();
    expect(page).toContain('Data input');
    expect(page).not.toContain('Outbox,');
    expect(page).not.toMatch(/<(script|img)/);
    expect(page).toContain('&#60;script&#62;');
    expect((await operator.download(`${at}/download`, { language: 'zh' })).body.toString()).toContain(
      '发件箱',
    );
    expect((await product.anonymous.get(`${at}/download`)).code).toBe(901);
  });

  it('keeps documents that operators put there and everybody downloads', async () => {
    const file = { name: '导则.txt', content: Buffer.from('Read me') };
    expect((await person.upload(`${at}/addDocument`, { title: 'A' }, file)).code).toBe(403);
    const { id } = ok(
      await operator.upload<{ id: number }>(`${at}/addDocument`, { title: '导则', kind: 'standard' }, file),
    );
    const list = ok(await person.get<HelpDocument[]>(`${at}/getDocuments`, { kind: 'standard' }));
    expect(list).toMatchObject([{ id, title: '导则', fileName: '导则.txt', size: 7 }]);
    expect((await person.download(`${at}/getDocument`, { id })).body.toString()).toBe('Read me');
    const bad = { name: 'page.html', content: Buffer.from('<script>') };
    expect(await operator.upload(`${at}/addDocument`, { title: 'B' }, bad)).toMatchObject({ code: 400 });
    expect((await person.post(`${at}/delDocument`, { id })).code).toBe(403);
    ok(await operator.post(`${at}/delDocument`, { id }));
    expect(ok(await person.get<HelpDocument[]>(`${at}/getDocuments`))).toEqual([]);
    const { rows } = await sql<{ action: string }>`select action from oper_log
      where resource = 'helpDocument' and row_id = ${id} order by id`.execute(product.database.db);
    expect(rows.map((row) => row.action)).toEqual(['add', 'del']);
  });
});
