import { expect, test } from 'vitest';
import { openPdf } from '#server/pdf/document.ts';
import { inFont } from '#server/pdf/font.ts';
import { pdfText } from '#test/pdf.ts';
import type { BillPaper, BillRow, BillView, DoubtfulLine } from '../contract.ts';
import { paperPdf } from './paperPdf.ts';

const FROM = Date.parse('2024-02-01T00:00:00+08:00');
const TO = Date.parse('2024-03-01T00:00:00+08:00');
/** Twelve digits before the point: what the largest plants come to in a currency of small coins. */
const LARGE = 123_456_789_012.34;

const row = (key: string, zh: string, en: string, amount: number, more: Partial<BillRow> = {}): BillRow => ({
  key,
  item: { zh, en },
  quantity: 1_234_567_890.123,
  unit: 'kWh',
  price: 0.654321,
  amount,
  inputs: {
    zh: '甲表与乙表，共两块；二月一日零时起至三月一日零时止，逐个十五分钟的电量乘以当时的电价，再相加后四舍五入到分，与供电公司的算法一致',
    en: 'Two meters, from the first of February to the first of March: the energy of each quarter of an hour by its price, summed and rounded to the cent as the supplier does it',
  },
  doubtful: false,
  atLeast: false,
  opens: null,
  ...more,
});

const LONG = 'Basic charge, contract demand of the second transformer station, 2024-02-01 to 2024-02-15 (15 of 29 days)'; // prettier-ignore
const rows = [
  row('energy2', '峰段电量', 'Peak energy', LARGE),
  row('contract', '基本电费（合同需量）二号变电站（2024-02-01 至 2024-02-15，15/29 天）', LONG, -0.07, {
    unit: 'kW',
    atLeast: true,
  }),
  row('fee1', '其他', 'Other', 6.03, { quantity: null, price: null, unit: '' }),
];

const doubt: DoubtfulLine = {
  part: 'demand',
  reason: 'proven',
  lines: ['contract', 'fee1'],
  text: { zh: '实测最大需量仅 5,000 kW，而表底差证实至少 6,118 kW', en: 'Only 5,000 kW was measured, registers prove at least 6,118 kW' }, // prettier-ignore
  remedy: { zh: '补录缺失的读数', en: 'Import the readings that are missing' },
  spans: [{ from: FROM, to: FROM + 4_500_000, ammeterId: 1, ammeterName: '一号进线' }],
  more: 3,
};
const left: DoubtfulLine = { ...doubt, part: 'powerFactor', reason: 'reactive', lines: [], spans: [], more: 0 }; // prettier-ignore

const view: BillView = {
  measureAccount: 'HG-1',
  orgId: 1,
  orgName: '华岭特钢',
  schemeName: '两部制',
  month: '2024-02',
  from: FROM,
  to: TO,
  timeZone: 'Asia/Shanghai',
  settlementDay: 1,
  settlementHour: 0,
  unfinished: false,
  coverage: 99,
  flags: [],
  rows,
  total: LARGE,
  energy: 1_234_567_890.123,
  averagePrice: 0.654321,
  parts: [],
  demandMissing: false,
  doubtful: [],
  doubtfulLines: [doubt, left],
  neverHeard: [],
  issued: { issuedAt: TO, issuedBy: '李伟', total: LARGE - 1, differences: [], causes: [], days: [] },
  invoice: {
    number: 'N-1',
    rows: [
      { id: 1, item: 'basic', label: { zh: '基本电费', en: 'Basic charge' }, invoiced: { quantity: null, price: null, amount: 99.93 }, own: { quantity: null, price: null, amount: -0.07 }, difference: 100, why: [] },
      { id: 2, item: 'total', label: { zh: '合计', en: 'Total' }, invoiced: { quantity: null, price: null, amount: LARGE + 100 }, own: { quantity: null, price: null, amount: LARGE }, difference: 100, why: [] },
    ],
  },
}; // prettier-ignore

const paper = (bill: BillView = view): BillPaper => ({
  bill,
  letterhead: {
    orgName: '华岭特钢有限公司',
    orgCode: 'HL',
    address: '华岭市高新区钢城路 1 号',
    zipCode: '414000',
    phone: '0730-8866 2100',
    email: 'energy@hualing.example',
  },
  capacity: 90_000,
  contractDemand: 61_184.64,
  meters: [
    {
      ammeterId: 1,
      ammeterName: '一号进线关口表',
      ammeterCode: 'E-101',
      sign: -1,
      from: FROM,
      to: TO,
      energy: 1_234_567_890.123,
      coverage: 99,
      flags: ['interpolated'],
      begin: { at: FROM, value: 1000.5 },
      end: null,
      life: [{ id: 1, from: FROM, to: null, serial: 'S-1', multiplier: '132000' }] as never,
    },
  ],
  more: 2,
  checksum: 'ab'.repeat(32),
  printedBy: 'steel',
  printedAt: TO,
});

