import { sql } from 'kysely';
import type { KindServer } from '#server/resource/kind.ts';

export const dateTimeServer: KindServer = {
  columnType: 'timestamptz',
  fromColumn: (value) => (value instanceof Date ? value.toISOString() : value),
  toJson: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  matches: 'equals',
};
