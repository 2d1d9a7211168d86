import type { KindServer } from '#server/resource/kind.ts';

export const structureServer: KindServer = {
  columnType: 'jsonb',
  fromColumn: (value) => value,
  matches: 'equals',
};
