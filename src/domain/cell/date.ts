import { civilFromDay, dayFromCivil } from '#domain/time/civil.ts';
import type { DateOrder } from '#contract/dateOrder.ts';
import { DAY_MS, DAY_SECONDS } from '#domain/time/duration.ts';
import { type FileCell, plain } from './fileCell.ts';

/** A wall clock of no zone: days since 1970-01-01 and seconds into that day; 86400 = written as 24:00. */
export interface Wall {
  readonly day: number;
  readonly second: number;
}

/** Day 0 of date serials. */
const SERIAL_EPOCH = -25_569;

/** The wall clock as if it were UTC, in ms. */
export const wallMs = (wall: Wall): number => wall.day * DAY_MS + wall.second * 1000;

/** Why a cell is no date or time of a wall clock; `offset`: it tells its own offset, so it is none of any zone. */
export type DateFault = 'unreadable' | 'noSuchDate' | 'outOfRange' | 'offset';

/** A clock that tells its own offset. */
export const WITH_OFFSET = /\d:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-](?:0\d|1[0-4]):?\d{2})$/i;

const DATE = /^(\d{1,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,4})\s*日?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NAMED = /^(\d{1,2})[-\s/.]([A-Za-z]{3,9})\.?[-\s/.,]+(\d{2,4})$/;
const NAMED_US = /^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)|\s*(?:星期|周)[一二三四五六日天]\s*/i;

/**
 * Reads a date: `2018-01-05`, `5/1/2018`, `2018年1月5日`, `20180105`, `5-Jan-2018`, or a date cell of a workbook.
 * @returns days since 1970-01-01, or why not.
 */
export function readDate(
  cell: Exclude<FileCell, null>,
  order: DateOrder,
): { day: number } | { fault: DateFault } {
  if (typeof cell === 'object' && 'wall' in cell) {
    return cell.serial < 1
      ? { fault: 'unreadable' }
      : { day: Math.floor(Date.parse(`${cell.wall}Z`) / DAY_MS) };
  }
  if (typeof cell === 'number') {
    // A number of eight digits is a written date, one of five a date serial.
    if (Number.isInteger(cell) && cell >= 19_000_101 && cell <= 99_991_231)
      return readDate(String(cell), order);
    return cell >= 20_000 && cell < 2_958_466
      ? { day: Math.floor(cell) + SERIAL_EPOCH }
      : { fault: 'unreadable' };
  }
  if (typeof cell !== 'string') return { fault: 'unreadable' };
  const text = plain(cell).replace(WEEKDAY, '');
  const compact = COMPACT.exec(text);
  if (compact) return civil(compact[1], compact[2], compact[3]);
  const named = NAMED.exec(text);
  if (named) return civil(named[3], monthOf(named[2]), named[1]);
  const us = NAMED_US.exec(text);
  if (us) return civil(us[3], monthOf(us[1]), us[2]);
  const parts = DATE.exec(text);
  if (!parts) return { fault: 'unreadable' };
  const [, a = '', b = '', c = ''] = parts;
  // Four digits are a year wherever they stand.
  if (a.length > 2) return civil(a, b, c);
  if (order === 'YMD' && c.length > 2) return { fault: 'unreadable' };
  if (order === 'YMD') return civil(a, b, c);
  return order === 'DMY' ? civil(c, b, a) : civil(c, a, b);
}

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function civil(yearText = '', monthText = '', dayText = ''): { day: number } | { fault: DateFault } {
  const year = yearText.length <= 2 ? 2000 + Number(yearText) : Number(yearText);
  const month = Number(monthText);
  const date = Number(dayText);
  if (month < 1 || month > 12 || date < 1 || date > 31) return { fault: 'noSuchDate' };
  const day = dayFromCivil(year, month, date);
  return civilFromDay(day).day === date ? { day } : { fault: 'noSuchDate' };
}

