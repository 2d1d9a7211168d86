import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addressOf } from '#contract/define.ts';
import { resources } from '#contract/resource/index.ts';
import { add, buildEnterprise, sampleRow, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { allRoutes } from './app.ts';
import type { Route } from './route.ts';

// Every name of the other enterprise holds this word: whatever shows it has leaked.
const MARK = unique('SECRET');

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
/** A row of the other enterprise for every resource that belongs to enterprises. */
const theirRows = new Map<string, number>();

beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
  const operator = await product.operator();
  for (const resource of resources) {
    if (resource.scope === null || resource.readOnly) continue;
    const row = sampleRow(resource, theirs);
    const title = resource.fields[resource.title];
    if (title?.kind === 'text') row[resource.title] = unique(MARK).slice(0, Math.min(60, title.max ?? 60));
    theirRows.set(addressOf(resource), await add(operator, resource.name, row));
  }
  // The account under test may call everything: only the scope stands between it and the others.
  await sql`update org_employee set role_id_list = (select array_agg(id) from org_role)
    where user_name = ${mine.userName}`.execute(product.database.db);
  await sql`update consumer set org_name = ${MARK} where id = ${theirs.consumerId}`.execute(
    product.database.db,
  );
  await sql`update ammeter set ammeter_name = ${MARK} where id = ${theirs.ammeterId}`.execute(
    product.database.db,
  );
  await new Promise((resolve) => setTimeout(resolve, 2100));
});
afterAll(() => product.close());

/** Parameters that point at the other enterprise wherever their name says that they point at something. */
function aimedAtThem(route: Route): Record<string, unknown> {
  const schema = z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' });
  const params: Record<string, unknown> = { ...route.example };
  const address = route.path.slice(0, route.path.lastIndexOf('/'));
  const aims: Readonly<Record<string, number | undefined>> = {
    consumerId: theirs.consumerId,
    orgId: theirs.consumerId,
    siteId: theirs.siteId,
    ammeterId: theirs.ammeterId,
    dataAmmeterId: theirs.ammeterId,
    ammeterIds: theirs.ammeterId,
    userId: theirRows.get('/api/sys/orgEmployee'),
    id: theirRows.get(address) ?? theirs.ammeterId,
  };
  const row = resources.find((r) => addressOf(r) === address);
  if (row && /\/(add|edit)$/.test(route.path)) Object.assign(params, sampleRow(row, theirs));
  for (const name of [...Object.keys(schema.properties ?? {}), 'id', 'orgId', 'consumerId'])
    if (aims[name] !== undefined && (name in (schema.properties ?? {}) || row)) params[name] = aims[name];
  if (row && /\/(getall|getpage|searchall|searchpage)$/.test(route.path)) {
    for (const key of Object.keys(params)) if (!['pageNo', 'pageSize'].includes(key)) delete params[key];
    params['pageSize'] = 1000;
  }
  if (route.path.endsWith('/editfield'))
    Object.assign(params, { fieldName: 'remark', fieldValue: 'taken over' });
  return params;
}

/** Everything that the other enterprise has, to compare before and after. */
async function belongings(): Promise<unknown> {
  const all: unknown[] = [];
  for (const resource of resources) {
    if (resource.scope === null) continue;
    const owner = resource.scope === 'id' ? 'id' : 'consumer_id';
    const table = sql.table(resource.name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
    const { rows } =
      await sql`select * from ${table} where ${sql.ref(owner)} = ${theirs.consumerId} order by id`.execute(
        product.database.db,
      );
    all.push(rows);
  }
  return all;
}

const ENDS_THE_SESSION = /\/(login|logout|lock)$/;

describe('a user of another enterprise', () => {
  it('gets nothing and changes nothing of it through any call', async () => {
    const before = await belongings();
    const leaks: string[] = [];
    let answered = 0;
    for (const route of allRoutes) {
      if (ENDS_THE_SESSION.test(route.path)) continue;
      const params = aimedAtThem(route);
      let body: string;
      if (route.method === 'DOWNLOAD')
        body = (await mine.client.download(route.path, { ...params, format: 'csv' })).body.toString();
      else {
        const reply =
          route.method === 'GET'
            ? await mine.client.get(route.path, params)
            : route.method === 'POST'
              ? await mine.client.post(route.path, params)
              : await mine.client.upload(route.path, params, {
                  name: 'a.csv',
                  content: Buffer.from('a,b\n1,2\n'),
                });
        if (reply.code === 200) answered += 1;
        expect(reply.code, route.path).not.toBe(500);
        body = JSON.stringify(reply);
      }
      if (body.includes(MARK)) leaks.push(`${route.method} ${route.path}: ${body.slice(0, 300)}`);
    }
    expect(leaks).toEqual([]);
    expect(await belongings()).toEqual(before);
    expect(answered).toBeGreaterThan(30);
    // More than two thousand calls: a busy machine takes its time for them.
  }, 300_000);

  it('is refused a row that points into it', async () => {
    const reply = await mine.client.post('/api/archive/ammeter/add', {
      ammeterName: 'Spy',
      ammeterCode: unique(),
      consumerId: mine.consumerId,
      siteId: theirs.siteId,
    });
    expect(reply).toMatchObject({ code: 400, field: 'siteId' });
  });
});
