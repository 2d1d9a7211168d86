const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A colour between stops (`#rrggbb`) at a share of the scale, 0…1; beyond it the last. */
export function heatColor(stops: readonly string[], share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  const [from, to] = [channels(stops[i] ?? '#000000'), channels(stops[i + 1] ?? '#000000')];
  const mixed = from.map((one, k) => Math.round(one + ((to[k] ?? one) - one) * (at - i)));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}
