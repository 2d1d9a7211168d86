import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { resourceOf } from '#resource/index.ts';
import { add, unique } from '#test/build.ts';
import { buildWholeEnterprise, type WholeEnterprise } from '#test/build/whole.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Receipt } from './importRow.ts';

let product: Product;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

it('a file writes of each row what it says otherwise, and leaves what somebody else edits meanwhile', async () => {
  const { client, siteId } = mine;
  const at = addressOf(resourceOf('ammeter'));
  const [first, second] = [unique(), unique()];
  const meter = { ammeterName: 'Incomer', siteId, ratedPower: 5 };
  const id = await add(client, 'ammeter', { ...meter, ammeterCode: first });
  await add(client, 'ammeter', { ...meter, ammeterCode: second });
  const lines = [
    'Meter name,Meter code,Site,Rated power (kW)',
    `Hall,${first},Main site,5`,
    `Incomer,${second},Main site,7`,
  ];
  const other = await product.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('update ammeter set rated_power = 9 where id = $1', [id]);
    const file = { name: 'list.csv', content: Buffer.from(lines.join('\n')) };
    const sent = client.upload<Receipt>(`${at}/importFile`, {}, file);
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ammeter%' and datname = current_database()`;
    await expect.poll(async () => (await product.database.pool.query(waits)).rows.length, { timeout: 20_000 }).toBeGreaterThan(0); // prettier-ignore
    await other.query('commit');
    expect(ok(await sent).counts).toEqual({ new: 0, changed: 2, same: 0, faulty: 0 });
  } finally {
    other.release();
  }
  const { list } = ok(await client.get<Page<Record<string, unknown>>>(`${at}/searchpage`, { pageSize: 100 }));
  const told = (code: string) => list.find((row) => row['ammeterCode'] === code);
  expect(told(first)).toMatchObject({ ammeterName: 'Hall', ratedPower: 9 });
  expect(told(second)).toMatchObject({ ammeterName: 'Incomer', ratedPower: 7 });
});
