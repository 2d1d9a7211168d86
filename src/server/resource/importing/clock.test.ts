import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { resourceOf } from '#resource/index.ts';
import { add } from '#test/build.ts';
import { GAUGE_SERIAL } from '#test/build/code.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { type StyledCell, xlsx, xlsxRow } from '#test/xlsx.ts';
import { serialOf } from '../../sheet/cell.ts';
import type { Receipt } from './importRow.ts';

// Times in sheets are those of the clocks of the enterprise, whatever the clock of the server is.

let product: Product;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product, { timeZone: 'America/New_York' });
});
afterAll(() => product.close());

type Row = Readonly<Record<string, unknown>>;

const TRACES = addressOf(resourceOf('deviceTrace'));
const serial = serialOf('2026-03-05T14:30:00');

async function send(path: string, name: string, content: Buffer, dryRun = 0): Promise<Receipt> {
  const operator = await product.operator();
  const params = { orgId: mine.consumerId, dryRun };
  return ok(await operator.upload<Receipt>(`${path}/importFile`, params, { name, content }));
}

const traces = async (): Promise<readonly Row[]> => {
  const operator = await product.operator();
  const params = { consumerId: mine.consumerId, orderBy: 'id', pageSize: 100 };
  return ok(await operator.get<Page<Row>>(`${TRACES}/searchpage`, params)).list;
};

describe('times in a sheet', () => {
  it('are read by the clock of the enterprise, in whatever way they are written', async () => {
    const cells: [string, string | number | StyledCell][] = [
      ['a date cell', { style: 1, value: serial }],
      ['its day number', serial],
      ['written', '2026/3/5 14:30'],
      ['in Chinese', '2026年3月5日 14:30'],
      ['with its offset', '2026-03-06T03:30:00+08:00'],
      ['a day', '2026-03-05'],
      ['an untold order', '3/5/2026 14:30'],
      ['no day', '14:30'],
      ['milliseconds', 1_772_721_000_000],
    ];
    const rows = cells.map(([title, cell], i) => xlsxRow(i + 2, [title, 'Press 1', cell]));
    const done = await send(
      TRACES,
      'traces.xlsx',
      xlsx([xlsxRow(1, ['事项', '设备', '发生时间']), ...rows].join('')),
    );
    expect(done.counts).toEqual({ new: 6, changed: 0, same: 0, faulty: 3 });
    expect((await traces()).map(({ title, happenedAt }) => [title, happenedAt])).toEqual([
      ...cells.slice(0, 5).map(([title]) => [title, '2026-03-05T19:30:00.000Z']),
      ['a day', '2026-03-05T05:00:00.000Z'],
    ]);
    expect(done.rows.flatMap(({ faults }) => faults.map(({ field }) => field))).toEqual([
      'happenedAt',
      'happenedAt',
      'happenedAt',
    ]);
  });

  it('are written by that clock and come back unchanged, to the second time of an hour and the part of a second', async () => {
    const operator = await product.operator();
    const { consumerId } = mine;
    for (const happenedAt of [
      '2025-11-02T05:30:00.000Z',
      '2025-11-02T06:30:00.000Z',
      '2026-01-05T06:30:00.250Z',
    ])
      await add(operator, 'deviceTrace', {
        title: `At ${happenedAt}`,
        deviceId: mine.archive['device'],
        consumerId,
        happenedAt,
      });
    const all = (await traces()).length;
    const ids = (await traces()).map(({ id }) => id);
    const dataTable = { filters: [{ field: 'id', op: 'in', value: ids }] };
    for (const format of ['csv', 'xlsx']) {
      const { body } = await operator.download(`${TRACES}/exportdatatable`, { dataTable, format });
      if (format === 'csv') expect(body.toString()).toContain('2026-03-05 14:30');
      expect((await send(TRACES, `traces.${format}`, body, 1)).counts).toEqual({
        new: 0,
        changed: 0,
        same: all,
        faulty: 0,
      });
    }
  });

  it('of records that are read alone are told to the second', async () => {
    const operator = await product.operator();
    const { body } = await operator.download('/api/sys/operLog/exportdatatable', {
      fieldName: 'at',
      format: 'csv',
    });
    const [, ...lines] = body.toString().trim().split('\r\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });

  it('put a replacement into the life of its meter at the minute that was written', async () => {
    const operator = await product.operator();
    const { consumerId } = mine;
    await operator.post('/api/yunshui/gaugeConfigure/edit', {
      id: mine.archive['gaugeConfigure'],
      ammeterId: mine.ammeterId,
    });
    const at = addressOf(resourceOf('gaugeReplaceConfigure'));
    const head = ['原出厂编号', '原管理编号', '新出厂编号', '新管理编号', '更换时间'];
    const row = [GAUGE_SERIAL, 'M-1', 'N-1', 'M-2', { style: 1, value: serial }];
    const done = await send(at, '更换.xlsx', xlsx(xlsxRow(1, head) + xlsxRow(2, row)));
    expect(done.counts).toMatchObject({ new: 1, faulty: 0 });
    const { list } = ok(await operator.get<Page<Row>>(`${at}/searchpage`, { consumerId }));
    expect(list).toMatchObject([{ installTime: '2026-03-05T19:30:00.000Z' }]);
  });
});
