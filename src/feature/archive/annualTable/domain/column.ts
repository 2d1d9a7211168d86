import { COLUMNS, type ColumnKey } from '../contract.ts';

/** The columns of the form in its order. */
export const COLUMN_KEYS = Object.keys(COLUMNS) as readonly ColumnKey[];
