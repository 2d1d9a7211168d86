import type { KindServer } from '#server/resource/kind.ts';

export const dateServer: KindServer = {
  columnType: 'date',
  fromColumn: (value) => value,
  matches: 'equals',
};
