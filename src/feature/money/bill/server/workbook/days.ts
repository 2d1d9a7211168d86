import type { FlagName } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import { sheetOf } from '#server/sheet/factSheet.ts';
import type { SheetWords } from '#server/sheet/words.ts';

/** Energy of a day of the bill, in millionths of kWh. */
export interface BillDay {
  readonly date: string;
  readonly energy: bigint | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/** The energy of every day. */
export const daysSheet = (
  days: readonly BillDay[],
  { say, number, text, quality }: SheetWords,
): WorkbookSheet =>
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
  );
