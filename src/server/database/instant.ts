const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/**
 * An instant as PostgreSQL writes it in UTC, `2026-01-31 23:59:59.123456+00`, to the millisecond that has begun; null where it
 * is written otherwise (infinity, other zones, years beyond four digits), which the driver's own parser reads.
 */
export function readInstant(text: string): Date | null {
  const end = text.length - 3;
  if (end < 19 || !text.endsWith('+00') || text[4] !== '-' || text[10] !== ' ') return null;
  if (end > 19 && text[19] !== '.') return null;
  let ms = 0;
  for (let i = 20; i < 23; i++) ms = ms * 10 + (i < end ? text.charCodeAt(i) - 48 : 0);
  const year = two(text, 0) * 100 + two(text, 2);
  // Date.UTC takes years below 100 for those of our time.
  if (year < 100) return null;
  return new Date(
    Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), ms),
  );
}
