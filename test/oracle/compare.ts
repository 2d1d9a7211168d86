import { bucketsIn, dateAfter, HOUR, instantOf, type Range, type Size } from './clock.ts';
import { exact, type Findings, micro, rangeText } from './found.ts';
import type { Row } from './organisation.ts';
import { figureAt, figureOfList, type Plant, type Signed } from './plant.ts';

/** Hundred-millionths of kgce and kgCO2 a kWh; the second from a day of the plant's time on. */
export const COAL = 12_290_000n;
export const CARBON = [53_660_000n, 61_250_000n] as const;
export const CARBON_DAYS = 1;

/** The day from which the second factor of carbon holds. */
export const carbonChange = ({ draw }: Plant): string => dateAfter(draw.begin, CARBON_DAYS);

const rounded = (value: bigint, by: bigint): bigint =>
  value < 0n ? -((-value + by / 2n) / by) : (value + by / 2n) / by;

/** The equivalent of a bucket: its energy by the factor of each date. */
export function checkEquivalent(
  plant: Plant,
  list: Signed,
  bucket: Range,
  row: Row,
  where: string,
  found: Findings,
): void {
  const change = instantOf(plant.zone, carbonChange(plant));
  const cuts = [bucket.from, change, bucket.to].filter((t) => t >= bucket.from && t <= bucket.to);
  let carbon: bigint | null = null;
  for (let i = 1; i < cuts.length; i++) {
    const [from, to] = [cuts[i - 1] ?? 0, cuts[i] ?? 0];
    if (from === to) continue;
    const { energy } = figureOfList(plant, list, { from, to });
    if (energy !== null) carbon = (carbon ?? 0n) + energy * CARBON[from >= change ? 1 : 0];
  }
  const { energy } = figureOfList(plant, list, bucket);
  const reported = (key: string): number | null => micro(row.cells[key] as number | null);
  found.same(
    where,
    'standard coal',
    reported('coal'),
    exact(energy === null ? null : rounded(energy * COAL, 100_000_000n)),
  );
  found.same(
    where,
    'carbon',
    reported('carbon'),
    exact(carbon === null ? null : rounded(carbon, 100_000_000n)),
  );
}

/** Seconds known of each meter of a list in a bucket, of those of which something is known. */
function coverOf(plant: Plant, list: Signed, bucket: Range): Map<number, number> {
  const found = new Map<number, number>();
  for (const { of } of list) {
    const { energy, covered } = figureAt(plant, of, bucket);
    if (energy !== null) found.set(of, covered);
  }
  return found;
}

/** Whether two buckets may be compared: both known for nine tenths of the time of every meter known in either. */
function alike(plant: Plant, list: Signed, now: Range, before: Range): boolean {
  const [own, earlier] = [coverOf(plant, list, now), coverOf(plant, list, before)];
  const meters = new Set([...own.keys(), ...earlier.keys()]).size;
  const known = (cover: Map<number, number>, { from, to }: Range): boolean =>
    [...cover.values()].reduce((sum, one) => sum + one, 0) * 10 >= ((9 * (to - from)) / 1000) * meters;
  return meters > 0 && known(own, now) && known(earlier, before);
}

/** The change of one bucket against another in millionths; null where they are not alike. */
export function changeIn(plant: Plant, list: Signed, now: Range, before: Range): number | null {
  const [a, b] = [figureOfList(plant, list, now).energy, figureOfList(plant, list, before).energy];
  const fair = a !== null && b !== null && b > 0n && alike(plant, list, now, before);
  return fair ? Number(rounded((a - b) * 1_000_000n, b)) : null;
}

/** The change of a row against the bucket before it: exact where both are alike, else none. */
export function checkChange(
  plant: Plant,
  list: Signed,
  size: Size,
  bucket: Range,
  row: Row,
  where: string,
  found: Findings,
): void {
  // prettier-ignore
  const [before] = bucketsIn(plant.zone, size, { from: bucket.from - HOUR / 4, to: bucket.from });
  if (!before) return;
  const reported = row.cells['previousChange'] as number | null;
  const truth = changeIn(plant, list, bucket, before);
  if (micro(reported) !== truth) found.say(where, `change against ${rangeText(before)}`, reported, truth === null ? null : truth / 1e6); // prettier-ignore
}
