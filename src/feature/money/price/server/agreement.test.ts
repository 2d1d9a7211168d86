import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';

interface Agreement {
  readonly id: number;
  readonly planType: string;
  readonly remark: string | null;
  readonly rem: string | null;
}

const AT = '/api/price/priceAgreement';
let product: Product;
let operator: Client;
let own: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  own = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

test('an agreement has the type of its scheme, follows it, and keeps its remark under both names', async () => {
  const { consumerId, planId } = own;
  const terms = { consumerId, orgId: consumerId, planId, beginDt: '2024-01-01' };
  const { id } = ok(
    await operator.post<Agreement>(`${AT}/add`, {
      ...terms,
      measureAccount: 'A',
      planType: '3',
      rem: 'By phone',
    }),
  );
  const read = async (): Promise<Agreement> => ok(await operator.get<Agreement>(`${AT}/get`, { id }));
  expect(await read()).toMatchObject({ planType: '1', rem: 'By phone', remark: 'By phone' });
  ok(
    await operator.post('/api/price/priceScheme/editfield', {
      id: planId,
      fieldName: 'schemeType',
      fieldValue: '2',
    }),
  );
  expect(await read()).toMatchObject({ planType: '2' });
  ok(await operator.post(`${AT}/editfield`, { id, fieldName: 'rem', fieldValue: 'In writing' }));
  expect(await read()).toMatchObject({ rem: 'In writing', remark: 'In writing' });
  // Where both are given the field's own name counts; an empty one empties.
  ok(await operator.post(`${AT}/edit`, { id, remark: 'Own', rem: 'Other' }));
  expect(await read()).toMatchObject({ rem: 'Own', remark: 'Own' });
  ok(await operator.post(`${AT}/edit`, { id, rem: '' }));
  expect(await read()).toMatchObject({ rem: null, remark: null });
});
