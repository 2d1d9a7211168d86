import type { KindServer } from '#server/resource/kind.ts';

export const codesServer: KindServer = {
  columnType: 'text[]',
  fromColumn: (value) => value,
  matches: 'has',
};
