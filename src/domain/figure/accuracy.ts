import { energyTypeOf } from '#contract/energyType.ts';

/**
 * The largest permissible error in percent that GB 17167 asks of a meter of an energy type (its table of accuracy
 * classes: electricity of units without a class of their own 1.0, gas 2.0, steam and heat 2.5, water 2.5, oil 0.5,
 * coal weighed on the move 0.5). It stands for meters whose class the archive does not know.
 */
export const askedClass = (dataType: string): number => energyTypeOf(dataType).accuracy ?? 2.5;

/**
 * The limit of error in percent of an accuracy class as people write it: `0.5S`, `1.0级`, `Class 2`, `±2.5%`; null
 * where there is none in it.
 */
export function classOf(written: string | null): number | null {
  const found = /(\d+(?:[.．]\d+)?)/.exec((written ?? '').normalize('NFKC'));
  const limit = found ? Number(found[1]?.replace('．', '.')) : Number.NaN;
  return limit > 0 && limit <= 20 ? limit : null;
}
