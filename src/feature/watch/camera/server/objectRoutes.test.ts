import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { CameraWire } from '../contract.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct({ VIDEO_SERVER_URL: 'https://v.example/?src={camera}' });
  operator = await product.operator();
  mine = await buildEnterprise(product);
  const { consumerId, siteId } = mine;
  const at = { consumerId, siteId };
  await add(operator, 'iVideoControl', {
    ...at,
    cameraName: 'Gate',
    cameraCode: unique(),
    cameraKind: 'external',
    streamPath: 'gate',
  });
  await add(operator, 'iRemoteControl', { ...at, controlName: 'Pump', controlCode: unique() });
});
afterAll(() => product.close());

/** The account of the enterprise with a role that may do this alone. */
async function allowed(...funCodes: readonly string[]): Promise<Client> {
  const ids: number[] = [];
  for (const funCode of funCodes)
    for (const { id } of ok(await operator.get<{ id: number }[]>('/api/sys/fun/searchall', { funCode })))
      ids.push(id);
  const roleId = await add(operator, 'orgRole', {
    roleName: unique('Role '),
    roleCode: unique(),
    orgFunList: ids,
  });
  ok(await operator.post('/api/sys/orgEmployee/edit', { id: mine.userId, roleIdList: String(roleId) }));
  return product.login(mine.userName, PASSWORD);
}

const items = async (client: Client) =>
  ok(
    await client.get<{ cameras: readonly CameraWire[]; controls: readonly unknown[] }>(
      '/api/archive/monitorItem/getCameraAndControlItems',
    ),
  );

it('where a camera plays is told to who may watch it, and outputs to who may see them', async () => {
  const clerk = await items(await allowed('archive.ammeter.view'));
  expect(clerk.cameras).toMatchObject([{ cameraName: 'Gate', url: null, mover: null }]);
  expect(clerk.controls).toEqual([]);
  const both = await items(await allowed('SDNWatch.SDNCamera', 'archive.iRemoteControl.view'));
  expect(both.cameras).toMatchObject([{ cameraName: 'Gate', url: 'https://v.example/?src=gate' }]);
  expect(both.controls).toMatchObject([{ controlName: 'Pump' }]);
});
