import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type RunningProduct, startProduct } from '../../bench/product.ts';
import { Client } from '../demonstration/client.ts';
import { type Province, startProvince } from '../platform/province.ts';
import { linesOf, reportedOf, rowsOf, totalOf } from './report.ts';
import { runScore } from './score.ts';
import { seasonsOf } from './story.ts';

const KINDS = [
  'a zero in a growing register',
  'replacement with a record',
  'CT ratio changed, recorded',
  'gap at the end',
  'late by days',
  'summer time ends (Berlin)',
  'import over a gap',
];

describe.skipIf(!process.env['TEST_ALL'])('a week of twelve meters in a product of its own', () => {
  let product: RunningProduct;
  let province: Province;
  beforeAll(async () => {
    product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
    province = await startProvince();
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    await province.close();
  }, 60_000);

  it('has no wrong figure', async () => {
    const client = new Client(product.baseUrl);
    await client.login('operator', PASSWORD);
    const score = await runScore(client, seasonsOf(20, 26), {
      kinds: KINDS,
      upward: { province, ownPassword: PASSWORD },
    });
    const rows = rowsOf(score);
    expect(rows.reduce((sum, row) => sum + row.meters, 0)).toBe(12);
    expect([...linesOf(score, [])].filter((line) => line.includes('wrong'))).toEqual([]);
    expect(totalOf(rows)).toMatchObject({ wrong: 0 });
    // Seven days and a month of each meter of China's clock, by both protocols.
    const upward = reportedOf(score);
    expect(upward.map(({ verdicts }) => verdicts.wrong)).toEqual([0, 0]);
    for (const { figures, meters, verdicts } of upward) {
      expect(figures).toBe(meters * 8);
      expect(verdicts.exact).toBeGreaterThan(20);
    }
    // Of every meter all buckets, of every kind the answers about its meters together.
    expect(totalOf(rows).figures).toBeGreaterThan(12 * (7 * 24 * 5 + 7 + 1) + KINDS.length * 7 * 6);
  }, 600_000);
});
