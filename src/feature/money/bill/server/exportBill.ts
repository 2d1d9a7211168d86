import { writeXlsx } from 'hucre/xlsx';
import { type Language, type Text, textIn } from '#contract/text.ts';
import { FLAG_LABELS, type FlagName } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { unitIn } from '#domain/figure/unit.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { dateAt } from '#feature/home/overview/server/public.ts';
import { headerWidth, sheetName } from '#server/sheet/writeSheet.ts';
import type { BillView, InvoiceRow } from '../contract.ts';

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number];
type Value = string | number | null;

/** Energy of a day of the bill, in millionths of kWh. */
export interface BillDay {
  readonly date: string;
  readonly energy: bigint | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

const BOLD = { name: 'Calibri', size: 11, bold: true };
const FILL = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: 'F1F3F6' } };
const MONEY = '#,##0.00';
const QUANTITY = '#,##0.######';
const PRICE = '0.######';
const WIDEST = 60;

interface Column {
  readonly header: string;
  readonly format?: string;
}

/** Facts over a table, `[name, value]`, and the table; headers and the last row (where it is a sum) are bold. */
function sheetOf(
  name: string,
  facts: readonly (readonly Value[])[],
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  summed = false,
): Sheet {
  const head = facts.length === 0 ? 0 : facts.length + 1;
  const widthOf = (value: Value | undefined): number =>
    typeof value === 'string' ? headerWidth(value) - 2 : 0;
  const cells = new Map<string, object>();
  facts.forEach((_, row) => cells.set(`${row},0`, { style: { font: BOLD } }));
  columns.forEach(({ format }, i) => {
    cells.set(`${head},${i}`, {
      style: { font: BOLD, fill: FILL, alignment: { horizontal: format ? 'right' : 'left' } },
    });
    if (summed)
      cells.set(`${head + rows.length},${i}`, {
        style: { font: BOLD, ...(format ? { numFmt: format } : {}) },
      });
  });
  return {
    name: sheetName(name),
    columns: columns.map(({ header, format }, i) => ({
      width: Math.min(
        WIDEST,
        Math.max(headerWidth(header), ...[...facts, ...rows].map((row) => widthOf(row[i]))),
      ),
      ...(format ? { numFmt: format } : {}),
    })),
    rows: [
      ...facts.map((fact) => [...fact]),
      ...(head ? [[]] : []),
      columns.map(({ header }) => header),
      ...rows.map((row) => [...row]),
    ],
    cells: cells as Sheet['cells'],
    pageSetup: { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

/**
 * A bill as a workbook, with what stands on its screen: the lines with what they are made of, the supplier's invoice
 * beside it with each difference, the bill as it was issued, and the energy of every day. Amounts are numbers.
 */
export async function billWorkbook(
  view: BillView,
  days: readonly BillDay[],
  language: Language,
): Promise<Buffer> {
  const say = (zh: string, en: string): string => textIn({ zh, en }, language);
  const word = (text: Text): string => textIn(text, language);
  const words = (all: readonly Text[]): string => all.map(word).join(say('；', '; '));
  const yuan = unitIn(language, 'CNY');
  const money = (zh: string, en: string): Column => ({ header: `${say(zh, en)} (${yuan})`, format: MONEY });
  const number = (zh: string, en: string, format = QUANTITY): Column => ({ header: say(zh, en), format });
  const text = (zh: string, en: string): Column => ({ header: say(zh, en) });
  const zone = zoneOf(view.timeZone);
  const clock = (t: number): string => {
    const { hour, minute } = zone.local(t);
    return `${dateAt(zone, t)} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  };
  const quality = (flags: readonly FlagName[]): string =>
    words(flags.filter((flag) => flag !== 'measured').map((flag) => FLAG_LABELS[flag]));
  const account: readonly (readonly Value[])[] = [
    [say('户号', 'Account'), view.measureAccount],
    [say('对象', 'Object'), view.orgName],
    [
      say('结算月', 'Settlement month'),
      `${view.month}${view.unfinished ? say('（尚未结束）', ' (not over yet)') : ''}`,
    ],
    [say('时段', 'Time'), `${clock(view.from)} – ${clock(view.to)} (${view.timeZone})`],
    [say('方案', 'Scheme'), view.schemeName],
    ...view.parts.map(({ since, until, days, of, schemeName }, i): Value[] => [
      i === 0 ? say('分段', 'Parts') : '',
      say(
        `${since} 至 ${until}（${days}/${of} 天）${schemeName}`,
        `${since} to ${until} (${days} of ${of} days) ${schemeName}`,
      ),
    ]),
    [
      say('平均电价', 'Average price'),
      view.averagePrice === null ? '--' : `${view.averagePrice} ${yuan}/kWh`,
    ],
    [say('数据覆盖率', 'Coverage'), view.coverage === null ? '--' : `${view.coverage}%`],
    ...(view.doubtfulLines.length > 0
      ? [
          [
            say('存疑', 'In doubt'),
            say(
              `${view.doubtfulLines.length} 项依据不完整的数据，见“存疑项目”`,
              `${view.doubtfulLines.length} on incomplete data, see the sheet “In doubt”`,
            ),
          ],
        ]
      : []),
    ...(view.demandMissing
      ? [
          [
            say('说明', 'Note'),
            say(
              '本期没有实测的最大需量，合计不含需量电费',
              'No demand was measured: the total excludes the demand charge',
            ),
          ],
        ]
      : []),
  ];
  const lines = sheetOf(
    say('账单', 'Bill'),
    account,
    [
      text('项目', 'Item'),
      number('数量', 'Quantity'),
      text('单位', 'Unit'),
      number(`单价 (${yuan})`, `Price (${yuan})`, PRICE),
      money('金额', 'Amount'),
      text('依据', 'Based on'),
    ],
    [
      ...view.rows.map((row) => [
        word(row.item),
        row.quantity,
        row.quantity === null ? '' : unitIn(language, row.unit),
        row.price,
        row.amount,
        `${row.atLeast ? say('至少；', 'At least; ') : ''}${row.doubtful ? say('存疑；', 'In doubt; ') : ''}${word(row.inputs)}`,
      ]),
      [say('合计', 'Total'), view.energy, 'kWh', null, view.total, ''],
    ],
    true,
  );
  const invoiceRow = ({ label, invoiced, own, difference, why }: InvoiceRow): Value[] => [
    word(label),
    invoiced.quantity,
    invoiced.price,
    invoiced.amount,
    own?.quantity ?? null,
    own?.price ?? null,
    own?.amount ?? null,
    difference,
    difference === 0 ? say('一致', 'Agrees') : words(why),
  ];
  const sheets = [lines];
  if (view.doubtfulLines.length > 0) sheets.push(doubtSheet(view, say, clock));
  if (view.invoice)
    sheets.push(
      sheetOf(
        say('发票对照', 'Invoice'),
        view.invoice.number === null ? [] : [[say('发票号', 'Invoice number'), view.invoice.number]],
        [
          text('项目', 'Item'),
          number('发票数量', 'Invoiced quantity'),
          number(`发票单价 (${yuan})`, `Invoiced price (${yuan})`, PRICE),
          money('发票金额', 'Invoiced amount'),
          number('计算数量', 'Computed quantity'),
          number(`计算单价 (${yuan})`, `Computed price (${yuan})`, PRICE),
          money('计算金额', 'Computed amount'),
          money('差额', 'Difference'),
          text('原因', 'Why'),
        ],
        view.invoice.rows.map(invoiceRow),
      ),
    );
  if (view.issued) {
    const { issued } = view;
    sheets.push(
      sheetOf(
        say('已出账', 'Issued'),
        [
          [say('出账时间', 'Issued at'), clock(issued.issuedAt)],
          [say('出账人', 'Issued by'), issued.issuedBy ?? '--'],
          [
            say('原因', 'Why it differs now'),
            words(issued.causes) || say('与现在的计算一致', 'The same as computed now'),
          ],
        ],
        [
          text('项目', 'Item'),
          money('出账时', 'As issued'),
          money('现在', 'Now'),
          money('差额', 'Difference'),
        ],
        [
          ...issued.differences.map(({ item, issued: was, now, difference }) => [
            word(item),
            was,
            now,
            difference,
          ]),
          [say('合计', 'Total'), issued.total, view.total, cents(view.total - issued.total)],
        ],
        true,
      ),
    );
  }
  sheets.push(
    sheetOf(
      say('逐日电量', 'Days'),
      [],
      [
        text('日期', 'Day'),
        number('电量 (kWh)', 'Energy (kWh)'),
        number('数据覆盖率 %', 'Coverage %', '0'),
        text('数据质量', 'Quality'),
      ],
      days.map(({ date, energy, coverage, flags }) => [
        date,
        energy === null ? null : microToNumber(energy),
        coverage,
        quality(flags),
      ]),
    ),
  );
  return Buffer.from(await writeXlsx({ sheets }));
}

/** Which lines rest on incomplete data, why, where and what to do; a row a stretch. */
function doubtSheet(
  { rows, doubtfulLines }: BillView,
  say: (zh: string, en: string) => string,
  clock: (t: number) => string,
): Sheet {
  const items = new Map(rows.map(({ key, item }) => [key, say(item.zh, item.en)]));
  const parts = {
    energy: say('电度电费', 'Energy charge'),
    demand: say('基本电费', 'Basic charge'),
    powerFactor: say('力调电费（未计）', 'Power-factor adjustment, left out'),
    terms: say('协议、方案与费用', 'Agreements, schemes and fees'),
  };
  const column = (zh: string, en: string): Column => ({ header: say(zh, en) });
  return sheetOf(
    say('存疑项目', 'In doubt'),
    [],
    [
      column('项目', 'Items'),
      column('原因', 'Why'),
      column('表计', 'Meter'),
      column('开始', 'From'),
      column('结束', 'To'),
      column('处理', 'What to do'),
    ],
    doubtfulLines.flatMap(({ part, lines, text, remedy, spans, more }) => {
      const named = lines.map((key) => items.get(key) ?? key).join(say('、', ', ')) || parts[part];
      const told = spans.map(({ from, to, ammeterName }): Value[] => [
        named,
        say(text.zh, text.en),
        ammeterName,
        clock(from),
        clock(to),
        say(remedy.zh, remedy.en),
      ]);
      if (spans.length === 0)
        told.push([named, say(text.zh, text.en), null, null, null, say(remedy.zh, remedy.en)]);
      return more > 0 ? [...told, [named, say(`另有 ${more} 段`, `and ${more} more intervals`), null, null, null, null]] : told; // prettier-ignore
    }),
  );
}

/** A difference of two amounts of whole cents. */
const cents = (yuan: number): number => Math.round(yuan * 100) / 100;
