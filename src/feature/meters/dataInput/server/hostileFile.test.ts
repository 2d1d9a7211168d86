import { describe, expect, it } from 'vitest';
import { buildEnterprise } from '#test/build.ts';
import { workbookParts, xlsx, xlsxRow, zip } from '#test/xlsx.ts';
import {
  product,
  enterprise,
  csv,
  day,
  HEAD,
  good,
  book,
  png,
  ole,
  bomb,
  DAMAGED,
  NO_TABLE,
  NO_ROWS,
  BOMB,
  WIDE,
  expectNothing,
  type Sentences,
  withProduct,
} from '#test/hostileInput.ts';

withProduct();

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
