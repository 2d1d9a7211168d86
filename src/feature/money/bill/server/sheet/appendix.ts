import { formatFull } from '#domain/figure/number.ts';
import { drawTable, type PdfColumn } from '#server/pdf/table.ts';
import type { SheetWords } from '#server/sheet/words.ts';
import type { BillPaper, PaperMeter, RegisterStand } from '../../contract.ts';
import { drawHeading, drawText, type Pen } from './pen.ts';

/** Where the energy comes from, and what each line is made of. */
export function drawAppendix(pen: Pen, paper: BillPaper): void {
  const { doc, left, width, addPage, words } = pen;
  const { bill, meters, more } = paper;
  const { say, word } = words;
  drawHeading(pen, say('附录：数据来源', 'Appendix: where the energy comes from'));
  drawTable(doc, meterColumns(meters, words), { left, width, addPage });
  if (more > 0) drawText(pen, say(`另有 ${more} 块表计未列出`, `${more} more meter${more === 1 ? '' : 's'} not listed`)); // prettier-ignore
  doc.moveDown(0.4);
  const made: PdfColumn[] = [
    { header: say('项目', 'Item'), end: false, wraps: 96, texts: bill.rows.map(({ item }) => word(item)) },
    { header: say('依据', 'Based on'), end: false, wraps: 240, texts: bill.rows.map(({ inputs }) => word(inputs)) }, // prettier-ignore
  ];
  drawTable(doc, made, { left, width, addPage });
}

function meterColumns(meters: readonly PaperMeter[], { say, clock, quality }: SheetWords): PdfColumn[] {
  const stand = (one: RegisterStand | null): string =>
    one === null ? '--' : `${formatFull(one.value)}\n${clock(one.at)}`;
  const wrapping = (header: string, wraps: number, textOf: (meter: PaperMeter) => string): PdfColumn => ({
    header,
    end: false,
    wraps,
    texts: meters.map(textOf),
  });
  return [
    wrapping(say('表计', 'Meter'), 84, ({ sign, ammeterName, ammeterCode }) => `${sign === -1 ? '− ' : ''}${ammeterName}\n${ammeterCode}`), // prettier-ignore
    wrapping(say('表号 × 倍率', 'Device × factor'), 72, ({ life }) => life.map(({ serial, multiplier }) => `${serial ?? ''} × ${multiplier}`.trim()).join('\n')), // prettier-ignore
    wrapping(say('期初示数', 'Register at begin'), 76, ({ begin }) => stand(begin)),
    wrapping(say('期末示数', 'Register at end'), 76, ({ end }) => stand(end)),
    {
      header: say('电量 (kWh)', 'Energy (kWh)'),
      end: true,
      texts: meters.map(({ energy }) => (energy === null ? '--' : formatFull(energy))),
    },
    wrapping(say('覆盖率与数据质量', 'Coverage and quality'), 64, ({ coverage, flags }) => [coverage === null ? '--' : `${coverage}%`, quality(flags)].filter(Boolean).join(' ')), // prettier-ignore
  ];
}
