/** A window of demand by the wall clock of a zone: `2018-07-05 08:50–09:05`. */
export function windowText(
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const [a, b] = [format.format(from), format.format(to)];
  return `${a}–${a.slice(0, 10) === b.slice(0, 10) ? b.slice(11) : b}`;
}
