import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { sendRow } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';

let product: Product;
let operator: Client;
let mine: WholeEnterprise;
let other: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildWholeEnterprise(product);
  other = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

type Json = Readonly<Record<string, unknown>> & { readonly id: number };

// These take their enterprise from the request they belong to.
const FOLLOWS = ['workflowParamData', 'workflowProcInfo'];

/** Whether a field points to rows that belong to an enterprise, as its own row does. */
const isOwned = (resource: Resource, key: string, { refers }: Field): boolean => {
  if (refers === undefined || [null, 'id', key].includes(resource.scope)) return false;
  if (FOLLOWS.includes(resource.name)) return false;
  return refers === 'org' || ![null, 'id'].includes(resourceOf(refers).scope);
};

const kept = resources.filter((r) => r.readOnly);
const written = resources.filter((r) => !r.readOnly);

describe.each(written.map((r) => [r.name, r] as const))('%s', (_name, resource) => {
  const at = addressOf(resource);
  const textField = Object.entries(resource.fields).find(
    ([, f]) => f.kind === 'text' && !f.readOnly,
  )?.[0] as string;

  it('lives its whole life: add, get, lists, edit, one field, export, delete', async () => {
    const row = sampleRow(resource, mine);
    const { id } = ok(await sendRow<Json>(operator, `${at}/add`, row));
    const got = ok(await operator.get<Json>(`${at}/get`, { id }));
    expect(got).toMatchObject(row);

    for (const verb of ['getpage', 'searchpage', 'getdatatable', 'searchdatatable']) {
      const page = ok(await operator.get<Page<Json>>(`${at}/${verb}`, { pageSize: 100 }));
      expect(page.pagination.total).toBeGreaterThan(0);
    }
    for (const verb of ['getall', 'searchall'])
      expect(ok(await operator.get<Json[]>(`${at}/${verb}`)).some((r) => r.id === id)).toBe(true);
    const found = ok(
      await operator.post<Page<Json>>(`${at}/getdatatable`, {
        dataTable: JSON.stringify({ filters: [{ field: textField, op: 'eq', value: row[textField] }] }),
      }),
    );
    expect(found.list.map((r) => r.id)).toContain(id);

    ok(
      await operator.post(`${at}/editfield`, {
        id,
        fieldName: 'remark',
        fieldValue: '改过的',
        remarks: 'why',
      }),
    );
    // Two people edit at once: the second is told, and the first one's change stays.
    const stale = { id, remark: 'theirs', expected: JSON.stringify({ remark: row['remark'] }) };
    expect(await operator.post(`${at}/edit`, stale)).toMatchObject({ code: 409, field: 'remark' });
    expect(ok(await operator.get<Json>(`${at}/get`, { id }))['remark']).toBe('改过的');
    ok(await operator.post(`${at}/edit`, { ...row, id }));
    expect(ok(await operator.get<Json>(`${at}/get`, { id }))['remark']).toBe(row['remark']);
    const log = ok(
      await operator.get<Page<{ action: string; before: Json | null; after: Json }>>(
        '/api/sys/operLog/getlist',
        {
          resource: resource.name,
          id,
        },
      ),
    );
    expect(log.list.map((l) => l.action)).toEqual(['edit', 'edit', 'add']);
    // What was added is written down as the first change found it, but for files that a slot links after it.
    const { fileIdList: _, ...whole }: Partial<Json> = log.list[1]?.before ?? {};
    expect(log.list[2]?.after).toMatchObject(whole);

    const sheet = await operator.download(`${at}/exportall`);
    expect(sheet.body.subarray(0, 2).toString()).toBe('PK');
    ok(await operator.post(`${at}/del`, { id }));
    expect((await operator.get(`${at}/get`, { id })).code).toBe(404);
  });

  it('comes back from its own export unchanged', async () => {
    const { id } = ok(await sendRow<Json>(operator, `${at}/add`, sampleRow(resource, mine)));
    // The first rows and the new one: shipped lists are long.
    const first = ok(await operator.get<Page<Json>>(`${at}/getpage`, { orderBy: 'id', pageSize: 10 })).list;
    const ids = [...first.map((row) => row.id), id];
    const { body } = await operator.download(`${at}/exportdatatable`, {
      dataTable: { filters: [{ field: 'id', op: 'in', value: ids }] },
      format: 'csv',
    });
    const reply = await operator.upload<{ counts: Record<string, number>; rows: unknown[] }>(
      `${at}/importFile`,
      { dryRun: 1 },
      { name: 'again.csv', content: body },
    );
    const { counts, rows } = ok(reply);
    expect({ counts, rows: rows.slice(0, counts['same'] === 0 ? 3 : 0) }).toMatchObject({
      counts: { new: 0, changed: 0, faulty: 0 },
    });
    expect(counts['same']).toBeGreaterThan(0);
    ok(await operator.post(`${at}/del`, { id }));
  });

  it('is refused without a session, without the header, and without permission', async () => {
    for (const verb of ['getall', 'getpage', 'get', 'exportall'])
      expect((await product.anonymous.get(`${at}/${verb}`, { id: 1 })).code).toBe(901);
    expect((await sendRow(product.anonymous, `${at}/add`, sampleRow(resource, mine))).code).toBe(901);
    const bare = await product.app.inject({ method: 'POST', url: `${at}/add`, payload: {} });
    expect(bare.json()).toMatchObject({ code: 403 });
  });

  it('refuses what is too long, on no list, of another enterprise or there already, naming the field', async () => {
    const row = sampleRow(resource, mine);
    const theirs = sampleRow(resource, other);
    const refused = async (key: string, value: unknown) => {
      const reply = await sendRow(operator, `${at}/add`, { ...row, [key]: value });
      expect([key, reply.code]).toEqual([key, 400]);
      if (resource.fields[key]?.refers === undefined) expect(reply.field).toBe(key);
    };
    for (const [key, field] of Object.entries(resource.fields)) {
      // A file's name is that of the file.
      const given = !field.readOnly && !(resource.name === 'fileRecord' && key === 'fileName');
      if (!given || row[key] === undefined) continue;
      if (field.kind === 'text' && field.max !== undefined) await refused(key, '长'.repeat(field.max + 1));
      if (field.kind === 'choice') await refused(key, 'no such choice');
      if (field.kind === 'decimal' || field.kind === 'integer') await refused(key, 'many');
      if (isOwned(resource, key, field)) await refused(key, theirs[key]);
    }
    const { id } = ok(await sendRow<Json>(operator, `${at}/add`, row));
    for (const fields of resource.unique) {
      const again = {
        ...sampleRow(resource, mine),
        ...Object.fromEntries(fields.map((key) => [key, row[key]])),
      };
      expect((await sendRow(operator, `${at}/add`, again)).code).toBe(409);
    }
    ok(await operator.post(`${at}/del`, { id }));
  });

  it('names the field that is missing', async () => {
    const { [resource.title]: _, ...row } = sampleRow(resource, mine);
    expect(await operator.post(`${at}/add`, row)).toMatchObject(
      ['fileRecord', 'checkplanCheckfile'].includes(resource.name)
        ? { code: 400, field: 'upFile' }
        : { code: 400, field: resource.title },
    );
  });
});

