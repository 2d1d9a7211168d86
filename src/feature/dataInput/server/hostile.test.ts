import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldDirty } from '#feature/reading/server/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { workbookParts, xlsx, xlsxRow, zip } from '#test/xlsx.ts';
import type { Analysis, Mapping, Preview } from '../contract.ts';

let product: Product;
let enterprise: Enterprise;
let meterCode: string;

beforeAll(async () => {
  product = await startProduct();
  enterprise = await buildEnterprise(product);
  const { rows } = await sql<{ code: string }>`
    select ammeter_code as code from ammeter where id = ${enterprise.ammeterId}`.execute(product.database.db);
  meterCode = rows[0]?.code ?? '';
});
afterAll(() => product.close());

const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const day = (rows: readonly string[], head = 'time,kWh'): Buffer => csv(head, ...rows);
const HEAD = xlsxRow(1, ['time', 'kWh']);
/** A whole file that is good but for the rows at its end. */
const good = ['2024-03-01 00:00,1.5', '2024-03-01 01:00,2.5', '2024-03-01 02:00,3'];
const book = (): Buffer =>
  xlsx(HEAD + Array.from({ length: 400 }, (_, i) => xlsxRow(i + 2, [`2024-03-01 ${i}`, i])).join(''));
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const bomb = (claims?: number): Buffer =>
  zip(
    workbookParts('').map((part) =>
      part.name.includes('sheet1')
        ? {
            ...part,
            content: `<worksheet><sheetData>${' '.repeat(40_000_000)}</sheetData></worksheet>`,
            ...(claims ? { claims } : {}),
          }
        : part,
    ),
  );

const DAMAGED = [
  '文件已损坏或不完整，请重新保存后再上传',
  'The file is damaged or incomplete, save it again and upload it once more',
] as const;
const NO_TABLE = [
  '这不是表格文件，请上传 .xlsx 或 .csv',
  'This is no table, upload an .xlsx or .csv file',
] as const;
const NO_ROWS = ['工作表没有数据行', 'The sheet has no rows of data'] as const;
const BOMB = ['文件解压后过大，未读取', 'The file unpacks to far too much data and was not read'] as const;
const WIDE = ['列数超过 1000，请拆分文件', 'More than 1000 columns, please split the file'] as const;

type Sentences = readonly [zh: string, en: string];

describe('files that cannot be read are refused with one sentence', () => {
  const cases: readonly [name: string, file: string, content: () => Buffer, sentences: Sentences][] = [
    ['a workbook cut in the middle', 'half.xlsx', () => book().subarray(0, book().length / 2), DAMAGED],
    ['a workbook without its end', 'end.xlsx', () => book().subarray(0, -30), DAMAGED],
    [
      'a workbook with overwritten bytes',
      'zeros.xlsx',
      () => {
        const content = book();
        return content.fill(0xff, content.length - 1600, content.length - 1100);
      },
      DAMAGED,
    ],
    [
      'a sheet that breaks off',
      'open.xlsx',
      () =>
        zip(
          workbookParts('').map((p) =>
            p.name.includes('sheet1')
              ? { ...p, content: `<worksheet><sheetData>${HEAD}<row r="2"><c><v>1` }
              : p,
          ),
        ),
      DAMAGED,
    ],
    ['an empty file', 'nothing.csv', () => Buffer.alloc(0), ['文件是空的', 'The file is empty']],
    ['a .csv of blank lines', 'blank.csv', () => Buffer.from('\n\n  \n'), NO_ROWS],
    ['a .csv with a header only', 'header.csv', () => csv('time,kWh'), NO_ROWS],
    ['a workbook with a header only', 'header.xlsx', () => xlsx(HEAD), NO_ROWS],
    ['a workbook without a cell', 'void.xlsx', () => xlsx(''), NO_ROWS],
    ['a picture called .csv', 'photo.csv', () => png, NO_TABLE],
    ['a picture called .xlsx', 'photo.xlsx', () => png, NO_TABLE],
    [
      'a program called .csv',
      'tool.csv',
      () => Buffer.from('\u007fELF\u0001\u0002\u0003text,more'),
      NO_TABLE,
    ],
    [
      'an old or encrypted workbook',
      'old.xls',
      () => ole,
      [
        '这是旧格式 .xls 或加密的工作簿，请另存为不加密的 .xlsx',
        'This is an old .xls or an encrypted workbook, save it as .xlsx without a password',
      ],
    ],
    [
      'another packed file',
      'letter.docx',
      () => zip([{ name: 'word/document.xml', content: '<x/>' }]),
      NO_TABLE,
    ],
    ['a bomb', 'bomb.xlsx', () => bomb(), BOMB],
    ['a bomb that lies about its size', 'liar.xlsx', () => bomb(5000), BOMB],
    [
      '10,000 columns in a .csv',
      'wide.csv',
      () => csv(Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(','), '1'),
      WIDE,
    ],
    [
      '10,000 columns in a workbook',
      'wide.xlsx',
      () =>
        xlsx(
          xlsxRow(
            1,
            Array.from({ length: 10_000 }, (_, i) => i),
          ),
        ),
      WIDE,
    ],
    [
      'bytes of no encoding',
      'bytes.csv',
      () => Buffer.from('time,kWh\r\n2024-03-01,\xff\x80\xff\x81', 'latin1'),
      [
        '无法识别文字编码，请保存为 UTF-8 或 GB18030',
        'The text encoding is not recognised, save the file as UTF-8 or GB18030',
      ],
    ],
    [
      'a quote that is never closed',
      'quote.csv',
      () => csv('time,kWh', '"2024-03-01 00:00,1', ...good),
      DAMAGED,
    ],
    [
      'more than 50 MB',
      'large.csv',
      () => Buffer.alloc(50 * 1024 * 1024 + 10, 'a'),
      ['文件过大，最大 50 MB', 'The file is too large, at most 50 MB'],
    ],
  ];
  it.each(cases)('%s', async (_name, file, content, [zh, en]) => {
    for (const [language, sentence] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const reply = await enterprise.client
        .in(language)
        .upload(
          '/api/sdata/importData/upload',
          { consumerId: enterprise.consumerId },
          { name: file, content: content() },
        );
      expect(reply.message).toBe(sentence);
      expect(reply.code).not.toBe(200);
    }
    await expectNothing();
  });

  it("no file at all, and an enterprise that is not one's own", async () => {
    const other = await buildEnterprise(product);
    const reply = await enterprise.client.upload(
      '/api/sdata/importData/upload',
      { consumerId: other.consumerId },
      { name: 'a.csv', content: day(good) },
    );
    expect(reply.code).toBe(404);
    await expectNothing();
  });
});

