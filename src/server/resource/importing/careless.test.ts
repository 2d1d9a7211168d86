import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { resourceOf } from '#resource/index.ts';
import { add } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { buildWholeEnterprise } from '#test/build/whole.ts';
import { gbk } from '#test/gbk.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { xlsx, xlsxBehindHidden, xlsxRow } from '#test/xlsx.ts';
import type { Receipt } from './importRow.ts';

// Workbooks as they come from people: each ends in rows that are right or in sentences that say what is not.

let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
  const { consumerId } = mine;
  await add(mine.client, 'unitConfigure', {
    consumerId,
    processCode: '01',
    unitCode: '02',
    unitName: '轧钢车间',
  });
});
afterAll(() => product.close());

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;

async function send(resource: string, name: string, content: Buffer): Promise<Receipt> {
  const path = `${addressOf(resourceOf(resource))}/importFile`;
  const client = mine.client.in('zh');
  const tried = ok(await client.upload<Receipt>(path, { dryRun: 1 }, { name, content }));
  const done = ok(await client.upload<Receipt>(path, { dryRun: 0 }, { name, content }));
  expect(done.counts).toEqual(tried.counts);
  return done;
}

const rowsOf = async (resource: string): Promise<Rows> =>
  ok(
    await mine.client.get<Page<Rows[number]>>(`${addressOf(resourceOf(resource))}/searchpage`, {
      orderBy: 'id',
      pageSize: 100,
    }),
  ).list;

const reasons = ({ rows }: Receipt): (string | number)[][] =>
  rows
    .filter(({ verdict }) => verdict === 'faulty')
    .flatMap(({ row, faults }) => faults.map(({ field, reason }) => [row, field, reason]));

const sheet = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells, i) => (cells.length === 0 ? '' : xlsxRow(i + 1, cells))).join('');

