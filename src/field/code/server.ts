import type { KindServer } from '#server/resource/kind.ts';

export const codeServer: KindServer = {
  columnType: 'text',
  fromColumn: (value) => value,
  matches: 'equals',
};
