import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

it('groups hold enterprises, and an operator reads the name of the group beside each', async () => {
  const groupName = unique('Group ');
  const { id } = ok(
    await operator.post<{ id: number }>('/api/sys/group/addGroup', {
      groupName,
      groupCode: unique(),
      consumerIdList: String(mine.consumerId),
    }),
  );
  const groupOf = async (client: Client) =>
    ok(
      await client.get<{ consumers: { orgId: number; groupName: string | null }[] }>('/api/sys/getUserInfo'),
    ).consumers.find((one) => one.orgId === mine.consumerId)?.groupName;
  expect(await groupOf(operator)).toBe(groupName);
  ok(await operator.post('/api/sys/group/editGroup', { id, groupName: `${groupName} 2` }));
  expect(ok(await operator.get<object[]>('/api/sys/group/getAll'))).toContainEqual(
    expect.objectContaining({ groupName: `${groupName} 2`, consumerIdList: [mine.consumerId] }),
  );
  ok(await operator.post('/api/sys/group/del', { id }));
  expect(await groupOf(operator)).toBeNull();
});

it('an organisation has energies of its own', async () => {
  const { consumerId, siteId } = mine;
  for (const [orgId, dataType] of [
    [consumerId, '1'],
    [consumerId, '2'],
    [siteId, '4'],
  ] as const)
    await add(operator, 'consumerEnergyConfig', { consumerId, orgId, dataType });
  const energiesOf = async (orgId: number) =>
    ok(
      await mine.client.get<{ dataType: string }[]>('/api/archive/consumerEnergyConfig/getByOrgId', {
        orgId,
      }),
    ).map((one) => one.dataType);
  expect(await energiesOf(consumerId)).toEqual(['1', '2']);
  expect(await energiesOf(siteId)).toEqual(['4']);
});
