import type { KindServer } from '#server/resource/kind.ts';

export const textServer: KindServer = {
  columnType: 'text',
  fromColumn: (value) => value,
  matches: 'contains',
};
