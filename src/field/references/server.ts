import type { KindServer } from '#server/resource/kind.ts';

export const referencesServer: KindServer = {
  columnType: 'integer[]',
  fromColumn: (value) => value,
  matches: 'has',
};