async function dryRun(
  content: Buffer,
  name: string,
  change: (mapping: Mapping) => Mapping = same,
): Promise<{ analysis: Analysis; preview: Preview }> {
  const { importDataId, analysis } = ok(
    await enterprise.client.upload<{ importDataId: number; analysis: Analysis }>(
      '/api/sdata/importData/upload',
      { consumerId: enterprise.consumerId },
      { name, content },
    ),
  );
  const { taskId } = ok(
    await enterprise.client.post<{ taskId: number }>('/api/sdata/importData/preview', {
      id: importDataId,
      mapping: change(analysis.mapping),
    }),
  );
  const task = await runToEnd<Preview>(product, taskId);
  expect(task.message).toBeNull();
  return { analysis, preview: task.result };
}
const same = (mapping: Mapping): Mapping => mapping;
const register = (mapping: Mapping): Mapping => ({ ...mapping, kind: 'register', intervalSeconds: null });
const hourly = (mapping: Mapping): Mapping => ({ ...mapping, kind: 'interval', intervalSeconds: 3600 });
const inBerlin = (mapping: Mapping): Mapping => ({ ...hourly(mapping), zone: 'Europe/Berlin' });
const long = (...rows: string[]): Buffer =>
  csv('Meter code,Data code,Time,Value', `${meterCode},PP,2024-03-01 00:00,1`, ...rows);

