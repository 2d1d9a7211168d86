import { timeAt } from '#domain/time/text.ts';

/** A window of demand by the wall clock of a zone: `2018-07-05 08:50–09:05`. */
export function windowText(
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const [a, b] = [timeAt(timeZone, from), timeAt(timeZone, to)];
  return `${a}–${a.slice(0, 10) === b.slice(0, 10) ? b.slice(11) : b}`;
}
