import type { KindServer } from '#server/resource/kind.ts';

export const flagServer: KindServer = {
  columnType: 'boolean',
  fromColumn: (value) => value,
  matches: 'equals',
};
