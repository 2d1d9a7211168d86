import type { KindServer } from '#server/resource/kind.ts';

export const decimalServer: KindServer = {
  columnType: 'numeric',
  fromColumn: (value) => (value === null ? null : Number(value)),
  matches: 'equals',
};
