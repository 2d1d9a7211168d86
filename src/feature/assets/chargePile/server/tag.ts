import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Pile } from './pile.ts';

/** What OCPP tells of a tag (section 7.3). */
export interface TagInfo extends Record<string, unknown> {
  readonly status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid';
  readonly expiryDate?: string;
}

/** Tags are the same in capitals and small letters (CiString of OCPP). */
export const tagCodeOf = (idTag: string): string => idTag.trim().toUpperCase();

/** Whether somebody may charge at a charger, by its enterprise's list; days are those of the site. */
export async function authorise(db: Db, pile: Pile, idTag: string): Promise<TagInfo> {
  const { rows } = await sql<{ state: string; early: boolean; late: boolean; until: Date | null }>`
    select t.state, coalesce(t.valid_from > d.today, false) as early, coalesce(t.valid_until < d.today, false) as late,
      (t.valid_until + 1)::timestamp at time zone s.time_zone as until
    from charge_tag t, monitor_site s, lateral (select (now() at time zone s.time_zone)::date as today) d
    where t.consumer_id = ${pile.consumerId} and upper(t.tag_code) = ${tagCodeOf(idTag)} and s.id = ${pile.siteId}`.execute(
    db,
  );
  const [tag] = rows;
  if (!tag) return { status: pile.openToAll ? 'Accepted' : 'Invalid' };
  if (tag.state !== '1') return { status: 'Blocked' };
  if (tag.late) return { status: 'Expired' };
  if (tag.early) return { status: 'Invalid' };
  return { status: 'Accepted', ...(tag.until ? { expiryDate: tag.until.toISOString() } : {}) };
}
