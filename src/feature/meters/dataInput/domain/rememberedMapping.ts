import type { Mapping } from '../contract.ts';
import { isLong } from './checkMapping.ts';
import type { MeterFacts } from './meterFacts.ts';
import { meterOfFile, meterOfHeader, type Proposal } from './propose.ts';

/**
 * How a file is read by a mapping that was made for another one of the same headers. What the columns and stamps mean is
 * kept; the header row is that of this file. A meter stays where the headers tell it: columns of several meters, or a
 * header that names one. Else it is the one of this file's name, or none.
 * @param title name of the file.
 */
export function rememberedMapping(
  remembered: Mapping,
  found: Pick<Proposal, 'columns' | 'mapping'>,
  meters: readonly MeterFacts[],
  title: string,
): Mapping {
  const mapping = { ...remembered, headerRow: found.mapping.headerRow };
  const values = mapping.columns.filter(({ role }) => role === 'value');
  if (isLong(mapping) || new Set(values.map(({ meterId }) => meterId)).size > 1) return mapping;
  const meterId = meterOfFile(title, meters)?.id ?? null;
  const isNamed = (column: number): boolean =>
    meterOfHeader(found.columns[column]?.header ?? '', meters) !== undefined;
  return {
    ...mapping,
    columns: mapping.columns.map((one) =>
      one.role === 'value' && !isNamed(one.column) ? { ...one, meterId } : one,
    ),
  };
}
