import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { xlsx, xlsxRow } from '#test/xlsx.ts';
import type { Mapping } from '../contract.ts';
import {
  enterprise,
  meterCode,
  product,
  day,
  HEAD,
  good,
  dryRun,
  register,
  hourly,
  inBerlin,
  long,
  expectNothing,
  type Sentences,
  withProduct,
} from '#test/hostileInput.ts';

withProduct();

describe('rows that cannot be taken are named with their reason, the others are not held up', () => {
  const cases: readonly [
    name: string,
    content: () => Buffer,
    change: (mapping: Mapping) => Mapping,
    sentences: Sentences,
    value?: string,
  ][] = [
    [
      'the year 9999',
      () => day([...good, '9999-03-01 03:00,4']),
      hourly,
      ['年份超出 2000–2099', 'The year is outside 2000–2099'],
    ],
    [
      'the year 1970',
      () => day([...good, '1970-01-01 03:00,4']),
      hourly,
      ['年份超出 2000–2099', 'The year is outside 2000–2099'],
    ],
    [
      'the 30th of February',
      () => day([...good, '2024-02-30 03:00,4']),
      hourly,
      ['没有这个日期或时间', 'There is no such date or time'],
    ],
    [
      "25 o'clock",
      () => day([...good, '2024-03-01 25:00,4']),
      hourly,
      ['没有这个日期或时间', 'There is no such date or time'],
    ],
    [
      'a date in words',
      () => day([...good, 'yesterday,4']),
      hourly,
      ['不是可读的日期或时间', 'This cannot be read as a date or time'],
    ],
    [
      'a time in the future',
      () => day([...good, '2090-03-01 03:00,4']),
      hourly,
      ['时间在未来', 'The time lies in the future'],
    ],
    ['no time', () => day([...good, ',4']), hourly, ['缺少时间', 'The time is missing']],
    [
      'NaN',
      () => day([...good, '2024-03-01 03:00,NaN']),
      hourly,
      ['不是有限的数字', 'This is not a finite number'],
      'NaN',
    ],
    [
      'infinity',
      () => day([...good, '2024-03-01 03:00,-Infinity']),
      hourly,
      ['不是有限的数字', 'This is not a finite number'],
    ],
    [
      'words for a number',
      () => day([...good, '2024-03-01 03:00,about 4']),
      hourly,
      ['不是数字', 'This is not a number'],
    ],
    [
      'a formula as text',
      () => day([...good, '2024-03-01 03:00,=2+2']),
      hourly,
      ['不是数字', 'This is not a number'],
      '=2+2',
    ],
    [
      'SQL',
      () => day([...good, "2024-03-01 03:00,4'); drop table reading;--"]),
      hourly,
      ['不是数字', 'This is not a number'],
      "4'); drop table reading;--",
    ],
    [
      'a script',
      () => day([...good, '2024-03-01 03:00,<script>alert(1)</script>']),
      hourly,
      ['不是数字', 'This is not a number'],
      '<script>alert(1)</script>',
    ],
    [
      'wrong groups of thousands',
      () => day([...good, '2024-03-01 03:00,"1,23.5"']),
      hourly,
      ['不是数字', 'This is not a number'],
    ],
    [
      'a number beyond measure',
      () => day([...good, '2024-03-01 03:00,1e30']),
      hourly,
      ['数字过大', 'The number is too large'],
    ],
    [
      'negative energy',
      () => day([...good, '2024-03-01 03:00,-4']),
      hourly,
      [
        '用量不能为负；反向电量请使用代码 RP',
        'Energy cannot be negative; use the code RP for reverse energy',
      ],
    ],
    [
      'a negative register',
      () => day([...good, '2024-03-01 03:00,-4']),
      register,
      ['表底读数不能为负', 'A register cannot be negative'],
    ],
    [
      'two values for one time',
      () => day([...good, '2024-03-01 02:00,4']),
      hourly,
      ['与第 4 行的数值矛盾', 'This contradicts row 4'],
    ],
    [
      'a time that summer time skips',
      () => day([...good, '2024-03-31 02:00,4']),
      inBerlin,
      ['该时区当天没有这个时刻（夏令时跳过）', 'The clock of the zone skips this time (summer time)'],
    ],
    [
      'a time that occurs twice, alone',
      () => day([...good, '2024-10-27 02:00,4']),
      inBerlin,
      [
        '该时区这个时刻出现两次（夏令时结束），无法确定是哪一次',
        'The clock of the zone shows this time twice (end of summer time), and the rows do not say which one is meant',
      ],
    ],
    [
      'an unknown meter',
      () => long('No such meter,PP,2024-03-01 01:00,2'),
      register,
      ['没有这个编号的表计', 'There is no meter with this code'],
      'No such meter',
    ],
    [
      'an unknown data code',
      () => long(`${meterCode},XX,2024-03-01 01:00,2`),
      register,
      ['没有这个数据代码', 'There is no such data code'],
      'XX',
    ],
    [
      'no meter',
      () => long(',PP,2024-03-01 01:00,2'),
      register,
      ['缺少表计编号', 'The meter code is missing'],
    ],
    [
      'no value',
      () => long(`${meterCode},PP,2024-03-01 01:00,`),
      register,
      ['缺少数值', 'The value is missing'],
    ],
    [
      'a formula that was saved without its result',
      () =>
        xlsx(
          `${HEAD}${xlsxRow(2, ['2024-03-01 00:00', 1.5])}<row r="3"><c t="inlineStr"><is><t>2024-03-01 01:00</t></is></c><c><f>A1*2</f></c></row>`,
        ),
      hourly,
      [
        '公式没有保存结果，请在表格软件中重新计算并保存',
        'The formula was saved without its result, recalculate and save the file in a spreadsheet program',
      ],
      '=A1*2',
    ],
    [
      'an error value',
      () =>
        xlsx(
          `${HEAD}${xlsxRow(2, ['2024-03-01 00:00', 1.5])}<row r="3"><c t="inlineStr"><is><t>2024-03-01 01:00</t></is></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
        ),
      hourly,
      ['单元格是错误值 #DIV/0!', 'The cell holds the error #DIV/0!'],
      '#DIV/0!',
    ],
    [
      'merged cells',
      () => xlsx(`${HEAD}${xlsxRow(2, ['2024-03-01 00:00', 1.5])}<row r="3"><c r="B3"><v>2</v></c></row>`),
      hourly,
      ['缺少时间', 'The time is missing'],
    ],
  ];
  it.each(cases)('%s', async (_name, content, change, [zh, en], value) => {
    const { preview } = await dryRun(content(), 'rows.csv', change);
    expect(preview.counts.faulty).toBe(1);
    expect(preview.faults[0]?.reason).toEqual({ zh, en });
    if (value !== undefined) expect(preview.faults[0]?.value).toBe(value);
    expect(preview.counts.new).toBeGreaterThan(0);
    expect(preview.faultFileId).not.toBeNull();
    await expectNothing();
  });
});

it('a row before the commissioning of its meter is named in the dry run, and a value entered by hand is refused', async () => {
  const commission = (on: string | null) =>
    sql`update ammeter set commissioned = ${on} where id = ${enterprise.ammeterId}`.execute(
      product.database.db,
    );
  await commission('2024-03-01');
  const reason = { zh: '早于表计的投运日期', en: 'This lies before the commissioning of the meter' };
  for (const change of [hourly, register]) {
    const { preview } = await dryRun(day(['2024-02-29 23:00,4', ...good]), 'early.csv', change);
    expect(preview.counts).toMatchObject({ faulty: 1, new: 3 });
    expect(preview.faults[0]).toMatchObject({ row: 2, reason });
  }
  const entered = { consumerId: enterprise.consumerId, ammeterId: enterprise.ammeterId, value: 4 };
  const reply = await enterprise.client.post('/api/sdata/importData/insert', {
    ...entered,
    time: '2024-02-29T23:59:59+08:00',
  });
  expect(reply).toMatchObject({ code: 400, message: reason.en, field: 'time' });
  await commission(null);
  await expectNothing();
});