/** Nothing was stored, marked or folded, whatever was tried. */
async function expectNothing(): Promise<void> {
  await foldDirty(product.database.db);
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from interval_energy) + (select count(*) from reading) + (select count(*) from usage)
      + (select count(*) from dirty) + (select count(*) from data_source where status = 1) as n`.execute(
    product.database.db,
  );
  expect(Number(rows[0]?.n)).toBe(0);
}

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

describe('files in unusual forms are read', () => {
  const T = '2024-02-29T16:00:00.000Z';
  const total = (preview: Preview): string | undefined =>
    preview.days.find((d) => d.code === 'PP')?.after ?? undefined;
  const forms: readonly [name: string, content: () => Buffer, total: string][] = [
    [
      'full-width digits',
      () => day(['２０２４－０３－０１ ００：００,１.５', '2024-03-01 01:00,２．５']),
      '4',
    ],
    [
      'GB18030',
      () => Buffer.concat([Buffer.from('cab1bce42cd3c3b5e7c1bf286b5768290d0a', 'hex'), csv(...good)]),
      '7',
    ],
    [
      'UTF-16 as a spreadsheet saves it',
      () =>
        Buffer.from(
          `\uFEFF${['time\tkWh', ...good.map((l) => l.replace(',', '\t'))].join('\r\n')}`,
          'utf16le',
        ),
      '7',
    ],
    [
      'semicolons and decimal commas',
      () => csv('time;kWh', '01.03.2024 00:00;1.001,5', '01.03.2024 01:00;2,5', '13.03.2024 00:00;0,5'),
      '1004',
    ],
    ['Chinese dates', () => csv('时间,用电量', '2024年3月1日 0时,1.5', '2024年3月1日 1时,"1,002.5"'), '1004'],
    [
      'month first, certain by a day above 12',
      () => csv('time,kWh', '3/1/2024 00:00,1', '3/1/2024 01:00,2', '3/13/2024 00:00,5'),
      '3',
    ],
    [
      'day first, certain by the sequence of days',
      () =>
        csv(
          'time,kWh',
          ...['01', '02', '03'].flatMap((d) => [`${d}/03/2024 00:00,1`, `${d}/03/2024 01:00,2`]),
        ),
      '3',
    ],
    ['a date and a time column', () => csv('date,clock,kWh', '2024/3/1,00:00,1', '2024/3/1,01:00,2'), '3'],
    [
      'megawatt-hours',
      () => csv('time,用电量（MWh）', '2024-03-01 00:00,0.0015', '2024-03-01 01:00,0.0025'),
      '4',
    ],
    [
      'literal 24:00',
      () =>
        csv(
          'time,kWh',
          '2024-03-01 01:00,1',
          '2024-03-01 02:00,2',
          ...Array.from({ length: 22 }, (_, i) => `2024-03-01 ${i + 3}:00,1`),
        ),
      '25',
    ],
    [
      'date serials of a workbook',
      () =>
        xlsx(
          `${HEAD}${[0, 1, 2].map((h) => `<row r="${h + 2}"><c s="1"><v>${45352 + h / 24}</v></c><c><v>${h + 1}</v></c></row>`).join('')}`,
        ),
      '6',
    ],
    ['a title above the header', () => csv('Plant report March,', '', 'time,kWh', ...good), '7'],
    ['rows that repeat', () => day([...good, good[2] ?? '']), '7'],
  ];
  it.each(forms)('%s', async (_name, content, sum) => {
    const { preview } = await dryRun(content(), 'form.csv');
    expect(preview.faults).toEqual([]);
    expect(total(preview)).toBe(sum);
    expect(preview.from).toBe(T);
    await expectNothing();
  });

  it('says that dates are ambiguous where neither values nor rows settle their order', async () => {
    const { analysis } = await dryRun(
      csv('time,kWh', '01/02/2024 00:00,1', '01/02/2024 01:00,2'),
      'when.csv',
    );
    expect(analysis.dateVerdict).toBe('ambiguous');
  });

  it('an hour that the clock repeats is settled by the rows around it', async () => {
    const rows = ['00:00', '01:00', '02:00', '02:00', '03:00'].map((time) => `2024-10-27 ${time},1`);
    const { preview } = await dryRun(day(rows), 'october.csv', inBerlin);
    expect(preview.counts).toMatchObject({ new: 5, faulty: 0 });
    expect([preview.from, preview.to]).toEqual(['2024-10-26T22:00:00.000Z', '2024-10-27T03:00:00.000Z']);
  });
});

describe('a mapping that is not settled is refused', () => {
  const noValue = (m: Mapping): Mapping => ({
    ...m,
    columns: m.columns.map((c) => (c.role === 'value' ? { column: c.column, role: 'ignore' as const } : c)),
  });
  const cases: readonly [name: string, (mapping: Mapping) => Mapping, Sentences][] = [
    [
      'no column of the time',
      (m) => ({ ...m, columns: m.columns.filter((c) => c.role === 'value') }),
      ['请指定时间列', 'Name the column of the time'],
    ],
    ['no column of values', noValue, ['请指定至少一个数值列', 'Name at least one column of values']],
    [
      'a meter of another enterprise',
      (m) => ({ ...m, columns: m.columns.map((c) => (c.role === 'value' ? { ...c, meterId: 999_999 } : c)) }),
      ['请选择表计', 'Choose a meter'],
    ],
    [
      'a unit of another kind',
      (m) => ({ ...m, columns: m.columns.map((c) => (c.role === 'value' ? { ...c, unit: 't' } : c)) }),
      ['单位不符：文件 t，数据 kWh', 'Units differ: file t, data kWh'],
    ],
    [
      'an unknown zone',
      (m) => ({ ...m, zone: 'Mars/Base' }),
      ['没有名为“Mars/Base”的时区', 'There is no time zone named “Mars/Base”'],
    ],
  ];
  it.each(cases)('%s', async (_name, change, [zh, en]) => {
    const { importDataId, analysis } = ok(
      await enterprise.client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId: enterprise.consumerId },
        { name: 'map.csv', content: day(good) },
      ),
    );
    for (const [language, sentence] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const reply = await enterprise.client
        .in(language)
        .post('/api/sdata/importData/commit', { id: importDataId, mapping: change(analysis.mapping) });
      expect([reply.code, reply.message]).toEqual([400, sentence]);
    }
    await expectNothing();
  });
});

describe('a write that does not come to its end leaves nothing', () => {
  const start = async (content: Buffer): Promise<{ importDataId: number; taskId: number }> => {
    const { importDataId, analysis } = ok(
      await enterprise.client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId: enterprise.consumerId },
        { name: 'write.csv', content },
      ),
    );
    return ok(
      await enterprise.client.post('/api/sdata/importData/commit', {
        id: importDataId,
        mapping: hourly(analysis.mapping),
      }),
    );
  };
  const stateOf = async (id: number): Promise<string | undefined> =>
    ok(await enterprise.client.get<{ state: string }>('/api/sdata/importData/get', { id })).state;

  it('stopped: what was stored already does not count', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, i) => `${new Date(Date.UTC(2024, 2, 1) + i * 3_600_000).toISOString().slice(0, 16)},1`,
    );
    const { importDataId, taskId } = await start(day(rows));
    // The stop is asked for before the first batch is done and seen between batches.
    await sql`update task set state = 'stopping' where id = ${taskId}`.execute(product.database.db);
    const task = await runToEnd(product, taskId);
    expect([task.state, task.message]).toEqual(['stopped', { zh: '已停止', en: 'Stopped' }]);
    expect(await stateOf(importDataId)).toBe('stopped');
    await foldDirty(product.database.db);
    const { rows: left } = await sql`select from usage`.execute(product.database.db);
    expect(left).toEqual([]);
  });

  it('killed and given out again: it goes over what is there and ends the same', async () => {
    const other = await buildEnterprise(product);
    const content = day(['2024-03-01 00:00,4', '2024-03-01 01:00,1', '2024-03-01 02:00,2']);
    const { importDataId, analysis } = ok(
      await other.client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId: other.consumerId },
        { name: 'again.csv', content },
      ),
    );
    const { taskId } = ok(
      await other.client.post<{ taskId: number }>('/api/sdata/importData/commit', {
        id: importDataId,
        mapping: hourly(analysis.mapping),
      }),
    );
    const first = await runToEnd(product, taskId);
    const usage = () =>
      sql`select * from usage where meter_id = ${other.ammeterId} order by level, ts`.execute(
        product.database.db,
      );
    const before = await usage();
    // As if the process had died after its last batch, before the end was noted.
    await sql`update task set state = 'running', result = null where id = ${taskId}`.execute(
      product.database.db,
    );
    const again = await runToEnd(product, taskId);
    expect(again.result).toEqual(first.result);
    expect((await usage()).rows).toEqual(before.rows);
    const { rows } = await sql`select from data_source where consumer_id = ${other.consumerId}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('failed: not one row could be taken', async () => {
    const { importDataId, taskId } = await start(
      day(['2024-03-01 00:00,-1', '2024-03-01 01:00,-2', '2024-03-01 02:00,-3']),
    );
    const task = await runToEnd(product, taskId);
    expect([task.state, task.message]).toEqual([
      'failed',
      { zh: '没有一行可以写入，请查看错误行', en: 'Not one row could be taken, see the faulty rows' },
    ]);
    expect(await stateOf(importDataId)).toBe('failed');
    const { body } = await enterprise.client.download('/api/sdata/importData/importfaults', {
      id: importDataId,
    });
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
});

