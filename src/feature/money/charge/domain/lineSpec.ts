import type { Operation } from '../contract.ts';

/** A line as it stands in the address: whose, what, how fine, from when to when. */
export interface LineSpec {
  readonly ammeterIds: readonly number[];
  readonly dataCode: string;
  readonly interval: string;
  readonly beginDate: string;
  readonly endDate: string;
  readonly type: Operation | null;
}

/** More lines than this cannot be told apart. */
export const MOST_LINES = 12;

const SHAPE =
  /^(\d{1,9}(?:\.\d{1,9}){0,19})~([A-Z]{2,3}\d?)~(\d{3})~(\d{4}-\d{2}-\d{2})~(\d{4}-\d{2}-\d{2})(?:~(overlay|average))?$/;

/** `12~CZ~201~2026-01-01~2026-01-07`, `12.13~PP~301~…~average`. */
export const writeLine = ({ ammeterIds, dataCode, interval, beginDate, endDate, type }: LineSpec): string =>
  [ammeterIds.join('.'), dataCode, interval, beginDate, endDate, ...(type ? [type] : [])].join('~');

export const writeLines = (lines: readonly LineSpec[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map(writeLine).join('_');

/** The lines of an address; what is no line is left out. */
export function readLines(raw: unknown): LineSpec[] {
  if (typeof raw !== 'string') return [];
  const lines = raw.split('_').flatMap((text): LineSpec[] => {
    const [, ids, dataCode, interval, beginDate, endDate, type] = SHAPE.exec(text) ?? [];
    if (!ids || !dataCode || !interval || !beginDate || !endDate) return [];
    const ammeterIds = ids.split('.').map(Number);
    return [
      { ammeterIds, dataCode, interval, beginDate, endDate, type: (type as Operation | undefined) ?? null },
    ];
  });
  return lines.slice(0, MOST_LINES);
}

/** Several single lines of the same data, interval and time as one; null where they are not alike or too few. */
export function operate(lines: readonly LineSpec[], type: Operation): LineSpec | null {
  const [first, ...others] = lines;
  if (!first || others.length === 0 || lines.some((line) => line.type !== null)) return null;
  const same = others.every(
    (line) =>
      line.dataCode === first.dataCode &&
      line.interval === first.interval &&
      line.beginDate === first.beginDate &&
      line.endDate === first.endDate,
  );
  const ammeterIds = [...new Set(lines.flatMap((line) => line.ammeterIds))];
  return same && ammeterIds.length > 1 ? { ...first, ammeterIds, type } : null;
}
