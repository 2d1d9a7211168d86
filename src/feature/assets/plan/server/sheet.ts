import { badInput } from '#contract/error.ts';
import { SLOT_MINUTES, SLOTS, planPoints, ZERO_POINTS } from '#contract/plan.ts';
import type { Text } from '#contract/text.ts';
import { type DaySlots, fileClock } from '#domain/storage/slots.ts';
import { minutesOf, two } from '#domain/time/clock.ts';
import { monthText } from '#domain/time/date.ts';
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

/**
 * The clock at which the quarter of a row begins (`08:45`, `08:45–09:00`, `02:00B` of an hour that is passed twice); null where
 * it is none.
 */
function clockIn(cell: Cell | undefined): string | null {
  const [, clock, which = ''] = /^\s*(\d{1,2}:\d{2})([AB]?)/i.exec(cellText(cell)) ?? [];
  const text = clock?.padStart(5, '0') ?? '';
  const minutes = minutesOf(text);
  return minutes === null || minutes % SLOT_MINUTES !== 0 || minutes >= SLOTS * SLOT_MINUTES
    ? null
    : fileClock(text + which.toUpperCase());
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
function powerOf(cell: Cell | undefined, number: number, clock: string, planDate: string): number {
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
    `第 ${number} 行 ${planDate} ${clock} ${said.zh}`,
    `row ${number}, ${planDate} ${clock}: ${said.en}`,
  );
}

const isFilled = (cell: Cell | undefined): boolean =>
  cell !== undefined && (isBrokenCell(cell) || cellText(cell).trim() !== '');

/** The rows of a file by the clock at which they begin. */
type Rows = ReadonlyMap<string, Row>;

/** The powers of a column. @throws Fault 400 where one is none, is missing, or is for a quarter that the plan of the day has not */
function pointsOf(rows: Rows, column: number, planDate: string, { count, clocks }: DaySlots): number[] {
  const points = [...ZERO_POINTS];
  const own = new Set<string>();
  for (let slot = 0; slot < count; slot++) {
    const clock = clocks[slot] ?? '';
    const row = rows.get(fileClock(clock));
    if (!row) return refuse(`缺少时段 ${clock}`, `the slot ${clock} is missing`);
    own.add(fileClock(clock));
    points[slot] = powerOf(row.cells[column], row.number, clock, planDate);
  }
  for (const [clock, { cells, number }] of rows) {
    if (own.has(clock) || !isFilled(cells[column])) continue;
    if (powerOf(cells[column], number, clock, planDate) !== 0)
      refuse(
        `第 ${number} 行 ${planDate} ${clock}：当天的计划没有这个时段（时钟调整）`,
        `row ${number}, ${planDate} ${clock}: the plan of this day has no such slot, as the clock is changed`,
      );
  }
  return points;
}

/** The head of a file, and its rows by their clock. @throws Fault 400 */
async function rowsOf(rows: AsyncIterable<Row>, nextDay: string) {
  let head: ReturnType<typeof headOf> | undefined;
  const byClock = new Map<string, Row>();
  for await (const row of rows) {
    if (row.cells.every((cell) => cellText(cell).trim() === '')) continue;
    if (!head) {
      head = headOf(row, nextDay);
      continue;
    }
    const clock = clockIn(row.cells[0]);
    if (clock === null)
      return refuse(
        `第 ${row.number} 行的时段应为每 15 分钟的开始时刻（如 08:45），现为“${cellText(row.cells[0])}”`,
        `row ${row.number}: the slot must be the clock at which a quarter begins, such as 08:45; it is “${cellText(row.cells[0])}”`,
      );
    if (byClock.has(clock))
      refuse(
        `第 ${row.number} 行：时段 ${clock} 重复`,
        `row ${row.number}: the slot ${clock} is there twice`,
      );
    byClock.set(clock, row);
  }
  if (!head) return refuse('文件是空的', 'the file is empty');
  return { head, byClock };
}

/**
 * Reads days of 96 powers from the rows of a file: the head names the days, each row a quarter of an hour. A day without any
 * power is left out, as a file that goes out has one for each day, planned or not.
 * @param nextDay what “次日” in the head means @param slotsOf what the clock of the site makes of a day @throws Fault 400
 */
export async function readPlanSheet(
  rows: AsyncIterable<Row>,
  nextDay: string,
  slotsOf: (planDate: string) => DaySlots,
): Promise<SheetDay[]> {
  const { head, byClock } = await rowsOf(rows, nextDay);
  const filled = head.filter(({ column }) =>
    [...byClock.values()].some(({ cells }) => isFilled(cells[column])),
  );
  if (filled.length === 0) refuse('文件中没有功率', 'the file holds no powers');
  return filled.map(({ column, planDate }) => ({
    planDate,
    points: pointsOf(byClock, column, planDate, slotsOf(planDate)),
  }));
}
