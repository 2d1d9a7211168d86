import { expect, test } from 'vitest';
import { sheetOf } from '../sheet/factSheet.ts';
import { paperText, pdfOfSheets } from './sheetPdf.ts';

const HEAD = {
  title: '结算单',
  about: '站点 2026-11',
  foot: '工程师 2026-11-26',
  language: 'zh',
  now: 0,
} as const;

test.each([
  [1234.5, '#,##0.00', '1,234.50'],
  [1234.5, '#,##0.######', '1,234.5'],
  [0.247, '0.######', '0.247'],
  [1.6, '0.0000', '1.6000'],
  [12, '0', '12'],
  [0, '#,##0.00', '0.00'],
  [-38.17, '#,##0.00', '-38.17'],
  [null, '#,##0.00', '--'],
  [null, undefined, ''],
  ['谷', undefined, '谷'],
])('%s by %s is %s', (value, format, text) => {
  expect(paperText(value, format)).toBe(text);
});

const pages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('a short paper is one page, a long table goes on over further pages', async () => {
  const columns = [{ header: '项目' }, { header: '金额', format: '#,##0.00' }];
  const short = await pdfOfSheets([sheetOf('结算单', [['站点', '一号']], columns, [['放电', 1]])], { ...HEAD, signatures: ['用户', '投资方'] }); // prettier-ignore
  expect(short.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages(short)).toBe(1);
  const rows = Array.from({ length: 200 }, (_, i) => [`行 ${i}`, i]);
  expect(
    pages(await pdfOfSheets([sheetOf('a', [], columns, rows), sheetOf('b', [], columns, [])], HEAD)),
  ).toBeGreaterThan(3);
});