// What the product alone writes is read like everything else; no call changes it, not even the operator's.
describe.each(kept.map((r) => [r.name, r] as const))('%s', (_name, resource) => {
  const at = addressOf(resource);

  it('is listed, read and exported', async () => {
    const rowsOf = async () => ok(await operator.get<Page<Json>>(`${at}/getpage`, { pageSize: 5 })).list;
    await expect.poll(async () => (await rowsOf()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    const [row] = await rowsOf();
    expect(ok(await operator.get<Json>(`${at}/get`, { id: row?.id }))).toMatchObject({ id: row?.id });
    const sheet = await operator.download(`${at}/exportall`, { format: 'csv' });
    expect(sheet.body.length).toBeGreaterThan(20);
    expect((await product.anonymous.get(`${at}/getall`)).code).toBe(901);
  });

  it('refuses to be changed through any call, in a sentence', async () => {
    const [row] = ok(await operator.get<Page<Json>>(`${at}/getpage`, { pageSize: 1 })).list;
    for (const verb of ['add', 'edit', 'editfield', 'del']) {
      const reply = await operator.post(`${at}/${verb}`, { ...row, fieldName: 'remarks', fieldValue: 'x' });
      expect(reply, verb).toMatchObject({
        code: 403,
        message: expect.stringContaining('kept by the system'),
      });
    }
    const file = { name: 'a.csv', content: Buffer.from('Time\n2026-01-01') };
    expect((await operator.upload(`${at}/importFile`, {}, file)).code).toBe(403);
    expect(ok(await operator.get<Json>(`${at}/get`, { id: row?.id }))).toMatchObject({ ...row });
  });
});
