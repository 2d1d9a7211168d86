import { sql } from 'kysely';
import type { Told } from '#domain/charge/share.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { PileShare, ShareDoubt } from '../contract.ts';

/** A charger that is connected is heard every minute; one of which nothing was heard for so long is gone, s. */
export const SILENT_S = 180;
/** A charger that kept silent, or refused, is told again after so long. */
const AFTER_SILENCE_MS = MINUTE_MS;
const AFTER_REFUSAL_MS = 10 * MINUTE_MS;
/** It has so long to come down to what it accepted, s; what it measures then is held against it, with this much to spare. */
const SETTLE_S = 60;
const FRESH_S = 300;
const OVER = { factor: 1.1, watts: 500 };

/** How a charger of a site stands to its share, and what it does; watts. */
export interface Standing extends Told {
  readonly name: string;
  readonly priority: number;
  readonly doubt: ShareDoubt | null;
  /** What its sessions tell that they take; null = some tell nothing, or too long ago. */
  readonly takes: number | null;
  /** The share that it accepted last, kW; null = none. */
  readonly told: number | null;
  /** Nothing of a share of ours is left in it. */
  readonly free: boolean;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly rated: number;
  readonly least: number;
  readonly limited: number | null;
  readonly door: boolean;
  readonly online: boolean;
  readonly booted: Date | null;
  readonly since: Date | null;
  readonly takes: number | null;
  readonly takesSettled: number | null;
  readonly heldKind: string | null;
  readonly held: number | null;
  readonly heldAt: Date | null;
  /** Of what left after that: the most that it may have taken over, null = none; the last that has ended. */
  readonly open: number | null;
  readonly pending: boolean;
  readonly lastState: string | null;
  readonly lastAt: Date | null;
}

/** Shares since the last that was accepted; one that is lifted leaves the rated power. */
const AFTER = sql`left join lateral (
    select max(case when c.state in ('waiting', 'sent', 'unknown') then coalesce(c.power, p.rated_power) end)::float8 as open,
      coalesce(bool_or(c.state in ('waiting', 'sent')), false) as pending,
      (array_agg(c.state order by c.id desc) filter (where c.state in ('unknown', 'rejected')))[1] as "lastState",
      max(c.ended_at) filter (where c.state in ('unknown', 'rejected')) as "lastAt"
    from charge_command c where c.pile_id = p.id and c.kind in ('share', 'clearShare') and c.id > coalesce(h.id, 0)) o on true`;

/** What its open sessions take, by what each told last. */
const TAKES = sql`left join lateral (
    select min(s.begin_at) as since,
      case when bool_and(m.power is not null and m.at > now() - ${FRESH_S} * interval '1 second') then sum(m.power)::float8 end as takes,
      sum(m.power) filter (where m.at > greatest(h.ended_at + ${SETTLE_S} * interval '1 second', now() - ${FRESH_S} * interval '1 second'))::float8
        as "takesSettled"
    from charge_session s left join lateral (select power, at from charge_sample
      where session_id = s.id and power is not null order by at desc limit 1) m on true
    where s.pile_id = p.id and s.session_state = '1') t on true`;

async function rowsOf(db: Db, siteId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, shown_name(p.pile_name, p.pile_name_en) as name, coalesce(p.share_priority, 5) as priority,
      p.rated_power::float8 as rated, coalesce(p.minimum_power, 0)::float8 as least, c.power::float8 as limited,
      p.ocpp_identity is not null and p.key_set is true as door,
      coalesce(l.disconnected_at is null and l.heard_at > now() - ${SILENT_S} * interval '1 second', false) as online,
      l.boot_at as booted, t.since, t.takes, t."takesSettled",
      h.kind as "heldKind", h.power::float8 as held, h.ended_at as "heldAt",
      o.open, o.pending, o."lastState", o."lastAt"
    from charge_pile p left join charge_link l on l.pile_id = p.id
    left join lateral (select power from charge_command where pile_id = p.id and state = 'accepted'
      and kind in ('limit', 'clearLimit') order by id desc limit 1) c on true
    left join lateral (select id, kind, power, ended_at from charge_command where pile_id = p.id and state = 'accepted'
      and kind in ('share', 'clearShare') order by id desc limit 1) h on true
    ${AFTER} ${TAKES}
    where p.site_id = ${siteId} and p.state = '1' order by p.pile_code, p.id`.execute(db);
  return rows;
}

const watts = (kW: number): number => Math.round(kW * 1000);

/** How the chargers of a site stand at an instant, in the order of their numbers. */
export async function standingsOf(db: Db, siteId: number, now: number): Promise<Standing[]> {
  return (await rowsOf(db, siteId)).map((row) => standingOf(row, now));
}

function standingOf(row: Row, now: number): Standing {
  const held = row.held === null ? null : watts(row.held);
  const least = watts(row.least);
  const known = Math.max(held ?? watts(row.rated), row.open === null ? 0 : watts(row.open));
  const settled = row.takesSettled === null ? null : watts(row.takesSettled);
  const over =
    held !== null && settled !== null && row.open === null && settled > held * OVER.factor + OVER.watts;
  const worst = over ? Math.max(known, settled) : known;
  const again = row.booted !== null && row.heldAt !== null && row.booted > row.heldAt;
  const state = row.pending ? 'pending' : mayBeTold(row, now) && !over ? 'ready' : 'fixed';
  return {
    id: row.id,
    name: row.name,
    priority: row.priority,
    worst,
    held: row.open === null && !again ? held : null,
    state,
    sharer:
      row.since === null
        ? null
        : {
            priority: row.priority,
            most: Math.min(watts(row.rated), row.limited === null ? Infinity : watts(row.limited)),
            least,
            since: row.since.getTime(),
          },
    doubt: over ? 'over' : doubtOf(row, worst),
    takes: row.since === null ? 0 : row.takes === null ? null : watts(row.takes),
    told: row.held,
    free: row.open === null && held === null,
  };
}

function mayBeTold({ door, online, lastState, lastAt }: Row, now: number): boolean {
  if (!door || !online) return false;
  const pause = lastState === 'rejected' ? AFTER_REFUSAL_MS : lastState === 'unknown' ? AFTER_SILENCE_MS : 0;
  return lastAt === null || now - lastAt.getTime() >= pause;
}

function doubtOf(row: Row, worst: number): ShareDoubt | null {
  if (!row.door) return 'noDoor';
  if (!row.online) return row.held === null ? 'neverTold' : worst > 0 ? 'offline' : null;
  if (row.lastState === 'rejected') return 'refused';
  return row.lastState === 'unknown' ? 'unanswered' : null;
}

/** The same as it travels. */
export const shareOf = (one: Standing): PileShare => ({
  pileId: one.id,
  pileName: one.name,
  priority: one.priority,
  told: one.told,
  reserved: one.worst / 1000,
  charges: one.sharer !== null,
  pending: one.state === 'pending',
  doubt: one.doubt,
});
