import type { KindServer } from '#server/resource/kind.ts';

export const integerServer: KindServer = {
  columnType: 'integer',
  fromColumn: (value) => value,
  matches: 'equals',
};
