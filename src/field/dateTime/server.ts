import type { KindServer } from '#server/resource/kind.ts';

export const dateTimeServer: KindServer = {
  columnType: 'timestamptz',
  fromColumn: (value) => (value instanceof Date ? value.toISOString() : value),
  matches: 'equals',
};
