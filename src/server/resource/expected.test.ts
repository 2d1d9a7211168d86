import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import { resourceOf } from '#resource/index.ts';
import { add } from '#test/build.ts';
import { buildWholeEnterprise } from '#test/build/whole.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const EDIT = `${addressOf(resourceOf('deviceTrace'))}/edit`;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

it('the time to which another person changed a field is told on the clock of the enterprise', async () => {
  const operator = await product.operator();
  const { consumerId, archive } = await buildWholeEnterprise(product, { timeZone: 'America/New_York' });
  const happenedAt = '2026-03-05T19:30:00.000Z';
  const trace = { title: 'Inspection', deviceId: archive['device'], consumerId, happenedAt };
  const id = await add(operator, 'deviceTrace', trace);
  ok(await operator.post(EDIT, { id, happenedAt: '2026-03-05T21:30:00.000Z' }));
  const expected = JSON.stringify({ happenedAt });
  const late = await operator.post(EDIT, { id, happenedAt: '2026-03-05T20:00:00.000Z', expected });
  expect(late).toMatchObject({ code: 409, field: 'happenedAt' });
  expect(late.message).toContain('“2026-03-05 16:30”');
});