describe('workbooks of careless people', () => {
  it('meters: names over two rows, dates of every kind, a hidden sheet, totals', async () => {
    const upper = ['★器具名称', '【出厂编号】', '器具类型（必填）', '计量级别', '计量参数', '生产厂家', '规格 型号', '准确度等级', '测量范围', '检定信息', '', '', '安装地点：', '安装日期', '平台表计', '数据采集项', '接入系统']; // prettier-ignore
    const lower = ['', '', '', '', '', '', '', '', '', '检定周期（月）', '*最近检定日期', '检定机构', '', '', '', '', '']; // prettier-ignore
    const meter = (name: string, serNo: string | number, cycle: string | number, day: string | number, place = '一号配电室', platform = '') => // prettier-ignore
      [name, serNo, 15260500, '主要次级用能单位', '电力', '华立', 'DTZ541', 0.5, '3×1.5(6)A', cycle, day, '省计量院', place, 46027, platform, 2330020, 1]; // prettier-ignore
    const content = xlsxBehindHidden(
      sheet([['器具名称', '出厂编号'], ['不该读到', 'X-1']]), // prettier-ignore
      sheet([
        ['2026年计量器具台账'],
        upper,
        lower,
        meter('1号进线', 20230001, '12个月', '2026.1.5', '一号配电室\u00A0 ', ' Incomer\u00A0'),
        meter('2号进线\u200B', '２０２３０００２', '２４', '2026年1月5日'),
        [],
        meter('3号进线', 'S-3', 12, 20260105),
        meter('4号进线', 'S-4', '12 月', 46027),
        meter('5号进线', 'S-5', '一年', '去年', '', '不存在的表'),
        meter('6号进线', 'S-6', 12, '2026-02-30'),
        meter('7号进线', 4.300012345678901e18, 12, '2026/1/5'),
        ['合 计：', '', '', '', '', '', '', '', '', 72],
        ['注：以上器具均在有效期内'],
      ]),
    );
    const done = await send('gaugeConfigure', '台账.xlsx', content);
    expect(done.counts).toEqual({ new: 4, changed: 0, same: 0, faulty: 5 });
    const common = { lastAlignDate: '2026-01-05', installTime: '2026-01-05', meterType: '15260500', params: '3300', precisionLevel: '0.5', dataCode: '0000000002330020', linkSys: '01', location: '一号配电室' }; // prettier-ignore
    expect((await rowsOf('gaugeConfigure')).filter(({ serNo }) => serNo !== 'G-1')).toMatchObject([
      { ...common, meterName: '1号进线', serNo: '20230001', alignCycle: 12, ammeterId: mine.ammeterId },
      { ...common, meterName: '2号进线', serNo: '20230002', alignCycle: 24, ammeterId: null },
      { ...common, meterName: '3号进线', serNo: 'S-3', alignCycle: 12 },
      { ...common, meterName: '4号进线', serNo: 'S-4', alignCycle: 12 },
    ]);
    expect(reasons(done)).toEqual([
      [9, 'alignCycle', '应为整数'],
      [9, 'lastAlignDate', '应为日期（如 2026-01-31）'],
      [9, 'location', '必填'],
      [9, 'ammeterId', '应为已有记录的编号或名称'],
      [10, 'lastAlignDate', '应为日期（如 2026-01-31）'],
      [11, 'serNo', expect.stringContaining('超过 15 位')],
      [12, 'meterName', '这是合计行，不是一条记录'],
      [13, 'meterName', '这是表下的说明，不是一条记录'],
    ]);
  });

  it('devices: lost zeros, lists with Chinese commas, names instead of codes, units', async () => {
    const head = ['设备名称*', '设备编号＊', '型号', '安装地点', '所属部门', '设备类型', '投用日期', '当前状态', '用能品种', '额定能耗', '所属工序单元', '备注']; // prettier-ignore
    const device = (name: string, no: string | number, energies: string | number, unit: string | number, rated: string | number = '') => // prettier-ignore
      [name, no, 'X-2', '炼钢跨', '设备部', '０３', '2019年12月1日', '正常 ', energies, rated, unit, '']; // prettier-ignore
    const content = xlsx(
      sheet([
        ['重点用能设备表', '', '', '', '', '', '', '', '', '', '', '单位：××公司'],
        ['基本信息', '', '', '', '', '', '', '', '能耗'],
        head,
        device('电弧炉', 301, '3300，100', 101, '１，２００．５'),
        device('　精炼炉　', '0302', '电力、原煤', '轧钢车间'),
        device('加热炉', '０３０３', 3300, '0102 轧钢车间', '12 万'),
        device('风机', 31234, '煤炭饼', 999),
        ['总计'],
      ]),
    );
    const done = await send('deviceConfigure', '设备.xlsx', content);
    const listed = await rowsOf('deviceConfigure');
    expect({ counts: done.counts, reasons: reasons(done) }).toEqual({
      counts: { new: 2, changed: 0, same: 0, faulty: 3 },
      reasons: [
        [6, 'energyValue', '应为数字'],
        [7, 'deviceNo', expect.stringContaining('4 位数字')],
        [7, 'energyCode', '列表中没有“煤炭饼”'],
        [8, 'deviceName', '这是合计行，不是一条记录'],
      ],
    });
    expect(listed).toMatchObject([
      { deviceName: '电弧炉', deviceNo: '0301', deviceType: '03', energyCode: ['3300', '0100'], processUnitCode: '0101', energyValue: 1200.5, usingDate: '2019-12-01', currentState: '1' },
      { deviceName: '精炼炉', deviceNo: '0302', energyCode: ['3300', '0100'], processUnitCode: '0102' },
    ]); // prettier-ignore
  });

  it('accounts: a .csv in GBK with full-width digits, numbers that a spreadsheet rounded, a second header', async () => {
    const lines = [
      '水电气账户登记表,,,,',
      '【账户类型】,户 名,账号*,供应单位,备注（选填）',
      '电,北厂,００１２３４５６７８,市供电公司,　',
      ',,,,',
      ' 水 ,北厂 ,88001-2,市自来水公司,"含消防,生活"',
      '3,北厂,A9,燃气公司,',
      '电,南厂,6.22202E+18,市供电公司,',
      '电话,南厂,1,,',
      '合计,,3,,',
      '填表人：张工,,,,',
    ];
    const done = await send('energyAccount', '账户.csv', gbk(lines.join('\r\n')));
    expect(done.counts).toEqual({ new: 3, changed: 0, same: 0, faulty: 4 });
    expect(await rowsOf('energyAccount')).toMatchObject([
      { accountType: '2', accountName: '北厂', accountNo: '0012345678', remark: null },
      { accountType: '1', accountName: '北厂', accountNo: '88001-2', remark: '含消防,生活' },
      { accountType: '3', accountNo: 'A9' },
    ]);
    expect(reasons(done)).toEqual([
      [7, 'accountNo', expect.stringContaining('超过 15 位')],
      [8, 'accountType', expect.stringContaining('以下之一：水、电、气')],
      [8, 'provider', '必填'],
      [9, 'accountName', '这是合计行，不是一条记录'],
      [10, 'accountName', '这是表下的说明，不是一条记录'],
    ]);
    expect((await send('energyAccount', '账户.csv', gbk(lines.slice(0, 6).join('\n')))).counts).toEqual({
      new: 0,
      changed: 0,
      same: 3,
      faulty: 0,
    });
  });
});
