import type { Mapping } from '../contract.ts';
import { isLong } from './checkMapping.ts';

/** A proposed mapping in which columns of values that found no meter are for the one the import is for. */
export function aimedMapping(mapping: Mapping, meterId: number | null): Mapping {
  if (meterId === null || isLong(mapping)) return mapping;
  const columns = mapping.columns.map((column) =>
    column.role === 'value' && !column.meterId ? { ...column, meterId } : column,
  );
  return { ...mapping, columns };
}
