import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { type WholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { type Db, openDatabase, TAKES } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { withScope } from '#server/database/scope.ts';
import { isLimited, limitRules } from './limitRule.ts';
import { shipLimits } from './limitPolicy.ts';

let product: Product;
let operator: Client;
/** The enterprise at its first site, and the same at a second one, which the account under test is limited to. */
let first: WholeEnterprise;
let second: WholeEnterprise;
let limited: Client;
let limitedItself: Client;

const written = resources.filter((one) => one.scope !== null && !one.readOnly);
/** Rows whose reference the product fills in by itself name nothing here, and are seen by the whole enterprise. */
const filledIn = (resource: Resource): boolean => {
  const pointing = Object.values(resource.fields).filter(
    ({ refers }) => refers !== undefined && (refers === 'org' || isLimited(resourceOf(refers))),
  );
  return pointing.length > 0 && pointing.every((field) => field.readOnly);
};
const narrowed = written.filter((one) => isLimited(one) && !filledIn(one));

/** Whether every object that the definition points to is one that `second` has of its own. */
const OWN = ['monitorSite', 'ammeter', 'gateway', 'collectorChannel', 'orgUnit', 'org'];
const standsAlone = (resource: Resource): boolean =>
  Object.entries(resource.fields).every(
    ([key, { refers }]) =>
      refers === undefined ||
      key === resource.scope ||
      OWN.includes(refers) ||
      !isLimited(resourceOf(refers)),
  );

/** A new site or unit lies in no limit yet, a board shows the whole enterprise, an account needs an
 * agreement, how a camera is reached is for operators. */
const NOT_BY_ITSELF = [
  'monitorSite',
  'orgUnit',
  'displayBoard',
  'priceInvoice',
  'priceStop',
  'iVideoControl',
];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  ({ first, second, limited, limitedItself } = await buildTwoSites(product));
});
afterAll(() => product.close());

interface Row {
  readonly id: number;
}

const seen = async (resource: Resource, id: number): Promise<boolean> => {
  const one = await limited.get(`${addressOf(resource)}/get`, { id });
  const itself = await limitedItself.get(`${addressOf(resource)}/get`, { id });
  expect(itself.code, `${resource.name}: limits of a role and of an account agree`).toBe(one.code);
  const filters = [{ field: 'id', op: 'eq', value: id }];
  const page = ok(
    await limited.get<{ list: Row[] }>(`${addressOf(resource)}/getdatatable`, { dataTable: { filters } }),
  );
  expect(page.list.length === 1, `${resource.name}: list and row agree`).toBe(one.code === 200);
  return one.code === 200;
};

describe('a role limited to one site', () => {
  it.each(narrowed.map((one) => [one.name, one] as const))(
    'sees of %s what lies there, and nothing of the other site',
    async (_name, resource) => {
      const there = await add(operator, resource.name, sampleRow(resource, first));
      expect(await seen(resource, there)).toBe(false);
      for (const verb of ['edit', 'editfield', 'del'])
        expect(
          (
            await limited.post(`${addressOf(resource)}/${verb}`, {
              id: there,
              fieldName: 'remark',
              fieldValue: 'taken over',
              remark: 'taken over',
            })
          ).code,
        ).toBe(404);
      const row = sampleRow(resource, first);
      expect((await limited.post(`${addressOf(resource)}/add`, row)).code).not.toBe(200);
      if (!standsAlone(resource) || NOT_BY_ITSELF.includes(resource.name)) return;
      const here = await add(limited, resource.name, sampleRow(resource, second));
      expect(await seen(resource, here)).toBe(true);
    },
  );

  it('sees what belongs to no site', async () => {
    const holiday = await add(operator, 'holiday', sampleRow(resourceOf('holiday'), first));
    expect(await seen(resourceOf('holiday'), holiday)).toBe(true);
    const everywhere = { ...sampleRow(resourceOf('timezone'), first), siteIdList: '' };
    expect(await seen(resourceOf('timezone'), await add(operator, 'timezone', everywhere))).toBe(true);
  });

  it.each([
    ['deviceFile', 'device', () => ({ deviceName: 'Press', deviceCode: unique() })],
    ['workOrderFile', 'workOrder', () => ({ orderName: unique('Order ') })],
    ['orgFile', 'org', null],
  ] as const)(
    'sees and loads of the files of %s what hangs on something in view',
    async (name, of, fields) => {
      const [resource, file] = [resourceOf(name), resourceOf('fileRecord')];
      for (const { consumerId, siteId } of [first, second]) {
        const on = fields ? await add(operator, of, { ...fields(), consumerId, siteId }) : siteId;
        const drawing = { name: 'drawing.txt', content: Buffer.from(unique()) };
        const { fileRecordId } = ok(
          await operator.upload<{ fileRecordId: number }>(
            `${addressOf(resource)}/add`,
            { [`${of}Id`]: on },
            drawing,
          ),
        );
        const here = siteId === second.siteId;
        expect(await seen(file, fileRecordId)).toBe(here);
        const { body } = await limited.download(`${addressOf(file)}/download`, { id: fileRecordId });
        if (here) expect(body).toEqual(drawing.content);
        else expect(JSON.parse(body.toString())).toMatchObject({ code: 404 });
      }
    },
  );

  it('is told why it cannot set up a board, which shows the whole enterprise', async () => {
    const board = { boardName: unique('Board'), consumerId: first.consumerId, figures: 'month' };
    const reply = await limited.post('/api/sys/displayBoard/add', board);
    expect(reply).toMatchObject({ code: 403 });
    expect(reply.message).toMatch(/limited to a part/);
  });

  it('is told of its own gateways and meters alone', async () => {
    const { db } = product.database;
    for (const { gatewayId, ammeterId, consumerId } of [first, second])
      await sql`insert into notice (consumer_id, kind, object_id, level, text, since) values
        (${consumerId}, 'gatewaySilent', ${gatewayId}, 2, '{"zh": "x", "en": "x"}', now()),
        (${consumerId}, 'meterSilent', ${ammeterId}, 2, '{"zh": "x", "en": "x"}', now())`.execute(db);
    const { list } = ok(
      await limited.get<{ list: { objectId: number }[] }>('/api/sys/notice/getlist', { state: 'open' }),
    );
    expect(new Set(list.map((one) => one.objectId))).toEqual(new Set([second.gatewayId, second.ammeterId]));
  });
});

