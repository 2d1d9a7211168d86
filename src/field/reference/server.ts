import type { KindServer } from '#server/resource/kind.ts';

export const referenceServer: KindServer = {
  columnType: 'integer',
  fromColumn: (value) => value,
  matches: 'equals',
};
