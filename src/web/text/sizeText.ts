const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes as a person reads it: `512 B`, `1.4 kB`, `12 MB`. */
export function sizeText(bytes: number): string {
  let step = 0;
  while (step < UNITS.length - 1 && bytes >= 1000 ** (step + 1)) step++;
  const value = bytes / 1000 ** step;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`;
}
