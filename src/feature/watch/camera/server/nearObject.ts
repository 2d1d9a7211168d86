import { type RawBuilder, sql } from 'kysely';

/** What may name the monitored object that it belongs to. */
type Located = 'i_video_control' | 'i_remote_control';

/** A monitored object with what it lies in and what lies in it. */
const near = (objectId: number): RawBuilder<unknown> => sql`
  with recursive above as (
    select id, parent_id from monitor_object where id = ${objectId}::integer
    union select o.id, o.parent_id from monitor_object o join above a on o.id = a.parent_id),
  below as (
    select id from monitor_object where id = ${objectId}::integer
    union select o.id from monitor_object o join below b on o.parent_id = b.id)
  select id from above union select id from below`;

/**
 * Whether a row of a table, by its alias, belongs to a monitored object: to it, to what it lies in or to what lies in it;
 * where none does, those of its site. Null = any object.
 */
export function atObject(table: Located, alias: string, objectId: number | null): RawBuilder<boolean> {
  if (objectId === null) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(`${alias}.id`)} in (
    select d.id from ${sql.table(table)} d where d.object_id in (${near(objectId)})
      or not exists (select from ${sql.table(table)} e where e.object_id in (${near(objectId)}))
        and d.site_id = (select o.site_id from monitor_object o where o.id = ${objectId}))`;
}