/** The text of all pages, with what was broken over several lines put together again. */
const read = async (one: BillPaper, language: 'zh' | 'en'): Promise<{ pages: number; text: string; plain: string }> => {
  const pages = pdfText(await paperPdf(one, language));
  const text = pages.join('\n');
  return { pages: pages.length, text, plain: text.replaceAll(/\s/g, '') };
}; // prettier-ignore

const ALL = ['123,456,789,012.34', '123,456,789,112.34', '1,234,567,890.123 kW', '+100.00', '6.03', '99.93']; // prettier-ignore

test.each(['zh', 'en'] as const)('every sum is whole and no text is cut, in %s', async (language) => {
  const { text, plain } = await read(paper(), language);
  const least = language === 'zh' ? '至少' : 'at least';
  for (const sum of [...ALL, `${least} −0.07`, `${least} 123,456,789,012.34`]) expect(text).toContain(sum);
  expect(text).not.toContain('…');
  for (const { item, inputs } of rows)
    for (const part of [item, inputs]) expect(plain).toContain(part[language].replaceAll(/\s/g, ''));
});

test.each([
  ['zh', '存疑2项', '涉及金额：5.96元，其中发票−核算+100.00元', '力调电费（未计）', '另有3段'],
  ['en', '2doubts', 'Restsonit:5.96CNY,invoice−billofthem+100.00CNY', 'Power-factoradjustment,leftout', 'and3more'], // prettier-ignore
] as const)('doubts are named with what rests on them, in %s', async (language, ...parts) => {
  const { text, plain } = await read(paper(), language);
  for (const part of parts) expect(plain).toContain(part);
  for (const part of [doubt.text, doubt.remedy]) expect(plain).toContain(part[language].replaceAll(/\s/g, '')); // prettier-ignore
  expect(text).toContain('2024-02-01 00:00–01:15');
  // The mark at the line leads to it.
  expect(plain).toContain(`${rows[2]?.item[language]}(1)`);
});

test('letterhead, state, sources and checksum', async () => {
  const { text, plain } = await read(paper(), 'zh');
  for (const part of [
    '华岭特钢有限公司',
    '邮编 414000',
    '电话 0730-8866 2100',
    'energy@hualing.example',
    '编号 HG-1-2024-02',
    'S-1 × 132000',
    '另有 2 块表计未列出',
    '99% 插值',
  ])
    // prettier-ignore
    expect(plain).toContain(part.replaceAll(' ', ''));
  expect(text).toContain('ab'.repeat(32));
  expect(text.split('\n').filter((line) => line === '李伟')).toHaveLength(1);
});

test('a bill without an invoice or doubts is short and stands upright', async () => {
  const { pages, text } = await read(
    paper({ ...view, invoice: null, doubtfulLines: [], issued: null }),
    'en',
  );
  expect(pages).toBeLessThanOrEqual(2);
  expect(text).not.toContain('doubt');
  expect(text).toContain('Not issued');
});

test('a bill of many lines goes on over pages, each with head and number', async () => {
  const many = Array.from({ length: 90 }, (_, i) => row(`fee${i}`, `费用 ${i}`, `Fee ${i}`, i));
  const pages = pdfText(await paperPdf(paper({ ...view, rows: many, doubtfulLines: [] }), 'en'));
  expect(pages.length).toBeGreaterThan(3);
  for (const [i, page] of pages.entries()) expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
  for (const { item } of many) expect(pages.join('\n')).toContain(`${item.en}\n`);
});

test('what the font has no shape of is written otherwise, never left as a box', async () => {
  const factor = row('powerFactor', '力调电费 0.94 → −0.6%', 'Power factor 0.94 → −0.6%', -0.07);
  const { text } = await read(paper({ ...view, rows: [factor] }), 'zh');
  expect(text).toContain('力调电费 0.94 -> −0.6%');
  const { doc } = openPdf({ title: '', language: 'zh', now: 0 });
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: (at: number) => boolean } } })._font; // prettier-ignore
  for (const letter of inFont('≥≤→℃−¥×•–·，；：（）°'))
    expect(font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0), letter).toBe(true);
});
