import type { KindServer } from '#server/resource/kind.ts';

export const choiceServer: KindServer = {
  columnType: 'text',
  fromColumn: (value) => value,
  matches: 'equals',
};