describe('the policies', () => {
  it('stand on every table that a rule names, and no table lacks one whose rows name a site or a meter', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_policy p
      join pg_class c on c.oid = p.polrelid where p.polname = 'limited' and not p.polpermissive`.execute(
      product.database.db,
    );
    const live = new Set(rows.map((row) => row.name));
    expect([...limitRules().keys()].filter((table) => !live.has(table))).toEqual([]);
    for (const resource of written) {
      const names = Object.values(resource.fields).some(
        ({ refers }) => refers === 'monitorSite' || refers === 'ammeter' || refers === 'gateway',
      );
      if (names) expect(live, resource.name).toContain(snake(resource.name));
    }
  });

  it('are left alone by the next start, and made anew where they differ', async () => {
    const { db } = product.database;
    const oids = async () =>
      (await sql`select oid from pg_policy where polname = 'limited' order by 1`.execute(db)).rows;
    const before = await oids();
    await shipLimits(db);
    expect(await oids()).toEqual(before);
    await sql`drop policy limited on timezone`.execute(db);
    await shipLimits(db);
    expect(await oids()).toHaveLength(before.length);
  });

  it('are no part of the statements of those who have no limit', async () => {
    const planOf = async (limit: readonly number[]): Promise<string> =>
      withScope(
        product.database.app,
        [first.consumerId],
        async (trx) =>
          JSON.stringify((await sql`explain (format json) select id from ammeter`.execute(trx)).rows),
        limit,
      );
    const { rows } = await sql<{ takes: boolean }>`select ${sql.raw(TAKES.limited)} as takes`.execute(
      product.database.db,
    );
    expect(await planOf([second.siteId])).toContain('org_ammeter');
    if (rows[0]?.takes) expect(await planOf([])).not.toContain('org_ammeter');
  });

  it('are not passed by a database user who cannot take their role', async () => {
    const { db, connectionString } = product.database;
    const user = `plain_${unique().toLowerCase()}`;
    await sql.raw(`create role ${user} login password 'plain'`).execute(db);
    const url = new URL(connectionString);
    url.username = user;
    url.password = 'plain';
    const plain = await openDatabase(url.href, { log: silent, max: 1, role: 'app' });
    const one = (trx: Db): Promise<unknown> => sql`select 1`.execute(trx);
    try {
      await sql`alter policy limited on gateway to meterhouse_limited`.execute(db);
      await expect(withScope(plain.db, [first.consumerId], one, [second.siteId])).rejects.toThrow(
        /limits of roles/,
      );
      await expect(withScope(plain.db, [first.consumerId], one)).resolves.toBeDefined();
    } finally {
      await shipLimits(db);
      await plain.close();
      await sql.raw(`drop role ${user}`).execute(db);
    }
  });
});
