import { describe, expect, it } from 'vitest';
import { ok } from '#test/product.ts';
import { xlsx } from '#test/xlsx.ts';
import type { Analysis, Mapping, Preview } from '../contract.ts';
import {
  enterprise,
  csv,
  day,
  HEAD,
  good,
  dryRun,
  inBerlin,
  expectNothing,
  type Sentences,
  withProduct,
} from '#test/hostileInput.ts';

withProduct();

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
