import { badInput } from '#contract/error.ts';
import { SLOT_MINUTES, SLOTS, planPoints } from '#contract/plan.ts';
import type { Text } from '#contract/text.ts';
import { minutesOf, two } from '#domain/time/clock.ts';
import { monthText } from '#domain/time/date.ts';
import { slotClock } from '#domain/storage/plan.ts';
import { plainNumber } from '#field/decimal/contract.ts';
import { type Cell, cellText, isBrokenCell, isDateCell, type Row } from '#server/sheet/cell.ts';

/** Most days of a file. */
export const MOST_DAYS = 62;

/** A day of a file: 96 powers, kW, + discharges. */
export interface SheetDay {
  readonly planDate: string;
  readonly points: readonly number[];
}

const refuse = (zh: string, en: string): never => {
  throw badInput({ zh: `upFile：${zh}`, en: `upFile: ${en}` }, 'upFile');
};

/** How a file says that it is for the day after it is read, whatever that is. */
const NEXT_DAY: ReadonlySet<string> = new Set(['次日', '明日', 'next day', 'tomorrow']);

/** A date as a head tells it, `YYYY-MM-DD`, also `2026/11/3` or “次日”; null where it is none. */
function dateOf(cell: Cell | undefined, nextDay: string): string | null {
  const text = cell && isDateCell(cell) ? cell.wall.slice(0, 10) : cellText(cell).trim();
  if (NEXT_DAY.has(text.toLowerCase())) return nextDay;
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${monthText(year, Number(month))}-${two(Number(day))}`;
  const read = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== date ? null : date;
}

/** The slot that a row is about: by the clock at which it begins (`08:45`, `08:45–09:00`); null where it is none. */
function slotOf(cell: Cell | undefined): number | null {
  const [, clock] = /^\s*(\d{1,2}:\d{2})/.exec(cellText(cell)) ?? [];
  const minutes = clock === undefined ? null : minutesOf(clock.padStart(5, '0'));
  return minutes === null || minutes % SLOT_MINUTES !== 0 || minutes >= SLOTS * SLOT_MINUTES
    ? null
    : minutes / SLOT_MINUTES;
}

/** The days of a head row, by their column. */
function headOf(row: Row, nextDay: string): { readonly column: number; readonly planDate: string }[] {
  const days: { column: number; planDate: string }[] = [];
  row.cells.forEach((cell, column) => {
    if (column === 0 || cellText(cell).trim() === '') return;
    const planDate = dateOf(cell, nextDay);
    if (planDate === null)
      return refuse(
        `第 ${row.number} 行第 ${column + 1} 列的表头应为日期（如 2026-11-23），现为“${cellText(cell)}”`,
        `row ${row.number}, column ${column + 1}: the head must be a date such as 2026-11-23, it is “${cellText(cell)}”`,
      );
    if (days.some((one) => one.planDate === planDate))
      refuse(`日期 ${planDate} 出现两次`, `the day ${planDate} stands there twice`);
    days.push({ column, planDate });
  });
  if (days.length === 0) refuse('表头中没有日期列', 'no column is headed by a date');
  if (days.length > MOST_DAYS) refuse(`最多 ${MOST_DAYS} 天`, `at most ${MOST_DAYS} days`);
  return days;
}

/** The power of a cell. @throws Fault 400 naming row, time and day */
function powerOf(cell: Cell | undefined, number: number, slot: number, planDate: string): number {
  const value = typeof cell === 'number' ? cell : plainNumber(cellText(cell));
  const broken = cell !== undefined && isBrokenCell(cell);
  if (!broken && planPoints.element.safeParse(value).success) return value;
  const said: Text =
    cellText(cell).trim() === ''
      ? { zh: '为空', en: 'is empty' }
      : {
          zh: `“${cellText(cell)}” 不是 0.1 kW 精度的功率`,
          en: `“${cellText(cell)}” is no power in steps of 0.1 kW`,
        };
  return refuse(
    `第 ${number} 行 ${planDate} ${slotClock(slot)} ${said.zh}`,
    `row ${number}, ${planDate} ${slotClock(slot)}: ${said.en}`,
  );
}

/**
 * Reads days of 96 powers from the rows of a file: the head names the days, each row a quarter of an hour.
 * @param nextDay what “次日” in the head means @throws Fault 400
 */
export async function readPlanSheet(rows: AsyncIterable<Row>, nextDay: string): Promise<SheetDay[]> {
  let head: ReturnType<typeof headOf> | undefined;
  const points: number[][] = [];
  const seen = new Set<number>();
  for await (const row of rows) {
    if (row.cells.every((cell) => cellText(cell).trim() === '')) continue;
    if (!head) {
      head = headOf(row, nextDay);
      for (const _day of head) points.push([]);
      continue;
    }
    const slot = slotOf(row.cells[0]);
    if (slot === null)
      return refuse(
        `第 ${row.number} 行的时段应为每 15 分钟的开始时刻（如 08:45），现为“${cellText(row.cells[0])}”`,
        `row ${row.number}: the slot must be the clock at which a quarter begins, such as 08:45; it is “${cellText(row.cells[0])}”`,
      );
    if (seen.has(slot))
      refuse(
        `第 ${row.number} 行：时段 ${slotClock(slot)} 重复`,
        `row ${row.number}: the slot ${slotClock(slot)} is there twice`,
      );
    seen.add(slot);
    head.forEach(({ column, planDate }, i) => {
      const day = points[i];
      if (day) day[slot] = powerOf(row.cells[column], row.number, slot, planDate);
    });
  }
  if (!head) return refuse('文件是空的', 'the file is empty');
  for (let slot = 0; slot < SLOTS; slot++)
    if (!seen.has(slot)) refuse(`缺少时段 ${slotClock(slot)}`, `the slot ${slotClock(slot)} is missing`);
  return head.map(({ planDate }, i) => ({ planDate, points: points[i] ?? [] }));
}
