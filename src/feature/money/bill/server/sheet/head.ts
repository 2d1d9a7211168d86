import { formatFull, formatNumber } from '#domain/figure/number.ts';
import { GREY } from '#server/pdf/document.ts';
import type { BillPaper, BillView } from '../../contract.ts';
import { isLeast, titleOf } from '../../domain/paper.ts';
import { drawEnds, drawRule, INK, type Pen } from './pen.ts';

/** What a paper is numbered by. */
export const numberOf = ({ measureAccount, month }: BillView): string => `${measureAccount}-${month}`;

/** Letterhead, title, what the bill is about and what it comes to. */
export function drawHead(pen: Pen, paper: BillPaper): void {
  const { bill, letterhead } = paper;
  const { say, word } = pen.words;
  const { address, zipCode, phone, email } = letterhead;
  const reached = [
    [address, zipCode && say(`邮编 ${zipCode}`, `Post code ${zipCode}`)],
    [phone && say(`电话 ${phone}`, `Telephone ${phone}`), email],
  ];
  const lines = reached.map((line) => line.filter(Boolean).join('  ')).filter(Boolean);
  drawEnds(pen, letterhead.orgName, lines.join('\n'), [14, 8]);
  drawRule(pen, 1.5);
  const no = `${say('编号', 'No.')} ${numberOf(bill)}`;
  drawEnds(pen, word(titleOf(bill.month)), `${no}\n${stateOf(bill, pen)}`, [17, 8]);
  drawFacts(pen, factsOf(paper, pen));
  drawSums(pen, sumsOf(bill, pen));
}

function stateOf({ issued, unfinished }: BillView, { words: { say, clock } }: Pen): string {
  if (!issued) return unfinished ? say('尚未结束', 'In progress') : say('未出账', 'Not issued');
  const [at, by] = [clock(issued.issuedAt), issued.issuedBy ?? '--'];
  return say(`${at} ${by} 出账`, `Issued ${at} by ${by}`);
}

type Fact = readonly [name: string, value: string];

function factsOf({ bill, capacity, contractDemand }: BillPaper, { words: { say, clock } }: Pen): Fact[] {
  const declared = contractDemand === null ? '' : formatFull(contractDemand);
  const size = [
    capacity === null ? '' : `${formatFull(capacity)} kVA`,
    declared && say(`合同需量 ${declared} kW`, `declared ${declared} kW`),
  ];
  return [
    [say('结算期', 'Settlement period'), `${clock(bill.from)} – ${clock(bill.to)} (${bill.timeZone})`],
    [say('户号', 'Account'), `${bill.measureAccount} • ${bill.orgName}`],
    [say('方案', 'Scheme'), bill.schemeName],
    [say('受电容量', 'Capacity'), size.filter(Boolean).join(' • ')],
    [say('数据覆盖率', 'Coverage'), bill.coverage === null ? '--' : `${bill.coverage}%`],
  ];
}

function drawFacts({ doc, left, width }: Pen, facts: readonly Fact[]): void {
  doc.fontSize(9);
  for (const [name, value] of facts) {
    if (value === '') continue;
    doc.fillColor(GREY).text(`${name}  `, left, undefined, { width, continued: true });
    doc.fillColor(INK).text(value);
  }
  doc.moveDown(0.8);
}

interface Sum {
  readonly label: string;
  readonly yuan: number;
  readonly note?: string;
}

function sumsOf(bill: BillView, { words: { say } }: Pen): Sum[] {
  const total = bill.invoice?.rows.find(({ item }) => item === 'total');
  const by = total?.difference ?? null;
  const price = bill.averagePrice === null ? null : formatNumber(bill.averagePrice, 4);
  const no = bill.invoice?.number ?? '';
  return [
    {
      label: isLeast(bill) ? say('核算合计，不低于', 'Computed, at least') : say('核算合计', 'Computed'),
      yuan: bill.total,
      ...(price === null ? {} : { note: say(`均价 ${price} 元/kWh`, `${price} CNY/kWh on average`) }),
    },
    ...(bill.issued && bill.issued.total !== bill.total
      ? [{ label: say('出账时', 'As issued'), yuan: bill.issued.total }]
      : []),
    ...(total ? [{ label: say(`供电公司发票 ${no}`, `Supplier’s invoice ${no}`), yuan: total.invoiced.amount }] : []), // prettier-ignore
    ...(by === null
      ? []
      : [
          {
            label:
              by === 0
                ? say('与发票一致', 'Agrees with the invoice')
                : by > 0
                  ? say('发票多收', 'Invoiced too much')
                  : say('发票少收', 'Invoiced too little'),
            yuan: Math.abs(by),
          },
        ]),
  ];
}

/** The sums beside each other, as large as the longest of them lets them be whole. */
function drawSums({ doc, left, width }: Pen, sums: readonly Sum[]): void {
  const each = width / sums.length;
  const texts = sums.map(({ yuan }) => `¥ ${formatNumber(yuan, 2)}`);
  let size = 16;
  const widest = (): number => Math.max(...texts.map((text) => doc.fontSize(size).widthOfString(text)));
  while (size > 8 && widest() > each - 10) size -= 0.5;
  const top = doc.y;
  let below = top;
  sums.forEach(({ label, note }, i) => {
    const x = left + i * each;
    const within = { width: each - 10 };
    doc.fontSize(8).fillColor(GREY).text(label, x, top, within);
    doc
      .fontSize(size)
      .fillColor(INK)
      .text(texts[i] ?? '', x, doc.y, { lineBreak: false });
    doc.y += size * 1.5;
    if (note) doc.fontSize(8).fillColor(GREY).text(note, x, doc.y, within);
    below = Math.max(below, doc.y);
  });
  doc.x = left;
  doc.y = below + 8;
}
