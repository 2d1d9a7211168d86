import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';

/**
 * The unit of a value as it is kept: codes of the product have their own, whatever was written into their data item, as nothing
 * converts to that; a further code has that of its data item.
 * @param energy energy type of the meter, null = unknown
 */
export const unitOfValue = (code: string, energy: string | null, itemUnit: string | null): string =>
  dataCode(code) === undefined
    ? (itemUnit ?? '')
    : unitOfCode(code, energy === null ? '' : energyTypeOf(energy).unit);
