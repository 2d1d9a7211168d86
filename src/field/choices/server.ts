import type { KindServer } from '#server/resource/kind.ts';

export const choicesServer: KindServer = {
  columnType: 'text[]',
  fromColumn: (value) => value,
  matches: 'has',
};
