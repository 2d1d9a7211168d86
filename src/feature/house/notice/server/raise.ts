import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { NoticeKind, NoticeLevel } from '../contract.ts';

/** What a feature wants people to know. */
export interface NewNotice {
  readonly consumerId: number;
  readonly kind: NoticeKind;
  /** What it is about, an id within the kind: one notice of a kind lasts per object. */
  readonly objectId: number;
  readonly level: NoticeLevel;
  readonly text: Text;
  /** Hash route without `#` of the screen where it is dealt with. */
  readonly link: string | null;
  /** Since when it is so; ms. */
  readonly since: number;
}

/** Raises notices; where one of the kind and object lasts already, its text and level follow. Answers how many are new. */
export async function raiseNotices(db: Db, notices: readonly NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0;
  const column = <K extends keyof NewNotice>(key: K) => notices.map((notice) => notice[key]);
  const { rows } = await sql<{ fresh: boolean }>`
    insert into notice as n (consumer_id, kind, object_id, level, text, link, since)
    select * from unnest(${column('consumerId')}::integer[], ${column('kind')}::text[], ${column('objectId')}::integer[],
      ${column('level')}::smallint[], ${notices.map((n) => JSON.stringify(n.text))}::jsonb[], ${column('link')}::text[],
      ${notices.map((n) => new Date(n.since).toISOString())}::timestamptz[])
    on conflict (kind, object_id) where ended_at is null
      do update set text = excluded.text, level = excluded.level, link = excluded.link
    returning xmax = 0 as fresh`.execute(db);
  return rows.filter((row) => row.fresh).length;
}

/** Raises one notice. */
export const raiseNotice = (db: Db, notice: NewNotice): Promise<number> => raiseNotices(db, [notice]);

/** Ends the lasting notices of a kind about objects, at an instant (ms, default now). Answers how many ended. */
export async function endNotices(
  db: Db,
  kind: NoticeKind,
  objectIds: readonly number[],
  at?: number,
): Promise<number> {
  if (objectIds.length === 0) return 0;
  const { rows } = await sql`
    update notice set ended_at = greatest(since, coalesce(${at === undefined ? null : new Date(at)}::timestamptz, now()))
    where kind = ${kind} and object_id = any(${objectIds}::integer[]) and ended_at is null returning id`.execute(
    db,
  );
  return rows.length;
}

/** Ends the lasting notice of a kind about one object. */
export const endNotice = (db: Db, kind: NoticeKind, objectId: number, at?: number): Promise<number> =>
  endNotices(db, kind, [objectId], at);

/** The objects about which a notice of a kind lasts, of all or of those after an id up to one (null = no end). */
export async function lastingNotices(
  db: Db,
  kind: NoticeKind,
  { after, upTo }: { readonly after: number; readonly upTo: number | null } = { after: 0, upTo: null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select object_id as id from notice where kind = ${kind} and ended_at is null
      and object_id > ${after} and (${upTo}::integer is null or object_id <= ${upTo})`.execute(db);
  return rows.map((row) => row.id);
}