/** Reads a time of day in seconds: `0:15`, `00:15:00`, `9时30分`, `9:30 PM`, `24:00`, `0015`, a time cell. */
export function readTime(cell: Exclude<FileCell, null>): { second: number } | { fault: DateFault } {
  if (typeof cell === 'object' && 'wall' in cell) {
    const whole = Math.round(cell.serial * DAY_SECONDS);
    // A time column of a workbook holds 24:00 as 1, the next day's 00:00 of its own count.
    return { second: cell.serial > 0 && cell.serial < 1.5 ? whole : whole % DAY_SECONDS };
  }
  if (typeof cell === 'number') {
    if (cell >= 0 && cell <= 1 && !(Number.isInteger(cell) && cell === 1)) {
      return { second: Math.round(cell * DAY_SECONDS) };
    }
    if (Number.isInteger(cell) && cell >= 0 && cell <= 24) return { second: cell * 3600 };
    if (Number.isInteger(cell) && cell <= 2400) return readTime(String(cell).padStart(4, '0'));
    return { fault: 'unreadable' };
  }
  if (typeof cell !== 'string') return { fault: 'unreadable' };
  const text = plain(cell).replace(/\.0+$/, '');
  if (/\dZ$/i.test(text)) return { fault: 'offset' };
  const match =
    /^(上午|下午|AM\s|PM\s)?\s*(\d{1,2})\s*[:时點点h]\s*(?:(\d{1,2})\s*[:分m]?\s*)?(?:(\d{1,2})\s*秒?)?\s*(AM|PM)?$/i.exec(
      text,
    ) ?? /^()(\d{2})(\d{2})(\d{2})?()$/.exec(text);
  if (!match) return { fault: 'unreadable' };
  const half = (match[1] || match[5] || '').trim().toUpperCase();
  let hour = Number(match[2]);
  if (half && hour > 12) return { fault: 'noSuchDate' };
  if (half === 'PM' || half === '下午') hour = (hour % 12) + 12;
  else if (half === 'AM' || half === '上午') hour %= 12;
  const minute = Number(match[3] ?? 0);
  const second = Number(match[4] ?? 0);
  const total = hour * 3600 + minute * 60 + second;
  if (minute > 59 || second > 59 || total > DAY_SECONDS) return { fault: 'noSuchDate' };
  return { second: total };
}

/** Reads date and time of a reading out of one cell; a cell of a date alone is its midnight. */
export function readStamp(cell: Exclude<FileCell, null>, order: DateOrder): Wall | { fault: DateFault } {
  const wall = readWall(cell, order);
  return 'fault' in wall ? wall : inRange(wall);
}

/** The same of any year. */
export function readWall(cell: Exclude<FileCell, null>, order: DateOrder): Wall | { fault: DateFault } {
  if (typeof cell === 'object' && 'wall' in cell) {
    const ms = Date.parse(`${cell.wall}Z`);
    const day = Math.floor(ms / DAY_MS);
    return cell.serial < 1
      ? { fault: 'unreadable' }
      : { day, second: Math.round(ms / 1000) - day * DAY_SECONDS };
  }
  if (typeof cell === 'number') {
    if (cell < 20_000 || cell >= 2_958_466) return { fault: 'unreadable' };
    const seconds = Math.round(cell * DAY_SECONDS);
    const day = Math.floor(seconds / DAY_SECONDS);
    return { day: day + SERIAL_EPOCH, second: seconds - day * DAY_SECONDS };
  }
  if (typeof cell !== 'string') return { fault: 'unreadable' };
  if (WITH_OFFSET.test(plain(cell))) return { fault: 'offset' };
  const [dateText, timeText] = splitStamp(plain(cell));
  const date = readDate(dateText, order);
  if ('fault' in date || timeText === '') return 'fault' in date ? date : { day: date.day, second: 0 };
  const time = readTime(timeText);
  return 'fault' in time ? time : { day: date.day, second: time.second };
}

/** Joins the cells of a date column and a time column. */
export function joinStamp(
  date: Exclude<FileCell, null>,
  time: FileCell,
  order: DateOrder,
): Wall | { fault: DateFault } {
  const day = typeof date === 'string' ? readDate(splitStamp(plain(date))[0], order) : readDate(date, order);
  if ('fault' in day) return day;
  if (time === null) return inRange({ day: day.day, second: 0 });
  const second = readTime(typeof time === 'string' ? timePart(plain(time)) : time);
  return 'fault' in second ? second : inRange({ day: day.day, second: second.second });
}

/** Years in which meters measure; the store itself takes nothing later than tomorrow. */
const FIRST_DAY = dayFromCivil(2000, 1, 1);
const LAST_DAY = dayFromCivil(2100, 1, 1);
const inRange = (wall: Wall): Wall | { fault: DateFault } =>
  wall.day < FIRST_DAY || wall.day >= LAST_DAY ? { fault: 'outOfRange' } : wall;

function splitStamp(text: string): [string, string] {
  const compact = /^(\d{8})[T\s]?(\d{4}(?:\d{2})?)$/.exec(text);
  if (compact) return [compact[1] ?? '', compact[2] ?? ''];
  const match =
    /^(.*?(?:\d|日)(?:\s*(?:星期|周)[一二三四五六日天])?)(?:\s*T|\s+|(?<=日))\s*((?:上午|下午|AM\s|PM\s)?\s*\d{1,2}\s*[:时點点h].*)$/i.exec(
      text,
    );
  return match ? [match[1] ?? '', match[2] ?? ''] : [text, ''];
}

const timePart = (text: string): string => splitStamp(text)[1] || text;
