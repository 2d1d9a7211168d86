import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { add, buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';

interface Node {
  readonly key: number | string;
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly isConsumer: boolean;
  readonly orgCode: string;
  readonly orgType: string | null;
  readonly isHeader: boolean;
  readonly children: readonly Node[];
}

let product: Product;
let operator: Client;
let first: Enterprise;
let second: Enterprise;
let alone: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  [first, second, alone] = [
    await buildEnterprise(product),
    await buildEnterprise(product),
    await buildEnterprise(product),
  ];
});
afterAll(() => product.close());

const group = (groupName: string, members: readonly number[], state = '1') =>
  add(operator, 'group', { groupName, groupCode: unique(), consumerIdList: members.join(','), state });
const tree = async (client: Client): Promise<readonly Node[]> =>
  ok(await client.get<readonly Node[]>('/api/archive/consumer/getConsumerAndGroup'));
const outline = (nodes: readonly Node[]) =>
  nodes.filter(({ kind }) => kind === 'group').map(({ title, children }) => [title, children.map(({ id }) => id)]); // prettier-ignore

describe('groups and enterprises', () => {
  it('an operator sees enterprises below their groups, in each that they are members of, the others after them', async () => {
    await group('Steel', [first.consumerId, second.consumerId]);
    await group('Coast', [second.consumerId]);
    await group('Old', [first.consumerId], '0');
    await group('Empty', []);
    const nodes = await tree(operator);
    expect(outline(nodes)).toEqual([
      ['Coast', [second.consumerId]],
      ['Steel', [first.consumerId, second.consumerId]],
    ]);
    const rest = nodes.filter(({ kind }) => kind !== 'group');
    expect(rest.map(({ id }) => id)).toContain(alone.consumerId);
    expect(rest.map(({ id }) => id)).not.toContain(first.consumerId);
    expect(rest.every(({ kind, isConsumer, orgType }) => kind === 'consumer' && isConsumer && orgType === '40')).toBe(true); // prettier-ignore
    const keys = nodes.flatMap((node) => [node.key, ...node.children.map(({ key }) => `${node.key}/${key}`)]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('an enterprise sees its own groups with itself alone in them, of others nothing', async () => {
    expect(outline(await tree(second.client))).toEqual([
      ['Coast', [second.consumerId]],
      ['Steel', [second.consumerId]],
    ]);
    expect(await tree(alone.client)).toEqual([
      expect.objectContaining({ kind: 'consumer', id: alone.consumerId, children: [] }),
    ]);
  });

  it('a member that is gone leaves its group as it is', async () => {
    const gone = await add(operator, 'consumer', { orgName: unique('Gone '), orgCode: unique() });
    await group('Leavers', [gone, alone.consumerId]);
    await sql`delete from consumer where id = ${gone}`.execute(product.database.db);
    expect(outline(await tree(alone.client))).toEqual([['Leavers', [alone.consumerId]]]);
  });

  it('the session tells the group, the type, the classification and the meter of the enterprise', async () => {
    const info = async ({ client }: Enterprise) =>
      ok(
        await client.get<{
          user: { empClassifyId: string | null };
          consumers: {
            groupName: string;
            orgType: string;
            ammeterId: number | null;
            dataAmmeterId: number | null;
          }[];
        }>('/api/sys/getUserInfo'),
      );
    const consumer = async (one: Enterprise) => (await info(one)).consumers[0];
    expect(await consumer(first)).toMatchObject({
      groupName: 'Steel',
      orgType: '40',
      ammeterId: first.ammeterId,
      dataAmmeterId: first.ammeterId,
    });
    ok(await operator.post('/api/sys/orgEmployee/edit', { id: first.userId, empClassifyId: 'duty' }));
    expect((await info(first)).user.empClassifyId).toBe('duty');
    // Two meters at the top: none stands for the enterprise alone, until a list names one.
    const other = await add(operator, 'ammeter', {
      ammeterName: 'Second',
      ammeterCode: unique(),
      consumerId: first.consumerId,
      siteId: first.siteId,
    });
    expect((await consumer(first))?.ammeterId).toBeNull();
    await add(operator, 'orgAmmeter', {
      orgId: first.consumerId,
      consumerId: first.consumerId,
      dataType: '1',
      ammeterId: other,
    });
    expect((await consumer(first))?.ammeterId).toBe(other);
  });

  it('the tree of an enterprise has code, type and header of every node', async () => {
    const [root] = ok(
      await first.client.get<readonly Node[]>('/api/sys/orgUnit/getOrgTree', {
        consumerId: first.consumerId,
      }),
    );
    expect(root).toMatchObject({ key: first.consumerId, orgType: '40', isHeader: true });
    expect(root?.children.map(({ key, orgType, isHeader }) => ({ key, orgType, isHeader }))).toEqual(
      expect.arrayContaining([
        { key: first.siteId, orgType: '45', isHeader: false },
        { key: first.unitId, orgType: '42', isHeader: false },
      ]),
    );
    expect(root?.children.every(({ orgCode }) => orgCode !== '')).toBe(true);
  });

  it('a menu says what each of its functions does', async () => {
    interface Menu {
      readonly funCode: string;
      readonly data: { readonly funCode: string };
      readonly funType: string;
      readonly operType: string | null;
      readonly children: readonly Menu[];
    }
    const menus = ok(await first.client.get<readonly Menu[]>('/api/sys/getAllMenus'));
    const all = (nodes: readonly Menu[]): Menu[] => nodes.flatMap((node) => [node, ...all(node.children)]);
    for (const node of all(menus)) {
      expect(node.data.funCode).toBe(node.funCode);
      expect([node.funCode, node.operType]).toEqual([node.funCode, node.funType === 'group' ? null : 'view']);
    }
    const { rows } = await sql<{ code: string; oper: string }>`
      select fun_code as code, oper_type as oper from fun where fun_type = 'button'
        and fun_code in ('archive.ammeter.del', 'archive.ammeter.import')`.execute(product.database.db);
    expect(rows.toSorted((a, b) => a.oper.localeCompare(b.oper))).toEqual([
      { code: 'archive.ammeter.del', oper: 'del' },
      { code: 'archive.ammeter.import', oper: 'import' },
    ]);
  });
});