describe("the product's own template", () => {
  it('is imported in one call, and registers become energy', async () => {
    const other = await buildEnterprise(product);
    const { body } = await other.client.download('/api/sdata/importData/importTemplate', {
      consumerId: other.consumerId,
    });
    const reply = ok(
      await other.client.upload<{ mappingNeeded: boolean; taskId: number; importDataId: number }>(
        '/api/sdata/importData/importFile',
        { consumerId: other.consumerId },
        { name: 'template.xlsx', content: body },
      ),
    );
    expect(reply.mappingNeeded).toBe(false);
    expect((await runToEnd(product, reply.taskId)).state).toBe('done');
    const { rows } = await sql<{ pp: string }>`
      select pp from usage where meter_id = ${other.ammeterId} and level = 1`.execute(product.database.db);
    expect(rows.map((row) => row.pp)).toEqual(['3200000']);
  });

  it('any other file answers that it needs a mapping', async () => {
    const reply = ok(
      await enterprise.client.upload<{ mappingNeeded: boolean; taskId: number | null }>(
        '/api/sdata/importData/importFile',
        { consumerId: enterprise.consumerId },
        { name: 'other.csv', content: day(good) },
      ),
    );
    expect(reply).toMatchObject({ mappingNeeded: true, taskId: null });
  });
});
