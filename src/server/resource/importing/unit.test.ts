import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { xlsx, xlsxRow } from '#test/xlsx.ts';
import { headerOf } from '../excel.ts';
import type { Receipt } from './importRow.ts';
import { otherUnit } from './unit.ts';

const fieldOf = (resource: string, name: string): Field => {
  const field = resourceOf(resource).fields[name];
  if (!field) throw new Error(`${resource} has no ${name}`);
  return field;
};

describe('the unit in a header', () => {
  it.each([
    ['outputValue', 'outputValue', '总产值（元）', '万元'],
    ['outputValue', 'outputValue', '总产值（亿元）', '万元'],
    ['outputValue', 'outputValue', 'Output value (yuan)', '万元'],
    ['ammeter', 'ratedPower', '额定功率（MW）', 'kW'],
    ['ammeter', 'ratedPower', '额定功率【万千瓦】', 'kW'],
    ['gaugeConfigure', 'alignCycle', '检定周期（年）', '月'],
    ['deviceTrace', 'cost', '费用(万元)', '元'],
    ['priceScheme', 'price1', '尖电价（元/MWh）', '元/kWh'],
    ['priceScheme', 'demandPrice', '需量电价（元/kVA·月）', '元/kW·月'],
  ])('%s.%s: %s is refused, it should be %s', (resource, name, header, unit) => {
    expect(otherUnit(fieldOf(resource, name), header)?.zh).toBe(unit);
  });

  it.each([
    ['outputValue', 'outputValue', '总产值（万元）'],
    ['outputValue', 'outputValue', 'Output value (10⁴ CNY)'],
    ['ammeter', 'ratedPower', '额定功率（千瓦）'],
    ['ammeter', 'ratedPower', '额定功率（必填，kW）'],
    ['ammeter', 'ratedPower', '额定功率（选填）（kW）'],
    ['ammeter', 'ammeterName', '表计名称（kWh）'],
    ['gaugeConfigure', 'alignCycle', '检定周期（个月）'],
    ['priceScheme', 'price1', '尖电价（元/度）'],
    ['priceScheme', 'demandPrice', '需量电价（元/千瓦·月）'],
    ['deviceTrace', 'cost', '费用（CNY）'],
  ])('%s.%s: %s fits', (resource, name, header) => {
    expect(otherUnit(fieldOf(resource, name), header)).toBeUndefined();
  });

  it('of every column of our own is that of its field', () => {
    for (const { name, fields } of resources)
      for (const [key, field] of Object.entries<Field>(fields))
        for (const language of ['zh', 'en'] as const)
          expect(otherUnit(field, headerOf(field, language)), `${name}.${key}`).toBeUndefined();
  });
});

describe('a file', () => {
  let product: Product;
  let mine: Enterprise;
  beforeAll(async () => {
    product = await startProduct();
    mine = await buildEnterprise(product);
  });
  afterAll(() => product.close());

  const send = async (resource: string, name: string, content: Buffer) =>
    (await product.operator())
      .in('zh')
      .upload<Receipt>(
        `${addressOf(resourceOf(resource))}/importFile`,
        { orgId: mine.consumerId, dryRun: 0 },
        { name, content },
      );

  it('in another unit than its field’s is refused as a whole, naming the column', async () => {
    const content = Buffer.from('统计年份,总产值（元）,增加值（万元）,销售收入\n2025,1200000000,1,1\n');
    expect(await send('outputValue', '产值.csv', content)).toMatchObject({
      code: 400,
      field: 'upFile',
      message: expect.stringContaining('列“总产值（元）”的单位应为 万元'),
    });
    const right = Buffer.from('统计年份,总产值（万元）,增加值（必填）,销售收入\n2025,120000,1,1\n');
    expect(ok(await send('outputValue', '产值.csv', right)).counts).toMatchObject({ new: 1, faulty: 0 });
  });

  it('with percentages is read as it is shown, in columns of per cent', async () => {
    const head = ['名称', '对象', '需量限值', '预警比例'];
    const row = (name: string, limit: number | { style: number; value: number }, share: number, n: number) =>
      xlsxRow(n, [name, 'Main site', limit, { style: 2, value: share }]);
    const content = xlsx(
      xlsxRow(1, head) + row('A', 100, 0.8, 2) + row('B', { style: 2, value: 0.5 }, 0.07, 3),
    );
    const done = ok(await send('demandGuard', '限值.xlsx', content));
    expect(done.counts).toEqual({ new: 1, changed: 0, same: 0, faulty: 1 });
    // What was not taken comes back as it was shown.
    expect(done.rows.flatMap(({ faults }) => faults)).toMatchObject([{ field: 'warnShare', value: '7%' }]);
    const { list } = ok(
      await (
        await product.operator()
      ).get<Page<object>>('/api/price/demandGuard/searchpage', {
        consumerId: mine.consumerId,
      }),
    );
    expect(list).toMatchObject([{ guardName: 'A', limitPower: 100, warnShare: 80 }]);
  });
});
