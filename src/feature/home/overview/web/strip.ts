import type { KeyFigure } from '#web/ui/KeyFigures.tsx';

const of = <F extends KeyFigure>(figures: readonly F[], ...keys: readonly string[]): F[] =>
  keys.flatMap((key) => figures.find((one) => one.key === key) ?? []);

/**
 * The first strip of whoever sees prices: the day's energy, its money, the month, and what its products took; where none is
 * configured the year stands in that place.
 */
export const firstOf = (
  energy: readonly KeyFigure[],
  money: readonly KeyFigure[],
  product: KeyFigure | null,
): KeyFigure[] => [
  ...of(energy, 'day'),
  ...money,
  ...of(energy, 'month'),
  ...(product ? [product] : of(energy, 'year')),
];

/** What the first strip has no room for: the other energies, and the products after the first. */
export const restOf = (energy: readonly KeyFigure[], products: readonly KeyFigure[]): KeyFigure[] => [
  ...of(energy, 'yesterday', ...(products.length > 0 ? ['year'] : []), 'dayPeak', 'yearPeak'),
  ...products.slice(1),
];
