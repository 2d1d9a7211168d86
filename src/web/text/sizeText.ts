const UNITS = ['B', 'kB', 'MB'] as const;

/** A size in bytes as a person reads it: `512 B`, `1.4 kB`, `12 MB`. */
export function sizeText(bytes: number): string {
  const step = bytes >= 1_000_000 ? 2 : bytes >= 1000 ? 1 : 0;
  const value = bytes / 1000 ** step;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`;
}
