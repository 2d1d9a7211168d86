/** Months as the tables of blocks name them: their first day in UTC, `2025-01-01`. */
export const monthOf = (ts: number): string => `${new Date(ts).toISOString().slice(0, 7)}-01`;

/** Where a month begins and ends, ms. */
export function boundsOf(month: string): { readonly from: number; readonly to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}
