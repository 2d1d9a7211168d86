import type { Column } from './columns.ts';
import { isAtEnd } from './kinds.ts';
import type { KindColumn } from './kindWeb.ts';
import type { WebSlots } from './slot.ts';

/** Where the values of a column stand. */
export const alignOf = (column: Column, { numbers }: WebSlots): KindColumn['align'] =>
  isAtEnd(column) || numbers?.includes(column.name) ? 'end' : 'start';
