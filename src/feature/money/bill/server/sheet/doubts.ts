import { formatDifference, formatNumber } from '#domain/figure/number.ts';
import { spanText } from '#domain/time/text.ts';
import type { SheetWords } from '#server/sheet/words.ts';
import type { BillView, DoubtfulLine } from '../../contract.ts';
import { allDoubtsOf, type DoubtSum, doubtSumOf } from '../../domain/paper.ts';
import { partText } from '../lineText.ts';
import { drawHeading, drawText, INK, keepTogether, type Pen } from './pen.ts';

const INDENT = 16;

/** Every doubt with its number, what rests on it, why, where, and what to do; then what rests on any. */
export function drawDoubts(pen: Pen, bill: BillView): void {
  const { doubtfulLines } = bill;
  if (doubtfulLines.length === 0) return;
  const { say } = pen.words;
  const n = doubtfulLines.length;
  drawHeading(pen, say(`存疑 ${n} 项`, `${n} doubt${n === 1 ? '' : 's'}`));
  doubtfulLines.forEach((doubt, i) => drawDoubt(pen, bill, doubt, i + 1));
  const all = allDoubtsOf(bill);
  if (all) drawText(pen, sumText(all, pen.words, say('存疑各项合计（每项计一次）：', 'Lines in doubt, each counted once:')), { ink: INK }); // prettier-ignore
  pen.doc.moveDown(0.8);
}

/** An amount in words, with what the invoice differs by where it names these lines. */
function sumText({ amount, difference }: DoubtSum, { say, yuan }: SheetWords, label: string): string {
  const off = difference === null ? '' : formatDifference(difference, 2);
  return [
    `${label}${say('', ' ')}${formatNumber(amount, 2)} ${yuan}`,
    off && say(`其中发票 − 核算 ${off} ${yuan}`, `invoice − bill of them ${off} ${yuan}`),
  ]
    .filter(Boolean)
    .join(say('，', ', '));
}

function drawDoubt(pen: Pen, bill: BillView, doubt: DoubtfulLine, no: number): void {
  const { say, word } = pen.words;
  const { part, lines, text, remedy, spans, more } = doubt;
  const items = new Map(bill.rows.map(({ key, item }) => [key, word(item)]));
  const sum = doubtSumOf(bill, doubt);
  const named = lines.map((key) => items.get(key) ?? key).join(say('、', ', ')) || word(partText(part));
  const where = [
    ...spans.map(({ from, to, ammeterName }) =>
      [ammeterName, spanText(bill.timeZone, from, to)].filter(Boolean).join(' '),
    ),
    ...(more > 0 ? [say(`另有 ${more} 段`, `and ${more} more`)] : []),
  ];
  keepTogether(pen, 40);
  drawText(pen, `(${no})  ${named}`, { ink: INK });
  const paragraphs = [
    sum && sumText(sum, pen.words, say('涉及金额：', 'Rests on it:')),
    word(text),
    where.join(say('；', '; ')),
    `${say('处理：', 'What to do: ')}${word(remedy)}`,
  ];
  for (const paragraph of paragraphs) if (paragraph) drawText(pen, paragraph, { indent: INDENT });
  pen.doc.moveDown(0.4);
}
